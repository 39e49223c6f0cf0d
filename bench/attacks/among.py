"""Checks a project of some hundred files without and with hostile files among them, and compares the findings of the others and the time.

python -m bench.attacks.among MODULES [--files 480] [--hostile 20] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.attacks.attack import Attack
from bench.attacks.families import all_attacks
from bench.attacks.run import COMMANDS

MOST = 64 << 10
"""Bytes of the largest hostile file."""


def main() -> int:
    """Compare; 0 if the findings are the same and the time is at most twice as much."""
    parser = argparse.ArgumentParser(prog="bench.attacks.among", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--files", type=int, default=480)
    parser.add_argument("--hostile", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = random.Random(options.seed).sample(_hostile(), options.hostile)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "project"
        _copy(options.modules, folder, options.files)
        before, seconds_before = _check(folder)
        own = folder / "attacks" / "manifests"
        own.mkdir(parents=True)
        for number, (label, text) in enumerate(chosen):
            (own / f"hostile{number}.pp").write_bytes(text)
            print(f"hostile{number}.pp: {label}")
        after, seconds_after = _check(folder)
    others = [each for each in after if "/attacks/" not in each[0]]
    print(f"{len(before)} findings in {seconds_before:.1f} s")
    print(f"{len(others)} findings in {seconds_after:.1f} s with {len(chosen)} hostile files")
    print(f"{'the same' if before == others else 'other'} findings, {seconds_after / seconds_before:.2f} x the time")
    return 0 if before == others and seconds_after <= 2 * seconds_before else 1


def _hostile() -> list[tuple[str, bytes]]:
    """The hostile manifests among the attacks."""
    found: list[tuple[str, bytes]] = []
    for attack in all_attacks():
        if attack.program == "check":
            found += [(f"{attack.kind}: {attack.name}", text) for text in _manifests(attack)]
    return found


def _manifests(attack: Attack) -> list[bytes]:
    if len(attack.files) > 1:
        return []
    texts = [each for name, each in attack.files.items() if name.endswith(".pp") and isinstance(each, str | bytes)]
    as_bytes = [each.encode("utf-8", "surrogateescape") if isinstance(each, str) else each for each in texts]
    return [each for each in as_bytes if len(each) <= MOST]


def _copy(modules: Path, folder: Path, most: int) -> None:
    """Copy whole modules until there are enough manifests."""
    count = 0
    for module in sorted(modules.iterdir()):
        inside = len([*module.rglob("*.pp")])
        if count + inside <= most + 20:
            shutil.copytree(module, folder / module.name, symlinks=True)
            count += inside
        if count >= most:
            return


def _check(folder: Path) -> tuple[list[tuple[str, int, str, str]], float]:
    """The findings in a folder, and the seconds that it took."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    started = time.monotonic()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*COMMANDS["check"], "--format", "json", str(folder)], capture_output=True, env=env, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    print(f"exit code {done.returncode}, {time.monotonic() - started:.1f} s on the wall, {spent:.1f} s of processor time")
    return sorted((each["file"], each["line"], each["code"], each["message"]) for each in json.loads(done.stdout)), spent


if __name__ == "__main__":
    sys.exit(main())
