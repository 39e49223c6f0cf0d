"""Document symbols over the wire."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lsp.plain import session
from tests.support.lsp_client import Json


@pytest.mark.parametrize(
    "text",
    [
        "<%- | Integer $a, String x_import,\n| -%>\n  Import <%= $x_import %>\n",
        "<%- | Integer $a, String \nx_import,\n| -%>\n",
        "<%- | String, Integer $a, | -%>\n",
        "<%- | Integer $a, String = 5, | -%>\n",
    ],
)
def test_the_selection_of_a_symbol_is_inside_of_it_even_where_a_variable_is_missing(text: str, tmp_path: Path) -> None:
    path = tmp_path / "modules" / "m" / "templates" / "t.epp"
    with session(tmp_path) as client:
        client.open(path, text, language="epp")
        found: Json = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": path.as_uri()}})
    symbols = [(each["name"], *(_key(each[part]) for part in ("range", "selectionRange"))) for each in found]
    assert "$a" in [name for name, _, _ in symbols]
    for name, outer, inner in symbols:
        assert name != "$"
        assert outer[0] <= inner[0] <= inner[1] <= outer[1]


def _key(found: Json) -> tuple[tuple[int, int], tuple[int, int]]:
    first, last = ((each["line"], each["character"]) for each in (found["start"], found["end"]))
    return first, last
