"""The coverage of branches and lines in the format of lcov, as `genhtml` and services read it.

Branches and lines of which it is unknown whether they were evaluated are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.cli.paths import relative
from puppet_check.cli.untrusted import shown
from puppet_check.specs.covering import Covered, FileCoverage

DEFINITIONS = ("class", "define", "function")


def render(files: Sequence[FileCoverage]) -> Iterator[str]:
    """The document in pieces: a record for each file."""
    for each in files:
        yield f"TN:\nSF:{shown(relative(each.path))}\n"
        yield from _definitions(each)
        yield from _branches(each)
        yield from (f"DA:{line},{times}\n" for line, times in each.times.items())
        yield f"LF:{len(each.times)}\nLH:{sum(map(bool, each.times.values()))}\nend_of_record\n"


def _definitions(file: FileCoverage) -> Iterator[str]:
    found = [each for each in file.branches if each.branch.kind in DEFINITIONS and not each.is_open]
    yield from (f"FN:{_line(each, file)},{_name(each, file)}\n" for each in found)
    yield from (f"FNDA:{each.counted.times},{_name(each, file)}\n" for each in found)
    yield f"FNF:{len(found)}\nFNH:{sum(not each.is_missed for each in found)}\n"


def _branches(file: FileCoverage) -> Iterator[str]:
    found = [each for each in file.branches if each.branch.kind not in DEFINITIONS and not each.is_open]
    numbers: dict[int, int] = {}
    for each in sorted(found, key=lambda each: _line(each, file)):
        group = each.branch.group
        numbers[group] = number = numbers.get(group, -1) + 1
        taken = str(each.counted.times) if each.is_reached else "-"
        yield f"BRDA:{_line(each, file)},{group},{number},{taken}\n"
    yield f"BRF:{len(found)}\nBRH:{sum(not each.is_missed for each in found)}\n"


def _line(covered: Covered, file: FileCoverage) -> int:
    return file.text.line_of(covered.branch.start) + 1


def _name(covered: Covered, file: FileCoverage) -> str:
    return file.text.slice(*covered.branch.head)
