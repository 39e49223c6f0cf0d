"""Parameters without a name, as they are while they are typed."""

from __future__ import annotations

from pathlib import Path

from tests.cli.in_process import findings


def test_a_parameter_whose_name_is_not_typed_yet(tmp_path: Path) -> None:
    files = {"m/manifests/init.pp": 'define m ($a = 1, String $) {\n  notify { "${a}": }\n}\n', "m/metadata.json": "{}"}
    assert {each.code for each in findings(tmp_path, files) if "init.pp" in each.path} == {"illegal-param-name"}
