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
        ("while IFS=, read -r user rest; do\necho $user\ndone", []),
        ("my ($user) = @_;\nprint $user;", []),
        ("function f($user) { return $user; }", []),
        ("param([string]$user)\nWrite-Host $user", []),
        ("set $user value;\nreturn $user;", []),
        ("mapfile -t user < file\necho $user", []),
        ("#!/bin/sh\necho $user", []),
        (". /etc/default/x\necho $user", []),
        ("log $user $remote_user;", []),
        ("address = $user$", []),
        ("User=$user\nExecReload=/bin/kill $MAINPID", [2]),
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
        ("valid users = @data_dir", []),
        ("write list: @data_dir", []),
        ("@data_dir: 5px;\nwidth: @data_dir;", []),
        ("@data_dir = 5\nx = @data_dir", []),
        ("def f\nx = @data_dir", []),
        ("SELECT a INTO @data_dir;\nSET x = @data_dir;", []),
    ],
)
def test_erb(tmp_path: Path, text: str, expected: list[int]) -> None:
    assert found(tmp_path, {"modules/m/templates/a.erb": f"{text}\n"}) == expected


def test_variables_of_web_servers(tmp_path: Path) -> None:
    text = "<%- | String $host, String $used | -%>\nserver {\n  proxy_set_header Host $host;\n  listen <%= $used %>;\n}\n"
    assert found(tmp_path, {"modules/m/templates/a.epp": text}) == []
