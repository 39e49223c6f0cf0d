"""The facts that facterdb has recorded of each operating system, one machine a system.

`python -m release.recorded_facts` makes the data from facterdb (https://github.com/voxpupuli/facterdb, Apache-2.0): of each system the
facts of the latest version of Facter. Values are as recorded, those of the machine alone included, such as its addresses.
"""

from __future__ import annotations

import json
import os
import zlib
from functools import lru_cache
from typing import NamedTuple

from puppet_check.reading.files import read

DATA = os.path.join(os.path.dirname(__file__), "recorded_facts.json.z")
"""JSON, compressed with zlib: where the facts are from, the systems, and the values of each fact with the systems that have them."""

FACTER = (4, 10)
"""The version of Facter that comes with Puppet 8.10."""
UNTIL = os.path.join(os.path.dirname(__file__), "facts_until_4.10.json.z")
"""The same of the systems that the latest release of facterdb has, with the latest facts up to that version, as specs get them."""


class RecordedSystem(NamedTuple):
    """A system of which facts are recorded."""

    name: str
    """The fact `os.name`."""
    release: str
    """The release as modules name it in `metadata.json`, such as 9, 22.04 or 2016; without a graphical interface, 2016-core."""
    hardware: str
    """The fact `os.hardware`."""
    facter: str
    """The version of Facter."""


class _Recorded(NamedTuple):
    systems: tuple[RecordedSystem, ...]
    facts: dict[str, list[tuple[str, list[int]]]]
    """Values by the name of the fact: as JSON, so that only what is asked for becomes objects, and the indices of their systems."""


def systems(data: str = DATA) -> tuple[RecordedSystem, ...]:
    """The systems of which facts are recorded, by name, release and hardware."""
    return _recorded(data).systems


def facts_of(system: RecordedSystem, data: str = DATA) -> dict[str, object]:
    """The facts of a system by name, as data of JSON. They include legacy facts if those were recorded, which recent ones are not."""
    recorded = _recorded(data)
    number = recorded.systems.index(system)
    return {name: json.loads(text) for name, values in recorded.facts.items() for text, owners in values if number in owners}


@lru_cache(maxsize=2)
def _recorded(data: str) -> _Recorded:
    found = json.loads(zlib.decompress(read(data)))
    return _Recorded(tuple(RecordedSystem(*each) for each in found["systems"]), found["facts"])
