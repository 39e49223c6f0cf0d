"""`puppet-format`: formats Puppet code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puppet_check import __version__
from puppet_check.cli.arguments import parsed
from puppet_check.cli.files import STDIN, changeable, files_to_check, first_path, verify_settings, without
from puppet_check.cli.fixes import write_diffs
from puppet_check.cli.paths import relative
from puppet_check.cli.program import FAILED, exit_code, missing_paths
from puppet_check.cli.streams import COMPLETION, flushed, open_closed
from puppet_check.cli.untrusted import guard_terminals, shown, write_data
from puppet_check.config import ConfigError, Configuration, Given
from puppet_check.config.kinds import NARROWEST, WIDEST
from puppet_check.formatting.style import Formatting
from puppet_check.reading.places import is_file
from puppet_check.reports.findings import Report
from puppet_check.reports.parallel import check_files
from puppet_check.reports.worker import Options
from puppet_check.stack import RECURSION
from puppet_check.usage import Parser, number
from puppet_check.workspace.kinds import is_code
from puppet_check.writing import allowed_by

CLEAN, CHANGED = 0, 1
"""Exit codes: nothing to do, or done; files would change. Files that are left as they are give `FAILED`."""


class Command(NamedTuple):
    """What `puppet-format` is asked to do."""

    paths: tuple[str, ...]
    check: bool
    diff: bool
    range: tuple[int, int] | None
    stdin_filename: str | None
    line_length: int | None
    jobs: int | None
    exclude: str | None
    config: str | None
    no_config: bool
    no_gitignore: bool
    quiet: bool


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        prog="puppet-format",
        description="Format Puppet code and the tags of EPP templates.",
        usage="%(prog)s [OPTION]... [PATH]...",
        epilog="Exit code: 0 if all files are formatted, 1 if files would change (with --check or --diff), 2 for files that were left as "
        "they are, such as those with syntax errors, for wrong usage, invalid settings or an internal error.",
    )
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help="a file, a folder, or - for standard input (default: the current folder)")
    add("--check", action="store_true", help="write nothing, and print the names of the files that would change")
    add("--diff", action="store_true", help="write nothing, and print what would change")
    add("--range", metavar="LINES", type=_lines, help="format the whole statements on these lines only, such as 10-20, of one file")
    add("--stdin-filename", metavar="PATH", help="path to assume for standard input")
    add("--line-length", metavar="N", type=_width, help="width of the lines that are broken where they can be (default: 140)")
    add("--jobs", metavar="N", type=number, default=None, help="number of worker processes (default: one per processor)")
    add("--exclude", metavar="PATTERNS", help="do not format files that match these patterns, as in .gitignore, such as vendor/,spec/")
    add("--config", metavar="FILE", help="read the settings from this file instead of the nearest .puppet-check.toml or pyproject.toml")
    add("--no-config", action="store_true", help="read no settings")
    add("--no-gitignore", action="store_true", help="also format files that git ignores")
    add("-q", "--quiet", action="store_true", help="print no summary")
    add("--version", action="version", version=f"puppet-format {__version__}", help="print the version")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    open_closed()
    if COMPLETION in os.environ:
        from puppet_check.cli.completing import complete  # only when a shell asks

        complete("puppet-format")
    guard_terminals()
    sys.setrecursionlimit(RECURSION)
    return flushed("puppet-format", exit_code(lambda: _run(parsed(Command, parser(), arguments)), print_error))


def _run(options: Command) -> int:
    asked = options.paths or (".",)
    config = _configuration(options)
    formatting = Formatting(not (options.check or options.diff), options.range, allowed_by(asked))
    if STDIN in asked:
        if asked != (STDIN,):
            raise ConfigError("standard input cannot be formatted together with files")
        return _format_stdin(options, config, formatting)
    if options.stdin_filename:
        raise ConfigError("--stdin-filename requires the path -")
    missing = missing_paths(asked, print_error, _meant)
    if missing == [*asked]:
        return FAILED
    paths = [path for path in without(options.exclude, files_to_check(asked, config)) if is_code(path)]
    for each in asked:
        if is_file(each) and not is_code(each):
            print_error(f"{each}: left as it is: it is not Puppet code")
    paths = changeable(asked, paths, "puppet-format")
    if options.range is not None and len(paths) != 1:
        raise ConfigError("--range needs exactly one file")
    jobs = config.of(first_path(asked)).jobs
    reports = check_files(paths, jobs, Options(config, formatting=formatting))
    return max(_print(reports, options, len(paths)), FAILED if missing else CLEAN)


def _format_stdin(options: Command, config: Configuration, formatting: Formatting) -> int:
    """Print the formatted standard input, or with `--check` and `--diff` what would change."""
    name = options.stdin_filename or "<stdin>"
    source = sys.stdin.buffer.read()
    verify_settings([name], config)
    (report,) = check_files([name], 1, Options(config, unsaved=((name, source),), formatting=formatting._replace(writes=False)))
    if not formatting.writes:
        return _print([report], options, 1)
    write_data(source if report.changes is None else report.changes.after)
    return _print_refusal(report)


def _print(reports: Iterable[Report], options: Command, count: int) -> int:
    """Print what was done or would be, and return the exit code."""
    code, changed = CLEAN, 0
    writes = not (options.check or options.diff)
    for report in reports:
        code = max(code, _print_refusal(report))
        if report.changes is None:
            continue
        changed += 1
        code = max(code, CLEAN if writes else CHANGED)
        if options.diff:
            write_diffs([report])
        elif options.check:
            print(f"would format {shown(relative(report.file))}")
    if not options.quiet:
        done = "formatted" if writes else "would be formatted"
        print(f"{_files(changed)} {done}, {_files(count - changed)} left unchanged", file=sys.stderr)
    return code


def _print_refusal(report: Report) -> int:
    """Say why a file was not formatted, if it was not."""
    if report.refusal is None:
        return CLEAN
    print_error(f"{relative(report.file)}: left as it is: {report.refusal}")
    return FAILED


def _configuration(options: Command) -> Configuration:
    if options.config is not None and options.no_config:
        raise ConfigError("--config and --no-config cannot be combined")
    replaced: list[tuple[str, object]] = []
    if options.line_length is not None:
        replaced.append(("format_line_length", options.line_length))
    if options.jobs is not None:
        replaced.append(("jobs", max(options.jobs, 0)))
    return Configuration(Given(gitignore=not options.no_gitignore, replaced=tuple(replaced)), options.config, is_read=not options.no_config)


def _lines(text: str) -> tuple[int, int]:
    """The first and the last line, counted from 0."""
    first, _, last = text.partition("-")
    if first.isdecimal() and (last or first).isdecimal() and 0 < int(first) <= int(last or first):
        return int(first) - 1, int(last or first) - 1
    raise argparse.ArgumentTypeError(f"'{text}' is not a range of lines; expected one such as `10-20`")


def _width(text: str) -> int:
    if text.isdecimal() and NARROWEST <= int(text) <= WIDEST:
        return int(text)
    raise argparse.ArgumentTypeError(f"'{text}' is not a width of lines; expected an integer from {NARROWEST} to {WIDEST}")


def _files(count: int) -> str:
    return f"{count} {'file' if count == 1 else 'files'}"


def _meant(path: str) -> str:
    """The end of a message about a first argument that is no path: the option that it may have been; empty if it is none."""
    return f"; did you mean `puppet-format --{path}`?" if path in ("check", "diff", "help", "version") else ""


def print_error(message: str) -> None:
    """Print an error on the standard error."""
    print(f"puppet-format: {shown(message)}", file=sys.stderr)
