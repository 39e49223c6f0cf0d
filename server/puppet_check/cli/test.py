"""`puppet-check test`: runs rspec-puppet specs without Ruby."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.changed_files import ChangedFile, changed_since
from puppet_check.cli.program import Ended
from puppet_check.cli.terminal import colours_for
from puppet_check.cli.testing import coverage, coverage_json, json, junit, lcov, text
from puppet_check.cli.testing.watching import watched
from puppet_check.cli.untrusted import shown
from puppet_check.config.error import ConfigError
from puppet_check.config.recorded_facts import UNTIL, systems
from puppet_check.reading.places import is_file, is_folder, is_there, real
from puppet_check.specs.catalogs.modules import FIXTURES, REQUIRED, has_fixtures, is_loaded, modules_beside
from puppet_check.specs.covering import FileCoverage, coverage_of
from puppet_check.specs.machine import Options
from puppet_check.specs.suite import Outcome, Running, SpecFile, module_of, run, spec_files
from puppet_check.specs.touching import Touching
from puppet_check.usage import Parser, number
from puppet_check.writing import write_named
from puppet_typesys.spelling import hint

PASSED, FAILED, OPEN = 0, 1, 2
SEVERITY = (PASSED, OPEN, FAILED)
"""The exit codes, of which the last one counts."""
MEANING = """\
Specs of classes, defines, functions, type aliases and hosts are interpreted, and their catalogs compiled by this program: no
Ruby and no Puppet is needed. Nothing of the repository is executed, and nothing is downloaded: modules are those in
spec/fixtures/modules. An example passes only if all of it was run and every value that it looks at is known. Others are
unknown, or not supported, with the reason. The ids are those of RSpec.

Exit code: 0 if all examples ran and passed, 1 if one failed, 2 if one is unknown or not supported (see --allow-unsupported),
and for wrong usage."""


class Command(NamedTuple):
    """What `puppet-check test` is asked to do."""

    paths: tuple[str, ...]
    k: str
    os: tuple[str, ...] | None
    os_limit: int
    jobs: int
    junit: str | None
    format: str
    list_unsupported: bool
    allow_unsupported: bool
    coverage: bool
    coverage_json: str | None
    coverage_lcov: str | None
    coverage_fail_under: float | None
    watch: bool
    changed_since: str | None

    @property
    def counts(self) -> bool:
        """Whether the coverage of branches is asked for."""
        return self.coverage or bool(self.coverage_json or self.coverage_lcov) or self.coverage_fail_under is not None


def test(arguments: Sequence[str]) -> Ended:
    """Run the command with the arguments after its name. Raises a ConfigError."""
    command = parsed(Command, parser(), arguments)
    _require_known_systems(command.os or ())
    files = _files(command)
    options = Options(systems=command.os_limit, only=command.os or (), named=command.k)
    running = Running(options, command.counts)
    if command.watch:
        watched(partial(_files, command), running, command.jobs, partial(_shown_again, command))
    sys.stdout.writelines(_notes(files) if command.format == "text" else ())
    return Ended((), _reported(command, _outcomes(command, run(files, running, command.jobs))))


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check test",
        description="Run rspec-puppet specs without Ruby.",
        epilog=MEANING,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help="a module, a folder of specs or a spec file (default: the current folder)")
    add("-k", metavar="NAME", default="", help="run the examples whose id or description contains this")
    add("--os", action="append", metavar="SYSTEM", help="run on_supported_os for these systems only, such as debian-12")
    add("--os-limit", metavar="N", type=number, default=0, help="run for so many systems of each on_supported_os, the newest first")
    add("--jobs", metavar="N", type=number, default=0, help="number of worker processes (default: one per processor)")
    add("--junit", metavar="FILE", help="also write a report in JUnit XML")
    add("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    add("--list-unsupported", action="store_true", help="list each example that is unknown or not supported, with its id")
    add("--allow-unsupported", action="store_true", help="exit with 0 although examples are unknown or not supported")
    add("--coverage", action="store_true", help="show which branches of manifests no example evaluates, and which resources none looks at")
    add("--coverage-json", metavar="FILE", help="also write the coverage as JSON")
    add("--coverage-lcov", metavar="FILE", help="also write the coverage in the format of lcov")
    add("--coverage-fail-under", metavar="PERCENT", type=percent, help="exit with 1 if fewer branches are covered")
    add("--watch", action="store_true", help="run again after each change, what it affects first")
    add("--changed-since", metavar="REV", help="run only what changes since a revision of git may affect")
    return made


def percent(text: str) -> float:
    """A percentage. Raises ArgumentTypeError."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 100:
        raise argparse.ArgumentTypeError(f"'{text}' is not a percentage; expected a number from 0 to 100")
    return found


def _require_known_systems(names: Sequence[str]) -> None:
    """Raise ConfigError for a name that no system begins with."""
    known = [f"{each.name.lower()}-{each.release}-{each.hardware}" for each in systems(UNTIL)] if names else []
    for name in names:
        if not any(each.startswith(name) for each in known):
            short = {each.rpartition("-")[0] for each in known}
            raise ConfigError(f"--os {name}: no such system; expected one such as debian-12{hint(name, short)}")


def _files(command: Command) -> list[SpecFile]:
    """The spec files that are asked for. Raises ConfigError."""
    found: dict[SpecFile, None] = {}
    for each in command.paths or (os.curdir,):
        if not is_there(each):
            raise ConfigError(f"{each}: no such file or folder")
        if module_of(each) is None:
            raise ConfigError(f"{each}: not in a module; expected a folder with a metadata.json or spec/spec_helper.rb around it")
        if is_file(each) and not each.endswith(".rb"):
            raise ConfigError(f"{each}: not a spec; expected a file such as spec/classes/init_spec.rb, or a folder")
        found.update(dict.fromkeys(spec_files(each)))
    files = [*found]
    if command.changed_since is not None:
        files = _affected(files, command.changed_since)
    return files


def _affected(files: list[SpecFile], revision: str) -> list[SpecFile]:
    """The spec files that changes may touch."""
    affected: list[SpecFile] = []
    for folder in dict.fromkeys(each.folder for each in files):
        changed = changed_since(folder, revision)
        top = real(folder) + os.sep
        changes = {os.path.join(folder, path[len(top) :]): _before(file) for path, file in changed.files.items() if path.startswith(top)}
        own = [each for each in files if each.folder == folder]
        affected += Touching(folder, own).touched(changes, own) if changes else []
    return affected


def _before(file: ChangedFile) -> bytes | None:
    """The text of a file at the revision, if it was at the same place."""
    return file.source if file.before == file.path and is_there(file.path) else None


class Timed(NamedTuple):
    """Outcomes, and the seconds that they took."""

    outcomes: Sequence[Outcome]
    seconds: float


def _shown_again(
    command: Command, files: Sequence[SpecFile], outcomes: Iterator[Outcome], kept: Mapping[SpecFile, Outcome]
) -> Sequence[Outcome]:
    """Show the outcomes of spec files that are watched, with those of others from before; return the new ones."""
    if kept and command.format == "text":
        word = "file" if len(files) == 1 else "files"
        sys.stdout.write(f"\nRunning {len(files)} spec {word}, {len(kept)} unchanged\n")
    elif command.format == "text":
        sys.stdout.writelines(_notes(files))
    found = _outcomes(command, outcomes)
    made = {each.file: each for each in found.outcomes}
    every = sorted((*made.values(), *kept.values()), key=_path)
    _reported(command, found._replace(outcomes=every))
    return found.outcomes


def _path(outcome: Outcome) -> str:
    return outcome.file.path


def _outcomes(command: Command, outcomes: Iterator[Outcome]) -> Timed:
    """The outcomes of spec files, shown as they come."""
    started = time.perf_counter()
    colours = colours_for(sys.stdout)
    found: list[Outcome] = []
    for outcome in outcomes:
        found.append(outcome)
        if command.format == "text":
            sys.stdout.write(text.marks(outcome, colours))
            sys.stdout.flush()
    return Timed(found, time.perf_counter() - started)


def _reported(command: Command, timed: Timed) -> int:
    """Print and write the results, and return the exit code."""
    colours = colours_for(sys.stdout)
    is_text = command.format == "text"
    outcomes, seconds = timed
    if is_text:
        sys.stdout.write("\n")
        sys.stdout.writelines(text.report(outcomes, seconds, colours, lists_all=command.list_unsupported))
    covered = coverage_of(outcomes) if command.counts else []
    if not is_text:
        shown_coverage = "".join(coverage_json.render(covered, outcomes)) if command.coverage else ""
        sys.stdout.writelines(json.render(outcomes, seconds, shown_coverage))
    elif command.coverage:
        sys.stdout.writelines(coverage.report(covered, outcomes))
    sys.stdout.flush()
    if command.junit is not None:
        _write("--junit", command.junit, junit.render(outcomes))
    if command.coverage_json is not None:
        _write("--coverage-json", command.coverage_json, coverage_json.render(covered, outcomes))
    if command.coverage_lcov is not None:
        _write("--coverage-lcov", command.coverage_lcov, lcov.render(covered))
    return max(_code(command, outcomes), _coverage_code(command, covered), key=SEVERITY.index)


def _coverage_code(command: Command, files: Sequence[FileCoverage]) -> int:
    """The exit code for the coverage, which is explained if it is too low."""
    least, found = command.coverage_fail_under, coverage.totals_of(files).percent
    if least is None or found >= least:
        return PASSED
    print(f"puppet-check: coverage of {coverage.rounded(found):.1f}% is below {least:g}%", file=sys.stderr)
    return FAILED


def _notes(files: Sequence[SpecFile]) -> Iterator[str]:
    """What the user should know before the results."""
    for folder in dict.fromkeys(each.folder for each in files):
        if not is_loaded(folder):
            needed = ", ".join(f"`{each}`" for each in REQUIRED)
            yield shown(f"{os.path.relpath(folder)}: Puppet does not load the module; expected {needed} in its `metadata.json`") + "\n"
        if not has_fixtures(folder):
            names = ", ".join(sorted(each.name for each in modules_beside(folder)))
            there = f"the modules beside it are used: {names}" if names else "only the module itself is there"
            yield shown(f"{os.path.relpath(folder)}: there is no {FIXTURES}, so that {there}") + "\n"


def _write(option: str, path: str, content: Iterable[str]) -> None:
    if is_folder(path):
        raise ConfigError(f"{option} {path}: a folder")
    try:
        write_named(path, "".join(content).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise ConfigError(f"{option} {path}: cannot write the file: {error.strerror}") from None


def _code(command: Command, outcomes: Sequence[Outcome]) -> int:
    statuses = {each.status for outcome in outcomes for each in outcome.results}
    if not statuses and command.k:
        print(shown(f"puppet-check: no example matches -k {command.k}"), file=sys.stderr)
        return OPEN
    if "failed" in statuses:
        return FAILED
    return OPEN if statuses & {"unknown", "unsupported"} and not command.allow_unsupported else PASSED
