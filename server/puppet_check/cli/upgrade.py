"""`puppet-check upgrade`: what has to change for a version of Puppet, by kind and effort, and its fixes."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.files import changeable, files_to_check
from puppet_check.cli.paths import relative
from puppet_check.cli.target_option import target_name
from puppet_check.cli.untrusted import shown
from puppet_check.config import ConfigError, Configuration, Given
from puppet_check.fixing import Fixing
from puppet_check.reports.findings import Finding, Report
from puppet_check.reports.parallel import check_files
from puppet_check.reports.selected import selected
from puppet_check.reports.worker import Options
from puppet_check.usage import Parser
from puppet_check.workspace.workspace import Workspace
from puppet_check.writing import allowed_by
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.removed import newest_of_stdlib
from puppet_typesys.builtins.targets import target
from puppet_typesys.issues import PROBLEMS

KINDS: dict[str, tuple[str, ...]] = {
    "legacy facts": ("legacy-fact", "unknown-fact"),
    "removed and deprecated functions": ("deprecated-function", "unknown-function"),
    "deprecated classes and types": ("deprecated-definition", "unknown-class", "unknown-resource-type", "unknown-type"),
    "parameters and attributes": (
        *("unknown-parameter", "missing-parameter", "wrong-parameter", "deprecated-parameter"),
        *("wrong-value", "refused-values", "checksum-content"),
    ),
    "Hiera": ("hiera-old-config", "hiera-config", "hiera-interpolation", "hiera-options", "hiera-syntax", "hiera-value"),
    "metadata and dependencies": ("excluded-version", "metadata-dependency", "metadata-field", "metadata-syntax", "module-version"),
    "Ruby code": ("removed-ruby", "deprecated-ruby", "inspected-hash"),
    "settings": ("removed-setting",),
    "names that are or become reserved": ("future-reserved-word", "reserved-word", "reserved-type-name"),
}
"""Kinds of obstacles, and the codes that belong to them; other findings of severity error are those of the syntax or of the language."""
SYNTAX, LANGUAGE = "syntax", "language rules, types and values"
WARNINGS = frozenset(
    (
        *("legacy-fact", "deprecated-function", "deprecated-definition", "deprecated-parameter"),
        *("removed-ruby", "deprecated-ruby", "inspected-hash", "early-deferred", "excluded-version", "removed-setting"),
        *("hiera-old-config", "future-reserved-word", "module-version", "checksum-content"),
    )
)
"""Codes that count although they do not stop a compilation yet."""
EFFORTS = ("automatic", "to review", "by hand")
"""A safe fix, a fix that is not safe, and none."""
RELEASE = lazy_pattern(r"\d{1,9}(?:\.\d{1,9}){0,2}")


class Obstacle(NamedTuple):
    """A finding about what has to change."""

    finding: Finding
    kind: str
    effort: str


class Command(NamedTuple):
    """What `puppet-check upgrade` is asked to do."""

    paths: tuple[str, ...]
    target: str
    stdlib: str | None
    fix: bool
    unsafe_fixes: bool
    details: bool
    format: str


def upgrade(arguments: Sequence[str]) -> Iterator[str]:
    """Run the command with the arguments after its name, and return the lines of the report. Raises a ConfigError."""
    options = parsed(Command, parser(), arguments)
    asked = options.paths or (".",)
    for path in asked:
        if not os.path.lexists(path):
            raise ConfigError(f"no such file or folder: {path}")
    own = (("target", options.target), ("stdlib", _release(options.stdlib)), ("profile", "default"), ("is_upgrade", True))
    config = Configuration(Given(replaced=own))
    paths = files_to_check(asked, config)
    if options.fix:
        paths = changeable(asked, paths)
    found = _obstacles(check_files(paths, 0, Options(config)), config)
    if not options.fix:
        yield from _report(found, config, options)
        return
    codes = frozenset(each.finding.code for each in found)
    left = _obstacles(
        check_files(paths, 0, Options(config, fixing=Fixing(options.unsafe_fixes, codes=codes, allowed=allowed_by(asked)))), config
    )
    # A fix may change what is found in other files.
    left = _obstacles(check_files(paths, 0, Options(config)), config) if len(left) != len(found) else left
    yield from _report(left, config, options)
    if options.format == "text":
        yield f"Fixed {max(0, len(found) - len(left))} of {len(found)}\n"


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check upgrade",
        description="Report what has to change for a version of Puppet, for each module by kind and effort.",
    )
    made.add_argument("paths", nargs="*", metavar="PATH", help="a file or folder (default: the current folder)")
    made.add_argument(
        "--target", type=target_name, metavar="VERSION", default="puppet8", help="the version to upgrade to (default: puppet8)"
    )
    made.add_argument(
        "--stdlib", metavar="VERSION", help="the release of stdlib to upgrade to, such as 9 or 9.4.0 (default: the installed one)"
    )
    made.add_argument("--fix", action="store_true", help="apply the safe fixes, and report what is left")
    made.add_argument("--unsafe-fixes", action="store_true", help="with --fix: also apply fixes that may change the meaning")
    made.add_argument("--details", action="store_true", help="print each finding")
    made.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    return made


def _release(given: str | None) -> str | None:
    """A release of three numbers, of which the last may be left out. Raises a ConfigError."""
    if given is None:
        return None
    if RELEASE.fullmatch(given) is None:
        raise ConfigError(f"'{given}' is not a valid release of stdlib; expected something like 9 or 9.4.0")
    if int(given.partition(".")[0]) > (newest := newest_of_stdlib()):
        raise ConfigError(f"it is not known what stdlib {given} lacks; the newest release that can be named is {newest}")
    return ".".join([*given.split("."), "0", "0"][:3])


def _obstacles(reports: Iterable[Report], config: Configuration) -> list[Obstacle]:
    findings = (each for report in selected(reports, config) for each in report.findings)
    return [Obstacle(each, _kind(each.code), _effort(each)) for each in findings if each.severity == "error" or each.code in WARNINGS]


def _kind(code: str) -> str:
    found = next((kind for kind, codes in KINDS.items() if code in codes), None)
    return found or (SYNTAX if code in PROBLEMS else LANGUAGE)


def _effort(finding: Finding) -> str:
    if any(each.safety == "safe" for each in finding.fixes):
        return EFFORTS[0]
    return EFFORTS[1] if finding.fixes else EFFORTS[2]


def _report(found: Sequence[Obstacle], config: Configuration, options: Command) -> Iterator[str]:
    workspace = Workspace(config)
    by_module: dict[str, list[Obstacle]] = defaultdict(list)
    for each in found:
        module = workspace.known(each.finding.file).project.module_of(each.finding.file)
        by_module["" if module is None else module.name].append(each)
    if options.format == "json":
        yield json.dumps([_plain(name, each) for name, several in sorted(by_module.items()) for each in several], indent=1) + "\n"
        return
    for name, several in sorted(by_module.items()):
        files: dict[str, list[Obstacle]] = defaultdict(list)
        for each in several:
            files[shown(relative(each.finding.file))].append(each)
        yield f"{f'module {shown(name)}' if name else 'outside of modules'}: {_efforts(several)} in {_number(len(files), 'file')}\n"
        for kind in (*KINDS, SYNTAX, LANGUAGE):
            of_kind = [each for each in several if each.kind == kind]
            if of_kind:
                yield f"  {kind}: {_efforts(of_kind)}\n"
        for file, of_file in sorted(files.items(), key=lambda item: -len(item[1])):
            yield f"    {file}: {_efforts(of_file)}\n"
            for each in of_file if options.details else ():
                place = f"{each.finding.line}:{each.finding.column}"
                yield f"      {place}: {shown(each.finding.message)} [{each.finding.code}], {each.effort}\n"
    ruby = "Ruby code outside of `lib` and `templates`" if target(options.target).rubies else "Ruby code of modules"
    yield f"Not checked: {ruby}, modules that are not installed\n"
    if found:
        yield f"{_efforts(found)} in {_number(len(by_module), 'module')} stand in the way of {options.target}\n"
    else:
        yield f"Nothing has to change for {options.target}\n"


def _efforts(several: Sequence[Obstacle]) -> str:
    """The number of obstacles, and how many are of each effort."""
    counts = Counter(each.effort for each in several)
    return f"{len(several)} ({', '.join(f'{counts[each]} {each}' for each in EFFORTS if counts[each])})"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _plain(module: str, obstacle: Obstacle) -> dict[str, object]:
    finding = obstacle.finding
    place = {"file": finding.file, "line": finding.line, "column": finding.column}
    return {"module": module, **place, "code": finding.code, "message": finding.message, "kind": obstacle.kind, "effort": obstacle.effort}
