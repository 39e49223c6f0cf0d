"""Interpolations of which a sign is missing or another one, and texts that look alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

CODE = "broken-interpolation"
CLASS = """class m (String $release = '1', String $folder = '/srv', $base_path = '/') {{
  notify {{ {text}: }}
  notify {{ "in ${{release}} of ${{folder}}": }}
}}
"""


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('"/srv/$[release}/m"', ["$[release}"]),
        ('"/srv/$(release}/${folder}"', ["$(release}"]),
        ('"ä $[release}"', ["$[release}"]),
        ('"/srv/m_$release}.cfg"', ["$release}"]),
        ('"a $release}-{b} /$folder}-"', ["$release}", "$folder}"]),
        ('"/srv/$release}"', ["$release}"]),
        ('"  listen $release}"', []),
        ('"  listen $release} # end"', []),
        ('"$::m::release}/${folder}"', ["$::m::release}"]),
        ('"${folder}/{release}"', ["{release}"]),
        ('"${folder}/$[release"', []),
        ("\"awk '{ print $release}'\"", []),
        ('"{\\"release\\": $release}"', []),
        ('"${folder} {{release}} #{release} %{release} @{release} \\${release}"', []),
        ('"${folder} {release} {/release}"', []),
        ('"${folder} {other}"', []),
        ('"a ${$release} ${folder}"', []),
        ('"a ${ $release} ${folder}"', []),
        ('"{release}"', []),
        ('"{release}/{base_path}"', ["{base_path}"]),
        ('"/srv/$(release)"', ["$(release)"]),
        ('"/srv/$(base_path)/$[release]"', ["$(base_path)", "$[release]"]),
        ('"/srv/$(other_path)/{other_path}"', []),
        ('"/srv/$$(base_path)/\\$(release)"', []),
        ("'/srv/$[release}'", []),
        ('"\\$[release}"', []),
        ('inline_template("${folder} {release}")', []),
    ],
)
def test_each_is_found_and_what_looks_alike_is_not(text: str, written: list[str], tmp_path: Path) -> None:
    found = [each for each in findings(tmp_path, {"m/manifests/init.pp": CLASS.format(text=text)}) if each.code == CODE]
    assert sorted(each.message.partition("'")[2].partition("'")[0] for each in found) == sorted(written)
    assert {each.line for each in found} <= {2}


def test_a_variable_that_nothing_else_in_the_define_interpolates_may_be_a_place_holder(tmp_path: Path) -> None:
    code = 'define m::a ($release, $folder) { notify { "${folder}/{release}": } }\ndefine m::b ($release) { notify { "${release}": } }\n'
    assert [each for each in findings(tmp_path, {"m/manifests/a.pp": code}) if each.code == CODE] == []


@pytest.mark.parametrize(
    ("attribute", "count"),
    [
        ('command => "/bin/rm $(release)"', 0),
        ('command => "/bin/rm $(base_path)"', 1),
        ('cwd => "/srv/$(release)"', 1),
    ],
)
def test_a_shell_has_commands_of_one_word(attribute: str, count: int, tmp_path: Path) -> None:
    code = CLASS.format(text='"x"').replace('notify { "x": }', f"exec {{ '/bin/x': {attribute} }}")
    assert len([each for each in findings(tmp_path, {"m/manifests/init.pp": code}) if each.code == CODE]) == count
