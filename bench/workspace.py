"""The cost of checking a workspace: cold, warm, after a change, on a large repository, and after an edit of one character.

    python -m bench.workspace [--reference COMMAND] [--large 3400] MODULES

Prints the CPU seconds of `puppet-check` on the folder with an empty store, again with nothing changed, and with one file changed, beside
those of the reference for parsing and validating the same files; the peak memory of its process tree on a control repository composed from
the modules; and how long complete findings take after an edit of one character in a long manifest.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from bench.speed import puppet_check, reference_seconds

from puppet_check.analysis import Analysis
from puppet_grammar.parse import Change
from tests.support.corpus import find_files


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--reference", default="reference parse", metavar="COMMAND", help="'' leaves the reference out")
    parser.add_argument("--large", type=int, default=3400, metavar="COUNT", help="how many manifests the large repository has")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "modules")
        shutil.copytree(options.modules, copy, symlinks=False, ignore_dangling_symlinks=True)
        os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
        files = find_files(copy)
        theirs = reference_seconds(files, options.reference) if options.reference else 0.0
        # The reference only reads manifests and templates; both are measured on the same files.
        same = _cpu(*map(str, files))
        print(
            f"{len(files)} manifests and templates, cold: {same:.2f} CPU seconds"
            + _ratio(same, theirs, "the reference's parse and validate")
        )
        shutil.rmtree(Path(folder, "cache"))
        cold = _cpu(str(copy))
        print(f"with data, metadata and templates in Ruby, cold: {cold:.2f} s" + _ratio(cold, same, "that"))
        warm = _cpu(str(copy))
        print(f"nothing changed: {warm:.2f} s" + _ratio(warm, cold, "cold"))
        manifest = copy / "apache" / "manifests" / "service.pp"
        manifest.write_text(manifest.read_text() + "\n# one more line\n")
        changed = _cpu(str(copy))
        print(f"one file changed: {changed:.2f} s" + _ratio(changed, cold, "cold"))
        print(f"a repository of {options.large} manifests: peak memory {_peak(large(Path(folder, 'large'), copy, options.large)):.0f} MB")
        for lines in (100, 1000, 5000):
            print(f"edit of one character, {lines} lines: {1000 * _edit(copy, lines):.1f} ms to complete findings (median)")


def _ratio(ours: float, other: float, name: str) -> str:
    return f", {ours / other:.2f} of {name} ({other:.2f} s)" if other else ""


def _cpu(*paths: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*puppet_check(), "--jobs", "2", "--format", "concise", *paths], stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def large(root: Path, modules: Path, count: int) -> Path:
    """Create a control repository with copies of the modules under new names."""
    (root / "modules").mkdir(parents=True)
    (root / "environment.conf").write_text("modulepath = modules\n")
    made = turn = 0
    while made < count:
        for module in sorted(modules.iterdir()):
            name = module.name if not turn else f"{module.name.replace('-', '_')}_{turn}"
            target = root / "modules" / name
            shutil.copytree(module, target)
            for path in target.rglob("*.pp"):
                made += 1
                if turn:
                    source = path.read_bytes()
                    path.write_bytes(source.replace(f"{module.name}::".encode(), f"{name}::".encode()))
            if made >= count:
                break
        turn += 1
    return root


def _peak(folder: Path) -> float:
    """The peak resident memory of the process tree in MB, with each shared page counted once."""
    process = subprocess.Popen(
        [*puppet_check(), "--no-cache", "--jobs", "2", "--format", "concise", str(folder)], stdout=subprocess.DEVNULL
    )
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(map(_share, _tree(process.pid))))
        time.sleep(0.05)
    return peak / 1024


def _tree(root: int) -> list[int]:
    found = [root]
    for pid in found:
        try:
            found += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        except OSError:
            continue
    return found


def _share(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _edit(modules: Path, lines: int) -> float:
    """The seconds from an edit to complete findings in a manifest of a loaded workspace."""
    pieces = [path.read_text(errors="replace").rstrip() for path in sorted(modules.glob("*/manifests/*.pp")) if path.stat().st_size < 3000]
    source = ""
    for piece in pieces:
        if source.count("\n") >= lines:
            break
        source += piece + "\n"
    path = modules / "apache" / "manifests" / "edited.pp"
    path.write_text(source)
    analysis = Analysis()
    taken: list[float] = []

    def run() -> None:
        analysis.open(str(path), source)
        analysis.check(str(path))
        data = source.encode()
        for turn in range(15):
            at = data.find(b"=> '", len(data) // 16 * (turn + 1)) + 4
            started = time.perf_counter()
            analysis.edit(str(path), [Change(at, at, b"x")])
            analysis.check(str(path))
            taken.append(time.perf_counter() - started)

    sys.setrecursionlimit(20_000)
    threading.stack_size(64 * 1024 * 1024)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    path.unlink()
    return statistics.median(taken)


if __name__ == "__main__":
    main()
