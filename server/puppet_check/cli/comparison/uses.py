"""What a change of modules breaks in code that uses them: the findings in it that are there only after the change."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puppet_check.cli.files import files_to_check
from puppet_check.cli.node_errors import Judged, stops_of_nodes
from puppet_check.cli.nodes import Environment, known_of
from puppet_check.config.configuration import Configuration, Given
from puppet_check.config.error import ConfigError
from puppet_check.reading.files import read
from puppet_check.reading.places import exists, is_below, real
from puppet_check.reports.catalogs.of_code import check_files_and_catalogs
from puppet_check.reports.catalogs.stops import by_file
from puppet_check.reports.findings import Finding
from puppet_check.reports.selected import selected
from puppet_check.reports.undeclared import joined
from puppet_check.reports.worker import Options
from puppet_check.workspace.declared import Declared, in_puppetfile
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_check.workspace.roots import PUPPETFILE
from puppet_check.workspace.workspace import Workspace
from puppet_check.writing import make_link

ENTRY = "site.pp"
"""The name of a file in whose environment nodes are."""
SHOWN = ("error", "warning")
"""The severities of the findings that a change is answerable for."""


class Bump(NamedTuple):
    """A module in two versions."""

    module: str
    before: str
    """A version, or what a Puppetfile accepts; empty if it has none there."""
    after: str
    why_not: str = ""
    """Why nothing is known of what it breaks."""


class Unjudged(NamedTuple):
    """A node of which it is not known whether the change breaks its catalog."""

    node: str
    reason: str


class Broken(NamedTuple):
    """What a change breaks."""

    bumps: tuple[Bump, ...]
    findings: tuple[Finding, ...]
    """Those that are there only after the change; the paths begin as the folder of the code is named, or in the environment."""
    unjudged: tuple[Unjudged, ...] = ()

    @property
    def errors(self) -> int:
        """The number of errors among the findings."""
        return sum(each.severity == "error" for each in self.findings)


def broken_by_modules(
    code: str, before: Mapping[str, Module], after: Mapping[str, Module], own: Set[str], facts: str | None = None
) -> Broken:
    """What modules, by name as they are before and after a change, break in the code in a folder, and for nodes with `facts`.

    Files below `own`, the folders of the modules themselves, are not checked. Raises ConfigError.
    """
    path = known_of(Environment(os.path.abspath(code))).project.modulepath
    with _folder_of(before) as old, _folder_of(after) as new:
        given = () if facts is None else (("facts_dir", os.path.abspath(facts)),)
        sides = [Configuration(Given(replaced=(("modulepath", (each, *path)), *given))) for each in (old, new)]
        folders = [*map(real, own)]
        paths = [each for each in files_to_check([code], sides[0]) if not any(is_below(real(each), folder) for folder in folders)]
        if not paths:
            raise ConfigError(f"--uses {code}: no files to check")
        was, now = (_findings(paths, Options(each)) for each in sides)
        found = [*_only_after(was, now)]
        judged = [stops_of_nodes(os.path.join(os.path.abspath(code), ENTRY), each, paths) for each in sides]
        unjudged = tuple(_unjudged(judged))
        found += _of_nodes(judged, {each.node for each in unjudged}, paths, found, new)
    bumps = (Bump(name, *(_version(each.get(name)) for each in (before, after))) for name in sorted(before.keys() | after.keys()))
    return Broken(tuple(bumps), tuple(found), unjudged)


def _unjudged(sides: Iterable[Mapping[str, Judged]]) -> Iterator[Unjudged]:
    """The nodes of which nothing is known on one side or the other, each of them once."""
    reasons: dict[str, str] = {}
    for side in sides:
        for name, each in side.items():
            if each.failure:
                reasons.setdefault(name, each.failure)
    return (Unjudged(*each) for each in sorted(reasons.items()))


def _of_nodes(
    sides: Sequence[Mapping[str, Judged]], unjudged: Set[str], paths: Sequence[str], found: Sequence[Finding], modules: str
) -> Iterator[Finding]:
    """The findings about catalogs of nodes that only fail after the change, at places of which no error is `found` yet.

    Files below `modules`, the folder of the modules after the change, are named by their paths in it.
    """
    before, after = sides
    stops = [
        each.stop
        for name, each in after.items()
        if each.stop is not None and name not in unjudged and (name not in before or before[name].stop is None)
    ]
    known = {(os.path.abspath(each.file), each.line, each.column) for each in found if each.severity == "error"}
    named = {os.path.abspath(each): each for each in paths}

    def name(file: str) -> str:
        return os.path.relpath(file, modules) if is_below(file, modules) else named.get(file, file)

    for file, findings in by_file(stops).items():
        for each in findings:
            if (file, each.line, each.column) not in known:
                yield each._replace(file=name(file), related=tuple(of._replace(file=name(of.file)) for of in each.related))


def _version(module: Module | None) -> str:
    return "" if module is None or module.metadata is None else module.metadata.version or ""


def broken_by_puppetfile(code: str, before: str) -> Broken:
    """What another `Puppetfile` breaks in the environment in a folder; `before` is the folder of the environment before the change.

    Modules that are not installed are known by their interfaces. Raises ConfigError.
    """
    path, old = os.path.join(code, PUPPETFILE), os.path.join(before, PUPPETFILE)
    if not exists(path) or not exists(old):
        raise ConfigError(f"{path if not exists(path) else old}: no such file; --puppetfile-diff needs one before and after the change")
    configuration, text = Configuration(), read(old)
    paths = [each for each in files_to_check([code], configuration) if os.path.basename(each) != PUPPETFILE]
    now = Workspace(configuration).known(path)
    earlier = Workspace(configuration)
    earlier.edited(path, text)
    bumps = tuple(_bumps(earlier.known(path), now, text.decode("utf-8", "replace")))
    if all(each.why_not for each in bumps):
        return Broken(bumps, ())
    was = _findings(paths, Options(configuration, unsaved=((os.path.abspath(path), text),)))
    found = _only_after(was, _findings(paths, Options(configuration)))
    return Broken(bumps, tuple(each._replace(file=os.path.relpath(each.file, code)) for each in found))


@contextmanager
def _folder_of(modules: Mapping[str, Module]) -> Iterator[str]:
    """A folder for the module path with links to modules."""
    with TemporaryDirectory(prefix="puppet-check-") as made:
        for name, module in modules.items():
            make_link(os.path.join(made, name), module.folder)
        yield real(made)


def _findings(paths: Sequence[str], options: Options) -> list[Finding]:
    configuration = options.configuration
    reports = check_files_and_catalogs(paths, configuration.of(paths[0]).jobs, options, () if options.unsaved else paths)
    found = selected(joined(reports), configuration)
    return [finding for report in found for finding in report.findings if finding.severity in SHOWN]


def _only_after(before: Iterable[Finding], after: Iterable[Finding]) -> Iterator[Finding]:
    """The findings that are only there after the change; of one that was there before as well, another wording is no other one."""
    left = Counter(map(_place, before))
    for each in after:
        if left[_place(each)]:
            left[_place(each)] -= 1
        else:
            yield each


def _place(finding: Finding) -> tuple[str, int, int, str]:
    return finding.file, finding.line, finding.column, finding.code


def _bumps(before: Known, after: Known, text: str) -> Iterator[Bump]:
    """The modules that a Puppetfile of this text, and the one that is saved, have in other versions."""
    folder = after.project.root
    old, new = ({each.name: each for each in in_puppetfile(folder, given)} for given in (text, None))
    for name in sorted(old.keys() | new.keys()):
        versions = [_wanted(each.get(name)) for each in (old, new)]
        if versions[0] != versions[1]:
            yield Bump(name, versions[0], versions[1], _why_not(name, (before, after), versions))


def _wanted(declared: Declared | None) -> str:
    return "" if declared is None else "a revision" if declared.is_revision else declared.requirement or "any version"


def _why_not(name: str, sides: Iterable[Known], versions: Iterable[str]) -> str:
    for known, version in zip(sides, versions, strict=True):
        if name in known.project.modules:
            return f"it is installed in {known.project.modules[name].folder}"
        if version and known.loader.interfaces.of(name) is None:
            return f"there is no interface of {version}"
    return ""
