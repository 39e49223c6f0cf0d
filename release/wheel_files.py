"""Builds what a release has besides packages from a wheel that is there: the single file, and with `--sbom` the bill of materials.

    python -m release.wheel_files dist/puppet_check-1.2.0-cp311-abi3-manylinux_2_28_x86_64.whl files --sbom

The single file is for the Python that runs this, whose version its name has.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from release.artifacts import PROGRAM, SUMS, build
from release.versions import ReleaseError

ROOT = Path(__file__).parent.parent


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="release.wheel_files", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("folder", type=Path, help="where the files are written")
    parser.add_argument("--sbom", action="store_true", help="make the bill of materials as well")
    options = parser.parse_args()
    try:
        for path in files_of(options.wheel, options.folder, ("pyz", "sbom") if options.sbom else ("pyz",)):
            print(path.name, flush=True)
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 2
    return 0


def files_of(wheel: Path, folder: Path, kinds: tuple[str, ...]) -> list[Path]:
    """The paths of the files that are made of a wheel. Raises ReleaseError."""
    if not wheel.is_file():
        raise ReleaseError(f"{wheel}: expected the wheel that the files are made of")
    time = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    version = ".".join(map(str, sys.version_info[:2]))
    with tempfile.TemporaryDirectory() as temporary:
        output = Path(temporary)
        shutil.copy(wheel, output)
        made = [each for each in build(ROOT, output, kinds, int(time or 0)) if each.name != SUMS]
        folder.mkdir(parents=True, exist_ok=True)
        names = {f"{PROGRAM}.pyz": f"{PROGRAM}-python{version}.pyz"}
        return [Path(shutil.copy(each, folder / names.get(each.name, each.name))) for each in made]


if __name__ == "__main__":
    raise SystemExit(main())
