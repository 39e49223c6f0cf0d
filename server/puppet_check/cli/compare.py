"""`puppet-check compare`: what a change of modules breaks for those who use them, and the version that it should get."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.comparison.broken_text import ended
from puppet_check.cli.comparison.changes import Change, VersionPart
from puppet_check.cli.comparison.modules import Compared, Side, compared
from puppet_check.cli.comparison.uses import broken_by_modules, broken_by_puppetfile
from puppet_check.cli.comparison.versions import Verdict, verdict
from puppet_check.cli.given_paths import given_environment
from puppet_check.cli.nodes import Environment, opened
from puppet_check.cli.paths import line_at
from puppet_check.cli.program import Ended
from puppet_check.cli.revisions import environments, is_path
from puppet_check.cli.untrusted import shown
from puppet_check.config.error import ConfigError
from puppet_check.reading.places import is_folder
from puppet_check.stack import run_deep
from puppet_check.usage import Parser
from puppet_typesys.loader import Place

NOUNS = {
    VersionPart.MAJOR: ("breaking change", "breaking changes"),
    VersionPart.MINOR: ("addition or other change", "additions and other changes"),
}
ALLOWED, TOO_LOW = 0, 1


class Command(NamedTuple):
    """What `puppet-check compare` is asked to do."""

    before: str
    after: str | None
    environment: str | None
    uses: str | None
    facts_dir: str | None
    puppetfile_diff: bool
    format: str


def compare(arguments: Sequence[str]) -> Ended:
    """Run the command with the arguments after its name. Raises a ConfigError."""
    options = parsed(Command, parser(), arguments)
    given = Environment(given_environment(options.environment))
    revisions: tuple[str, str | None] = (options.before, options.after)
    with environments(revisions, given) as (before, after):
        if options.puppetfile_diff:
            return _puppetfile(options, before, after)
        if options.uses is not None:
            return _uses(options, options.uses, before, after)
        places = zip(revisions, (before.folder, after.folder), strict=True)
        is_same_place = all(each is None or folder != os.path.abspath(each) for each, folder in places)
        found = run_deep(lambda: [*compared(_side(before), _side(after), is_same_place)])
        if not found:
            raise _no_module(options)
        folders = (before.folder, after.folder)
        shown = [*(_json(found, folders) if options.format == "json" else _text(found, folders))]
    return Ended(shown, ALLOWED if all(verdict(each).is_enough for each in found) else TOO_LOW)


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check compare",
        description="Report what a change of modules breaks for those who use them, and the version that it takes.",
        epilog="Exit code: 0 if the version in metadata.json allows the changes, or nothing breaks and it is still the one before; "
        "1 if a higher one is needed; 2 for wrong usage. With --uses and --puppetfile-diff: 0 if nothing breaks, 1 if something does, "
        "2 for wrong usage or if nothing is known of a version or of the catalog of a node.",
    )
    made.add_argument("before", metavar="REVISION", help="a revision such as the tag of the last release, or a folder such as ./old")
    made.add_argument("after", metavar="REVISION", nargs="?", help="the one to compare with (default: the working folder)")
    made.add_argument("--environment", metavar="FOLDER", help="the module or control repository (default: the current folder)")
    made.add_argument("--uses", metavar="FOLDER", help="report what breaks in this code, which uses the modules, instead of the changes")
    made.add_argument("--facts-dir", metavar="FOLDER", help="the facts of nodes, whose catalogs are compiled for --uses")
    made.add_argument(
        "--puppetfile-diff",
        action="store_true",
        help="report what other versions of modules in the Puppetfile break in the environment; modules that are not installed are known "
        "by their interfaces",
    )
    made.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    return made


def _puppetfile(options: Command, before: Environment, after: Environment) -> Ended:
    """What other versions of modules in the Puppetfile break."""
    if options.uses is not None:
        raise ConfigError("--puppetfile-diff is about the environment itself; expected no --uses")
    return ended(broken_by_puppetfile(after.folder, before.folder), options.format)


def _uses(options: Command, code: str, before: Environment, after: Environment) -> Ended:
    """What the change breaks in the code that uses the modules."""
    if not is_folder(code):
        raise ConfigError(f"--uses {code}: no such folder; expected a control repository or a module")
    old, new = (_side(each).modules() for each in (before, after))
    if not new:
        raise _no_module(options)
    named = ((options.before, before.folder), (options.after, after.folder))
    own = {folder if name is None or folder == os.path.abspath(name) else given_environment(options.environment) for name, folder in named}
    return ended(broken_by_modules(code, old, new, own, options.facts_dir), options.format)


def _no_module(options: Command) -> ConfigError:
    place = options.after if options.after is not None and is_path(options.after) else options.environment or os.curdir
    return ConfigError(f"{place}: not a module; expected a module, a control repository with modules, or a folder in one")


def _side(environment: Environment) -> Side:
    return Side(opened(environment).library.known, environment.folder)


def _text(found: Iterable[Compared], folders: tuple[str, str]) -> Iterator[str]:
    for each in found:
        for change in sorted(each.changes, key=lambda change: (-change.step, _place(change, folders))):
            yield shown(f"{_place(change, folders)}: {change.step.text}: {change.subject}: {change.message} [{change.code}]") + "\n"
        if each.was_cut:
            yield f"module {shown(each.module)}: the comparison was given up, as it takes too long\n"
        yield f"module {shown(each.module)}: {_sentence(each, verdict(each))}\n"


def _sentence(compared: Compared, verdict: Verdict) -> str:
    counts = Counter(each.step for each in compared.changes)
    number = (
        ", ".join(f"{counts[step]} {nouns[counts[step] != 1]}" for step, nouns in NOUNS.items() if counts[step])
        or "no change for its users"
    )
    if verdict.next is None:
        return f"{number}; without a version in metadata.json before, a {verdict.step.text} step"
    needed = f"{number}; a {verdict.step.text} step from {compared.before} to {verdict.next}"
    if not verdict.is_raised:
        return f"{needed}, metadata.json is unchanged" if verdict.is_enough else f"{needed}, but metadata.json still has {compared.after}"
    return (
        f"{needed}, metadata.json has {compared.after}" if verdict.is_enough else f"{needed}, but metadata.json only has {compared.after}"
    )


def _json(found: Iterable[Compared], folders: tuple[str, str]) -> Iterator[str]:
    yield json.dumps([_module(each, verdict(each), folders) for each in found], indent=1, ensure_ascii=False) + "\n"


def _module(compared: Compared, verdict: Verdict, folders: tuple[str, str]) -> dict[str, object]:
    return {
        "module": compared.module,
        "before": compared.before,
        "after": compared.after,
        "step": verdict.step.text,
        "next": None if verdict.next is None else str(verdict.next),
        "enough": verdict.is_enough,
        "complete": not compared.was_cut,
        "changes": [_change(each, folders) for each in compared.changes],
    }


def _change(change: Change, folders: tuple[str, str]) -> dict[str, object]:
    file, line = _file_and_line(change, folders)
    where = {"file": file, "line": line, "revision": "before" if change.is_before else "after"}
    return {"code": change.code, "step": change.step.text, "subject": change.subject, "message": change.message, **where}


def _place(change: Change, folders: tuple[str, str]) -> str:
    file, line = _file_and_line(change, folders)
    return f"{file}:{line}"


def _file_and_line(change: Change, folders: tuple[str, str]) -> tuple[str, int]:
    """The path of a change in its environment, and the line from 1."""
    place = change.place or Place("", 0, 0)
    line = line_at(place.path, place.start)
    return os.path.relpath(place.path, folders[0 if change.is_before else 1]).replace(os.sep, "/"), line
