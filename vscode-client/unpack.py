"""Installs the wheels of a folder into the environment of the interpreter that runs it, without pip, in a second.

The folder has the wheels of one program and all its libraries, for several versions of Python and this system. Ends with an error, and
leaves it to pip, where a library has no wheel for this version.
"""

from __future__ import annotations

import configparser
import ctypes
import os
import re
import sys
import sysconfig
import zipfile
from collections.abc import Iterator

WHEEL = re.compile(r"(?P<name>[^-]+)-[^-]+(?:-\d[^-]*)?-(?P<python>[^-]+)-(?P<abi>[^-]+)-[^-]+\.whl")
OWN = f"cp{sys.version_info[0]}{sys.version_info[1]}"
# A path in the first line of a script may be too long or have spaces; the shell reads the second line, and Python sees a string.
SCRIPT = """\
#!/bin/sh
'''exec' "{python}" "$0" "$@"
' '''
import sys
from {module} import {function}

if __name__ == "__main__":
    sys.exit({call}())
"""


def main(folder: str) -> None:
    """Unpack one wheel of each distribution, and write its programs."""
    paths = sysconfig.get_paths()
    for wheel in chosen(sorted(os.listdir(folder))):
        with zipfile.ZipFile(os.path.join(folder, wheel)) as archive:
            library = [each for each in archive.namelist() if ".data/" not in each]
            archive.extractall(paths["purelib"], library)
            for each in library:
                # A library that is made for another system or another C library cannot be loaded.
                if each.endswith(".so"):
                    ctypes.CDLL(os.path.join(paths["purelib"], each))
            # Manual pages and completions are for who has the programs on PATH; other files would be missing.
            if any(".data/" in each and ".data/data/share/" not in each for each in archive.namelist()):
                raise SystemExit(f"{wheel} has files for other places than the library")
            entries = next((each for each in archive.namelist() if each.endswith(".dist-info/entry_points.txt")), None)
            if entries is not None:
                write_programs(archive.read(entries).decode(), paths["scripts"])


def chosen(files: list[str]) -> Iterator[str]:
    """The wheel of each distribution that fits this interpreter."""
    wheels = [each for each in map(WHEEL.fullmatch, files) if each is not None]
    for name in dict.fromkeys(each["name"] for each in wheels):
        ranked = [(rank(each["python"].split("."), each["abi"]), each.string) for each in wheels if each["name"] == name]
        best, file = max(ranked)
        if best == 0:
            raise SystemExit(f"{name} has no wheel for {OWN}")
        yield file


def rank(pythons: list[str], abi: str) -> int:
    """How well a wheel with these tags fits this interpreter; 0 if it cannot be loaded."""
    if abi == OWN:
        return 3
    if abi == "abi3":
        return 2 if any(re.fullmatch(r"cp3\d+", each) and int(each[3:]) <= sys.version_info[1] for each in pythons) else 0
    return 1 if abi == "none" and {"py3", OWN} & {*pythons} else 0


def write_programs(text: str, folder: str) -> None:
    """Write the programs that a distribution declares."""
    parser = configparser.ConfigParser(delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # names of programs keep their case
    parser.read_string(text)
    for name, target in parser["console_scripts"].items() if parser.has_section("console_scripts") else ():
        module, _, call = target.partition(":")
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(SCRIPT.format(python=sys.executable, module=module, function=call.partition(".")[0], call=call))
        os.chmod(path, 0o755)


if __name__ == "__main__":
    main(sys.argv[1])
