"""An object is changed by its own methods, and where it is made: other code assigns no attributes to it."""

from __future__ import annotations

import ast as python
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.cli.command import CHECKOUT

SOURCES = {
    str(path.relative_to(CHECKOUT / top)): python.parse(path.read_text("utf-8"))
    for top in ("server", "typesys")
    for path in sorted((CHECKOUT / top).rglob("*.py"))
}
SELF = frozenset(("self", "cls"))
