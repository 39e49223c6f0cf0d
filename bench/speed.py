"""The speed of parsing and checking on this machine.

    python -m bench.speed [--reference COMMAND] FOLDER

Prints the speed of parsing, of parsing and lowering, the CPU time of `puppet-check` on the whole folder beside that of the reference
for parsing and validating the same files in one warm process, the time of a whole `puppet-check` of one small file, and the time from
an edit of one character to new findings.
"""

from __future__ import annotations

import argparse
import gc
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from statistics import median

from puppet_grammar.lower import lower, read
from puppet_grammar.parse import Change, Mode, SyntaxTree, edit, mode_of, parse
from puppet_typesys.validate import validate
from tests.support.corpus import find_files
from tests.support.reference import COMMAND, Question, ask

Source = tuple[bytes, Mode]


def main() -> None:
    """Measure everything and print one line each."""
    parser = argparse.ArgumentParser(prog="bench.speed", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--reference", default=COMMAND, metavar="COMMAND", help="'' leaves the reference out")
    options = parser.parse_args()
    files = find_files(options.folder)
    sources = [(path.read_bytes(), mode_of(str(path))) for path in files]
    gc.disable()
    reading_speed(sources)
    edit_times(sources)
    gc.enable()
    small_file_time()
    ours = check_seconds(options.folder)
    print(f"puppet-check on {len(files)} files: {ours:.2f} CPU seconds")
    if options.reference:
        theirs = reference_seconds(files, options.reference)
        print(f"the reference on the same files: {theirs:.2f} CPU seconds; ours are {ours / theirs:.2f} of that")


def reading_speed(sources: list[Source]) -> None:
    """Measure parsing alone, and parsing with lowering."""
    size = sum(len(source) for source, _ in sources)
    lines = sum(source.count(b"\n") for source, _ in sources)
    parsing = best(lambda: for_each(sources, parse))
    lowering = best(lambda: for_each(sources, read))
    print(f"parse: {size / parsing / 1e6:.1f} MB/s")
    print(f"parse and lower: {lines / lowering:,.0f} lines/s")


def for_each(sources: list[Source], reading: Callable[[bytes, Mode], object]) -> None:
    """Parse all sources and discard the results."""
    for source, mode in sources:
        reading(source, mode)


def edit_times(sources: list[Source]) -> None:
    """Measure from an edit of one character to the findings of lowering and validation."""
    whole = [source for source, mode in sources if not mode.epp and len(source) > 2000]
    for length in (1000, 5000):
        tree = parse(b"\n".join(lines_of(whole, length)))
        times = median(findings_time(tree, Random(number)) for number in range(25))
        print(f"edit of one character in {length} lines to findings: {1000 * times:.1f} ms")


def lines_of(sources: Iterable[bytes], count: int) -> list[bytes]:
    """Real code of a number of lines, ending with a complete file."""
    lines: list[bytes] = []
    for source in sources:
        if len(lines) < count:
            lines += source.splitlines()
    return lines


def findings_time(tree: SyntaxTree, random: Random) -> float:
    """The seconds that one edit takes."""
    place = random.randrange(len(tree.text))
    start = time.perf_counter()
    after = edit(tree, Change(place, place, b"x"))
    program, problems = lower(after)
    validate(program, whole=not problems)
    return time.perf_counter() - start


def small_file_time() -> None:
    """Measure a process that checks one small file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "small.pp")
        file.write_text("class small {\n  file { '/tmp/a': ensure => file }\n}\n", encoding="utf-8")
        seconds = best(lambda: subprocess.run([*puppet_check(), str(file)], check=True, capture_output=True), times=7)
    print(f"puppet-check on one small file: {seconds:.3f} s")


def check_seconds(folder: Path) -> float:
    """The CPU seconds of `puppet-check` and its children on a folder."""
    before = children_seconds()
    subprocess.run([*puppet_check(), str(folder)], check=False, capture_output=True)
    return children_seconds() - before


def reference_seconds(files: list[Path], command: str) -> float:
    """The CPU seconds of the reference, without its start-up."""
    seconds = []
    for asked in ([], files):
        before = children_seconds()
        for _ in ask((Question(path, mode_of(str(path)), ("nopn",)) for path in asked), command):
            pass
        seconds.append(children_seconds() - before)
    return seconds[1] - seconds[0]


def children_seconds() -> float:
    """User and system time of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def puppet_check() -> list[str]:
    """The command line to run."""
    installed = shutil.which("puppet-check", path=str(Path(sys.executable).parent))
    return [installed] if installed else [sys.executable, "-c", "from puppet_check.cli.check import main; raise SystemExit(main())"]


def best(run: Callable[[], object], times: int = 3) -> float:
    """The shortest of several runs, in seconds."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


if __name__ == "__main__":
    main()
