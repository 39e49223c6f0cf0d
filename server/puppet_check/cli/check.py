"""`puppet-check`: checks Puppet files and prints what it finds."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import chain

from puppet_check.analysis import Analysis
from puppet_check.cli import output
from puppet_check.cli.findings import Report
from puppet_check.cli.manual import codes, page
from puppet_check.cli.parallel import RECURSION, Options, check_files
from puppet_check.cli.progress import with_progress
from puppet_check.cli.records import check_file
from puppet_check.cli.terminal import Colours, colours_for, usable
from puppet_check.config import Settings
from puppet_check.workspace.files import find
from puppet_check.workspace.store import default_path
from puppet_check.workspace.workspace import Workspace

CLEAN, FOUND, FAILED = 0, 1, 2
"""Exit codes: no errors, findings of severity error, wrong usage or a failure of ours."""
INTERRUPTED = 130
STDIN = "-"
SMALL = 8
"""Up to this many files, looking into records would cost more than it saves."""

Render = Callable[[Iterable[Report], Colours], Iterator[str]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code."""
    options = _parser().parse_args(arguments)
    usable(sys.stdout)
    usable(sys.stderr)
    try:
        return _check(options) if options.explain is None else _explain(options.explain)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has left; what is still unwritten must not fail again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="puppet-check",
        description="Checks Puppet code (*.pp) and templates (*.epp).",
        epilog="Exit code: 0 without findings of severity error, 1 with some, 2 for wrong usage or an internal failure.",
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="a file, a folder, or - for the standard input; without any, the current folder")
    add("--format", choices=_formats(), default="text", help="how findings are printed (default: text)")
    add("--stdin-filename", metavar="PATH", help="the name by which the standard input is treated and reported")
    add("--explain", metavar="CODE", help="print the manual page of a code, such as duplicate-parameter")
    add("--jobs", type=_count, default=0, metavar="N", help="number of processes (default: one per processor)")
    add(
        "--modulepath",
        metavar="PATH",
        help="where modules are, separated by `:`, instead of what is found; the first that has a module wins",
    )
    add("--no-gitignore", action="store_true", help="also check files that git ignores")
    add("--no-cache", action="store_true", help="neither use nor keep what earlier runs have found")
    add("--version", action=_Version, nargs=0, help="print the version")
    return parser


def _check(options: argparse.Namespace) -> int:
    modulepath = tuple(part for part in (options.modulepath or "").split(os.pathsep) if part)
    settings = Settings(jobs=options.jobs, gitignore=not options.no_gitignore, modulepath=modulepath)
    sys.setrecursionlimit(RECURSION)
    asked: list[str] = options.paths or ["."]
    missing = [path for path in asked if path != STDIN and not os.path.lexists(path)]
    for path in missing:
        complain(f"no such file or folder: {path}")
    if options.stdin_filename and STDIN not in asked:
        complain("--stdin-filename needs the path -")
        return FAILED
    if missing == asked:
        return FAILED
    folders_and_files = [path for path in asked if path != STDIN and path not in missing]
    paths = sorted({file for path in folders_and_files for file in find(path, gitignore=settings.gitignore)})
    gc.disable()  # Trees hold no circles; looking for them would cost a third of the time.
    store = default_path() if len(paths) > SMALL and not options.no_cache else None
    reports = with_progress(check_files(paths, settings.jobs, Options(modulepath, store)), len(paths))
    if STDIN in asked:
        reports = chain([_check_stdin(options.stdin_filename or "<stdin>", settings.modulepath)], reports)
    failed = _print(reports, options.format)
    return max(failed, FAILED if missing else CLEAN)


def _check_stdin(name: str, modulepath: Sequence[str]) -> Report:
    analysis = Analysis(Workspace(modulepath))
    analysis.open(name, sys.stdin.buffer.read())
    return check_file(name, analysis).report


def _print(reports: Iterable[Report], style: str) -> int:
    """Print the reports in a format; the answer is the exit code that they ask for."""
    worst = CLEAN

    def watched() -> Iterator[Report]:
        nonlocal worst
        for report in reports:
            worst = max(worst, _exit_code(report))
            yield report

    render: Render = import_module(f"{output.__name__}.{style}").render
    sys.stdout.writelines(render(watched(), colours_for(sys.stdout)))
    sys.stdout.flush()
    return worst


def _exit_code(report: Report) -> int:
    if report.failed:
        return FAILED
    return FOUND if any(finding.severity == "error" for finding in report.findings) else CLEAN


def _explain(code: str) -> int:
    text = page(code)
    if text is None:
        complain(f"no such code: {code}{_suggestion(code)}")
        return FAILED
    print(text, end="")
    return CLEAN


def _suggestion(code: str) -> str:
    from difflib import get_close_matches  # only a mistyped code needs it

    close = get_close_matches(code, codes())
    return f", did you mean {' or '.join(close)}?" if close else ""


def _formats() -> list[str]:
    return sorted(module.removesuffix(".py") for module in os.listdir(output.__path__[0]) if module[0] != "_")


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


class _Version(argparse.Action):
    """`--version`, which looks for the version only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # measured: 30 ms

        print(f"puppet-check {version('puppet-check')}")
        parser.exit()


def complain(message: str) -> None:
    """Tell what is wrong with the call."""
    print(f"puppet-check: {message}", file=sys.stderr)
