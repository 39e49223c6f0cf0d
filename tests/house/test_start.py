"""What every start of a program would pay for."""

from __future__ import annotations

import re
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
COMPILED = re.compile(r"^\w+(?:: [^=]+)? = (?:re|regex)\.compile\(", re.MULTILINE)


def test_modules_compile_no_regular_expressions_when_they_are_imported() -> None:
    found = [
        str(path.relative_to(CHECKOUT))
        for root in ("grammar/puppet_grammar", "typesys/puppet_typesys", "server/puppet_check")
        for path in (CHECKOUT / root).rglob("*.py")
        if COMPILED.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []  # `lazy_pattern` compiles them when they are first used.
