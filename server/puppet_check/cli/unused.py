"""`puppet-check unused`: what nothing in a control repository uses."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.json_rows import array
from puppet_check.cli.nodes import Environment, known_of
from puppet_check.cli.paths import line_at, relative
from puppet_check.cli.program import Ended
from puppet_check.cli.untrusted import shown
from puppet_check.config.error import ConfigError
from puppet_check.deadline import Deadline, GivenUp, allowed, too_long
from puppet_check.reading.files import METER
from puppet_check.reading.places import is_folder
from puppet_check.stack import run_deep
from puppet_check.usage import Parser
from puppet_check.workspace.unused.unused import Report, Unused
from puppet_check.workspace.unused.unused import unused as search
from puppet_grammar.patterns import lazy_pattern

NOTHING, FOUND = 0, 1
STARTING = 4
"""How many times the time for a single file a search may take, beside what it takes for each byte."""
PATTERN = lazy_pattern(r"[*?\[]")
"""What makes a pattern of a name."""
MOST_USERS = 3
"""The number of unused users that the text names."""
USES = """\
A use is any mention of a name outside of its own definition: in manifests, functions, types, plans, templates, Ruby, Hiera
data, scripts and other texts of the repository; of a template or file, its name or a folder around it that is served; of a
key, code or an interpolation of data that looks it up, or a parameter of that name of a class that is used. A string with
interpolations uses every name that it may be. Comments, documents and tests use nothing, and what only unused code uses is
unused. Entries are all code and data outside of definitions, node definitions, plans and tasks that are not private, and
the classes of roles or those of --entry. Modules of a Puppetfile or of git submodules and copies of published ones are
libraries, of which nothing is listed. Of a module that is not in a control repository only what is private, templates and
files are listed.

Exit code: 0 if nothing is unused, 1 if something is, 2 for wrong usage."""


class Command(NamedTuple):
    """What `puppet-check unused` is asked to do."""

    path: str
    entries: tuple[str, ...] | None
    facts: bool
    format: str


def unused(arguments: Sequence[str]) -> Ended:
    """Run the command with the arguments after its name. Raises a ConfigError."""
    options = parsed(Command, parser(), arguments)
    folder = os.path.abspath(options.path)
    if not is_folder(folder):
        raise ConfigError(f"{options.path}: no such folder; expected a control repository or a module")
    known = known_of(Environment(folder))
    for name in options.entries or ():
        plain = name.lower().removeprefix("::")
        is_unknown = known.external.class_named(plain) is None and not known.project.is_absent(plain.partition("::")[0])
        if is_unknown and not PATTERN.search(name):
            raise ConfigError(f"--entry: no class of the repository and its modules is called '{name}'")
    try:
        # The time grows with the bytes that are read meanwhile.
        find = partial(search, known, options.entries, with_facts=options.facts)
        found: Report = run_deep(lambda: Deadline().run(find, STARTING * allowed(0)))
    except GivenUp:
        raise ConfigError(f"{options.path}: the search was given up: {too_long(STARTING * allowed(METER.total))}") from None
    lines = array(map(_row, found.unused)) if options.format == "json" else _text(found)
    return Ended(lines, FOUND if found.unused else NOTHING)


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check unused",
        description="List what nothing in a control repository uses: templates, files, type aliases, functions, resource types, defines, "
        "classes, private tasks and plans, and Hiera keys.",
        epilog=USES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "path", metavar="PATH", nargs="?", default=os.curdir, help="the control repository or module (default: the current folder)"
    )
    made.add_argument(
        "--entry",
        action="append",
        dest="entries",
        metavar="PATTERN",
        help="classes that a classification elsewhere names, such as `role::*` (default: those with `role` or `roles` in their names)",
    )
    made.add_argument("--facts", action="store_true", help="also list facts that nothing reads, which may be read elsewhere")
    made.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    return made


def _text(found: Report) -> Iterator[str]:
    for each in found.unused:
        candidate = each.candidate
        yield (
            shown(
                f"{relative(candidate.path)}:{line_at(candidate.path, candidate.start)}: {candidate.kind} {candidate.name}{_reason(each)}"
            )
            + "\n"
        )
    for reason in found.left_out:
        yield shown(f"left out: {reason}") + "\n"
    count = len(found.unused)
    yield f"{count} unused\n" if count else "Nothing is unused\n"


def _reason(found: Unused) -> str:
    tests = ["used by tests only"] if found.in_tests else []
    names = [f"{each.kind} {each.name}" for each in found.used_by]
    more = [f"{len(names) - MOST_USERS} more"] if len(names) > MOST_USERS else []
    users = [f"used by {', '.join([*names[:MOST_USERS], *more])} only, unused as well"] if names else []
    return f" ({'; '.join(users or tests)})" if users or tests else ""


def _row(found: Unused) -> dict[str, object]:
    candidate = found.candidate
    return {
        "kind": candidate.kind,
        "name": candidate.name,
        "file": relative(candidate.path),
        "line": line_at(candidate.path, candidate.start),
        "used_by": [{"kind": each.kind, "name": each.name} for each in found.used_by],
        "in_tests": found.in_tests,
    }
