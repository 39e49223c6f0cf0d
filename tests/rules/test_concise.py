"""Messages name the types of the code, where what they stand for fills the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

HEXADECIMAL = r"/\A[[:xdigit:]\]]{1,4}(:[[:xdigit:]]{1,4}){7}(\/(1([01][0-9]|[2][0-8])|[1-9][0-9]|[1-9]))?\z/"
PATTERNS = ", ".join(HEXADECIMAL.replace("7", str(each)) for each in range(4))
TYPES = f"type M::Address = Variant[M::Full, Pattern[{PATTERNS}]]\ntype M::Full = M::Short\n"
SHORT = "type M::Short = Pattern[/a/]\n"


@pytest.mark.parametrize(
    ("types", "type", "message"),
    [
        (TYPES + SHORT, "M::Address", "expects a M::Address value, got Integer"),
        (TYPES + SHORT, "Array[M::Address]", "expects an Array value, got Integer"),
        (SHORT, "M::Short", "expects a match for M::Short = Pattern[/a/], got Integer"),
    ],
)
def test_a_long_type_is_named(types: str, type: str, message: str, tmp_path: Path) -> None:
    found = findings(tmp_path, {"site.pp": f"{types}class m({type} $x) {{ notice($x) }}\nclass {{ 'm': x => 5 }}\n"})
    assert [each.message for each in found if each.code == "wrong-parameter"] == [f"Class[M]: parameter 'x' {message}"]
