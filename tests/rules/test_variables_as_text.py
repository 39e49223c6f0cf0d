"""Variables of Puppet in the text of templates, and variables of other programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

CODE = "variable-as-text"
PARAMETERS = "<%- | String $user, String $name_of_host | -%>\n"
CLASS = "class m(String $data_dir) {\n  file { '/a': content => template('m/a.erb') }\n}\n"


def found(folder: Path, files: dict[str, str]) -> list[int]:
    return [each.line for each in findings(folder, {"modules/m/manifests/init.pp": CLASS, **files}) if each.code == CODE]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("User=$user\n<%= $name_of_host %>", [2]),
        ("User=${user} x $user", [2]),
        ("User=<%= $user %> $user", []),
        ("# $user is the user", []),
        ("user=$(id -un)\necho $user", []),
        ("for user in a b; do echo $user; done", []),
        ("echo $username $user_x \\$user $user[0] ${user%x}", []),
    ],
)
def test_epp(tmp_path: Path, text: str, expected: list[int]) -> None:
    assert found(tmp_path, {"modules/m/templates/a.epp": f"{PARAMETERS}{text}\n"}) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dir: @data_dir", [1]),
        ("dir = '@data_dir';", [1]),
        ("# dir = @data_dir", []),
        ("dir = @data_dir_of_others", []),
        ("dir = @data", []),
        ("dir = a@data_dir", []),
        ("dir = @data_dir/x", []),
        ("dir = <%= x = @data_dir %>", []),
    ],
)
def test_erb(tmp_path: Path, text: str, expected: list[int]) -> None:
    assert found(tmp_path, {"modules/m/templates/a.erb": f"{text}\n"}) == expected
