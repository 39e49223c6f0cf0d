"""What is wrong with the data of a project: findings in each `hiera.yaml` and in the files that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.workspace.hiera.codes import HIERA
from puppet_check.workspace.hiera.config import Config
from puppet_check.workspace.hiera.documents import Document, Entry, Node
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.hiera.interpolation import METHODS, expressions
from puppet_check.workspace.hiera.keys import key_problems
from puppet_check.workspace.hiera.layers import LOOKUP_OPTIONS
from puppet_check.workspace.hiera.mentions import Mentions
from puppet_check.workspace.hiera.options import option_problems
from puppet_check.workspace.hiera.problem import Problem
from puppet_check.workspace.hiera.sources import OPAQUE, Source, missing_files
from puppet_check.workspace.project import Module, Project
from puppet_typesys.functions.call import MISSING
from puppet_typesys.functions.control import path_of
from puppet_typesys.infer.model import Finding
from puppet_typesys.loader import Loader
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash

CALL = re.compile(r"\w+\(.*\)\Z")
SLIPS = {"syntax": "hiera-syntax", "class": "hiera-syntax", "duplicate": "hiera-duplicate-key"}


def check_hiera(
    project: Project, loader: Loader, hiera: Hiera | None = None, mentions: Mentions | None = None, only: str | None = None
) -> dict[str, list[Finding]]:
    """The findings of each file that has some; of one file alone, if `only` names it."""
    hiera = Hiera(project, loader) if hiera is None else hiera
    mentions = Mentions(project) if mentions is None else mentions
    found: dict[str, set[Finding]] = {}
    for module in _layers(project):
        config = hiera.config(module)
        if config is None:
            continue
        if only in (None, config.path):
            found.setdefault(config.path, set()).update(map(_finding, _config_problems(config)))
        if not config.is_known:
            continue
        for hierarchy in ("levels", "default_levels"):
            for source in hiera.layer(module, hierarchy).sources:
                if source is not OPAQUE and source.path is not None and only in (None, source.path):
                    found.setdefault(source.path, set()).update(map(_finding, _data_problems(hiera, mentions, source, module)))
    return {path: sorted(several) for path, several in found.items() if several}


def _layers(project: Project) -> Iterator[Module | None]:
    """The environment, and the modules that are checked with it; a module by itself is checked alone."""
    if project.is_environment:
        yield None
    alone = [each for each in project.modules.values() if each.folder == project.root]
    yield from alone or [each for each in project.modules.values() if not each.is_fixture]


def _finding(problem: Problem) -> Finding:
    rule = HIERA[problem.code]
    return Finding(problem.start, max(problem.end, problem.start + 1), rule.severity, rule.code, problem.message)


def _slips(document: Document) -> Iterator[Problem]:
    for each in document.slips:
        yield Problem(each.start, each.end, SLIPS[each.what], each.message)


def _config_problems(config: Config) -> Iterator[Problem]:
    yield from _slips(config.document)
    for each in config.wrong:
        yield Problem(each.start, each.end, "hiera-config" if each.what == "error" else "hiera-old-config", each.message)
    for level in (*config.levels, *config.default_levels):
        for place in level.locations:
            if any(each.method != "scope" for each in expressions(place.text)):
                message = "Interpolation using method syntax is not allowed in this context"
                yield Problem(place.start, place.end, "hiera-config", message)
        for place in missing_files(level, config.folder):
            yield Problem(place.start, place.end, "hiera-missing-file", f"there is no file '{place.text}' in {level.datadir}")


def _data_problems(hiera: Hiera, mentions: Mentions, source: Source, module: Module | None) -> Iterator[Problem]:
    document = hiera.files.document(source)
    yield from _slips(document)
    root = document.root
    if root is None or root.value is None or root.value is False:
        return
    if not isinstance(root.value, Hash):
        yield Problem(root.start, root.end, "hiera-syntax", "the file does not contain a valid yaml hash")
        return
    yield from _interpolations(hiera, root)
    for entry in root.entries:
        if root.entry(entry.key) is not entry:
            continue
        if entry.key == LOOKUP_OPTIONS:
            yield from option_problems(hiera, mentions, entry, module)
        elif module is not None and not entry.key.startswith(f"{module.name}::"):
            message = f"data of the module '{module.name}' must use keys that start with '{module.name}::', Puppet ignores '{entry.key}'"
            yield Problem(entry.start, entry.end, "hiera-foreign-key", message)
        else:
            yield from key_problems(hiera, mentions, entry)
            yield from _circle(entry)


def _circle(entry: Entry) -> Iterator[Problem]:
    """A key that is looked up to find its own value."""
    for text, start, end in _texts(entry.node):
        if any(each.method in ("lookup", "hiera", "alias") and each.key == entry.key for each in expressions(text)):
            yield Problem(start, end, "hiera-interpolation", f"Recursive lookup detected in [{entry.key}]")


def _interpolations(hiera: Hiera, node: Node) -> Iterator[Problem]:
    """What is wrong with the interpolations of all texts, those of keys too."""
    for text, start, end in _texts(node):
        for each in expressions(text):
            if each.method not in METHODS:
                yield Problem(start, end, "hiera-interpolation", f"Unknown interpolation method '{each.method}'")
            elif each.method == "alias" and not each.is_all:
                message = "'alias' interpolation is only permitted if the expression is equal to the entire string"
                yield Problem(start, end, "hiera-interpolation", message)
            elif each.method == "scope":
                yield from _variable(each.key, text, start, end)
            elif each.method in ("lookup", "hiera", "alias") and hiera.lookup(each.key) is MISSING:
                message = f"no data have the key '{each.key}', so that this gives an empty text"
                yield Problem(start, end, "hiera-unknown-key", message)


def _variable(key: str, text: str, start: int, end: int) -> Iterator[Problem]:
    """What is wrong with the name of a variable: most often a call is meant, and its quotes are missing or have spaces around."""
    try:
        path_of(key)
    except ArgumentError:
        yield Problem(start, end, "hiera-interpolation", f"Syntax error in string: {text}")
        return
    if CALL.match(key):
        yield Problem(start, end, "hiera-interpolation", f"Undefined variable '{key}', the key of a lookup needs quotes")


def _texts(node: Node) -> Iterator[tuple[str, int, int]]:
    if isinstance(node.value, str):
        yield node.value, node.start, node.end
    for item in node.items:
        yield from _texts(item)
    for entry in node.entries:
        yield from _text_of_key(entry)
        yield from _texts(entry.node)


def _text_of_key(entry: Entry) -> Iterator[tuple[str, int, int]]:
    if "%{" in entry.key:
        yield entry.key, entry.start, entry.end
