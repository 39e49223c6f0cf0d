"""Words that lack a sign or a letter and are strings then: booleans, variables with hyphens, references without capitals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

CLASS = """class m (Optional[String] $data_dir = undef, $page = undef, $page_size = 1, String $user = 'a') {{
  {statement}
  notify {{ "${{data_dir}} ${{page}} ${{user}}": }}
}}
"""


CODES = ("bare-word", "broken-interpolation", "unknown-parameter", "wrong-value")


def found(folder: Path, init: str, codes: tuple[str, ...]) -> list[tuple[str, str]]:
    """The errors and warnings in the `init.pp` of a module that needs an absent one: their codes and messages."""
    files = {"m/metadata.json": '{"name": "a-m", "dependencies": [{"name": "b-absent"}]}', "m/manifests/init.pp": init}
    several = findings(folder, files)
    return [(code, message) for _, _, severity, code, message in several if severity in ("error", "warning") and code in codes]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("absent::thing { 'x': is_main => ture }", [("bare-word", "true")]),
        ("$data = { 'on' => fasle } notice($data)", [("bare-word", "false")]),
        ("service { 'x': enable => flase }", [("wrong-value", "false")]),
        ("cron { 'x': command => '/bin/x', weekday => tue }", []),
        ("absent::thing { 'x': is_main => tree }", []),
        ("absent::thing { 'x': is_main => 'ture' }", []),
        ("absent::thing { 'x': size => $page-size }", [("bare-word", "$page_size")]),
        ("absent::thing { 'x': path => $data - dir }", []),
        ("absent::thing { 'x': path => $data-folder }", []),
        ("absent::thing { 'x': require => user[$user] }", [("bare-word", "User")]),
        ("absent::thing { 'x': require => [User['b'], user[$user]] }", [("bare-word", "User")]),
        ("absent::thing { 'x': key => user[$user] }", []),
        ("Absent::Thing { notfiy => Class['absent'] }", [("unknown-parameter", "notify")]),
        ("Absent::Thing { notfiy => 'x' }", []),
        ("Absent::Thing { notifies => Class['absent'] }", []),
        ("""absent::thing { 'x': path => "/srv/$(module_name)" }""", [("broken-interpolation", "${module_name}")]),
        ("""[1].each |$part_name| { notice("/srv/$(part_name)", $part_name) }""", [("broken-interpolation", "${part_name}")]),
    ],
)
def test_words(tmp_path: Path, statement: str, expected: list[tuple[str, str]]) -> None:
    several = found(tmp_path, CLASS.format(statement=statement), CODES)
    assert [code for code, _ in several] == [code for code, _ in expected]
    assert all(meant in message for (_, message), (_, meant) in zip(several, expected, strict=True))


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        ("Optional[String] $x = 'undef'", ["bare-word"]),
        ("$x = 'undef'", ["bare-word"]),
        ("String $x = 'undef'", []),
        ("Strings $x", ["unknown-resource-type"]),
        ("Booleans $x", ["unknown-resource-type"]),
        ("Things $x", []),
    ],
)
def test_parameters(tmp_path: Path, parameter: str, expected: list[str]) -> None:
    init = f'class m ({parameter}) {{\n  notify {{ "${{x}}": }}\n}}\n'
    assert [code for code, _ in found(tmp_path, init, ("bare-word", "unknown-resource-type"))] == expected
