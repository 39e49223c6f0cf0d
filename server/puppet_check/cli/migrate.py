"""`puppet-check migrate`: the configuration and comments of puppet-lint in the words of puppet-check."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.files import changeable, files_to_check
from puppet_check.cli.paths import relative
from puppet_check.cli.untrusted import shown
from puppet_check.config import ConfigError, Configuration
from puppet_check.config.codes import is_known
from puppet_check.config.puppet_lint import Rc, read_rc
from puppet_check.config.settings import OWN, RC
from puppet_check.reading.files import read
from puppet_check.usage import Parser
from puppet_check.workspace.kinds import MANIFEST, PLAN, kind_of
from puppet_check.writing import allowed_by, replace, write_new
from puppet_grammar.lower import read as read_program
from puppet_grammar.parse import mode_of
from puppet_grammar.patterns import lazy_pattern

CONTROL = lazy_pattern(rb"#+[ \t]*(?P<words>(?:lint:ignore:\w+[ \t]*)+)(?P<reason>[^\r\n]*)\Z")
CHECK = lazy_pattern(rb"lint:ignore:(\w+)")


class Command(NamedTuple):
    """What `puppet-check migrate` is asked to do."""

    folder: str
    comments: bool


def migrate(arguments: Sequence[str]) -> Iterator[str]:
    """Run the command with the arguments after its name, and return lines about what it writes. Raises a ConfigError."""
    options = parsed(Command, parser(), arguments)
    rc, own = os.path.join(options.folder, RC), os.path.join(options.folder, OWN)
    if not os.path.isfile(rc):
        raise ConfigError(f"{rc}: no configuration of puppet-lint to migrate")
    if os.path.lexists(own):
        raise ConfigError(f"{own}: exists already; settings are not merged")
    found = read_rc(rc)
    try:
        write_new(own, "".join(settings_of(found)).encode())
    except OSError as error:
        raise ConfigError(f"{own}: cannot write the file: {error.strerror}") from None
    yield f"Wrote {shown(relative(own))}, which replaces {shown(relative(rc))}\n"
    for option in found.unknown:
        yield f"  {shown(option)}: puppet-check has no such option or check\n"
    if options.comments:
        yield from _comments(options.folder)


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check migrate",
        description=f"Write {OWN} with the settings of {RC}. Comments such as `# lint:ignore:140chars` are understood as they are.",
    )
    made.add_argument("folder", nargs="?", default=".", metavar="FOLDER", help="the root of a project (default: the current folder)")
    made.add_argument("--comments", action="store_true", help="also rewrite `lint:ignore` comments at the end of a line of code")
    return made


def settings_of(rc: Rc) -> Iterator[str]:
    """The lines of a settings file for the options of puppet-lint."""
    if rc.select is None:
        yield 'profile = "puppet-lint"\n'
    more = (*(rc.select or ()), *rc.extend_select)
    for name, values in (("extend-select", more), ("ignore", rc.ignore), ("exclude", rc.exclude)):
        if values:
            yield f"{name} = [{', '.join(map(_quoted, values))}]\n"
    if rc.fail_on_warnings:
        yield "fail-on-warnings = true\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _comments(folder: str) -> Iterator[str]:
    """Rewrite the comments at the end of lines of code; those around lines have no counterpart and stay."""
    for path in changeable([folder], files_to_check([folder], Configuration())):
        if kind_of(path) not in (MANIFEST, PLAN):
            continue
        try:
            before = read(path)
            after, count = rewritten(before, path)
            if count:
                replace(path, before, after, allowed_by([folder]))
                yield f"{shown(relative(path))}: {count} {'comment' if count == 1 else 'comments'}\n"
        except OSError as error:
            raise ConfigError(f"{path}: cannot write the file: {error.strerror or error}") from None


def rewritten(source: bytes, path: str) -> tuple[bytes, int]:
    """A text with its comments rewritten, and how many there were."""
    program, _ = read_program(source, mode_of(path))
    count = 0
    for comment in reversed(program.comments):
        line = source.rfind(b"\n", 0, comment.start) + 1
        found = CONTROL.match(source[comment.start : comment.end]) if source[line : comment.start].strip() else None
        checks = [] if found is None else [each.decode() for each in CHECK.findall(found["words"])]
        if found is None or not all(map(is_known, checks)):
            continue
        text = f"# puppet-check: ignore[{', '.join(checks)}] ".encode() + found["reason"]
        source = source[: comment.start] + text.rstrip() + source[comment.end :]
        count += 1
    return source, count
