"""What a function written in Puppet returns is what its text says now, also where it is called in other documents."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import write
from tests.lsp.plain import codes, session

FILES = {
    "environment.conf": "",
    "modules/m/functions/outer.pp": "function m::outer($x) { m::inner($x) }\n",
    "modules/m/functions/inner.pp": "function m::inner($x) { $x + 1 }\n",
    "modules/m/manifests/init.pp": "class m(Integer[1, 5] $x) {\n  $value = m::outer($x)\n  $sum = 1 + $value\n}\n",
}


def test_an_edit_of_a_function_changes_hovers_and_findings_of_its_callers(tmp_path: Path) -> None:
    write(tmp_path / "code", FILES)
    caller, function = (tmp_path / "code" / name for name in ("modules/m/manifests/init.pp", "modules/m/functions/inner.pp"))
    with session(tmp_path, tmp_path / "code") as client:
        client.open(caller, caller.read_text())
        assert codes(client.published(caller)[1]) == []
        assert "Integer[2, 6]" in client.at("textDocument/hover", caller, 1, 4)["contents"]["value"]
        client.open(function, function.read_text())
        client.published(function)
        before = len(client.came)
        client.edit(function, 1, (0, 24, 0, 30, "[$x]"))
        assert codes(client.published(caller, since=before)[1]) == ["not-numeric"]
        assert "Tuple[Integer[1, 5]]" in client.at("textDocument/hover", caller, 1, 4)["contents"]["value"]
