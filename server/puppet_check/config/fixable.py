"""Which codes have fixes, as data that `bench/fixable.py` finds out: a finding of such a code usually has one."""

from __future__ import annotations

import os
from functools import cache

from puppet_check.reading.files import read
from puppet_check.reading.json_data import loads

DATA = os.path.join(os.path.dirname(__file__), "fixable.json")


def fix_of(code: str) -> str:
    """`safe` if findings of a code have safe fixes, `unsafe` if they only have others, else empty."""
    return _table().get(code, "")


@cache
def _table() -> dict[str, str]:
    data = loads(read(DATA))
    assert isinstance(data, dict)
    return {code: safety for safety, codes in data.items() for code in codes}
