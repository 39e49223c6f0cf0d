"""References in closed files, of which only the statements with the name are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.features.occurrences import occurrences_at
from puppet_check.features.references import references_of
from tests.features.project import Place

CLASS = "modules/m/manifests/tls.pp"


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("include m::tls", 1),
        ("include a,\n  # the second\n  ::m::tls", 1),
        ("if $x {\n  case $y {\n    'a': { contain m::tls }\n    default: { }\n  }\n}", 1),
        ("class m::a inherits m::tls { }", 1),
        ("class m::a(\n  $x = $m::tls::port,\n  $y = $::m::tls::port,\n) { }", 2),
        ("class m::a { notify { 'a': message => \"${m::tls::port}\" } }", 1),
        ("class { 'm::tls': }\nClass['m::tls'] -> Class[m::tls]", 3),
        ("$x.each |$y| { include m::tls }", 1),
        ("notify { 'a': message => @(\"END\") }\n  # ${m::tls::port}\n  | END\n", 1),
        ("create_resources('class', { 'm::tls' => { } })", 1),
        ("# include m::tls\n", 0),
        ("$x = '/etc/m::tls/a'\n", 0),
        ("include m::tls::inner\n$z = $m::tls::inner::x\n", 0),
        ("notice('m::tls')", 0),
    ],
)
def test_references_in_a_closed_file(code: str, count: int, tmp_path: Path) -> None:
    files = {"environment.conf": "modulepath = modules\n", CLASS: "class m::tls|($port = 1) { }\n", "modules/m/manifests/a.pp": code}
    place = Place(tmp_path, CLASS, files)
    symbol = occurrences_at(place.view, place.offset)[0].symbol
    found = references_of(symbol, place.view, place.project_files)
    assert len([each for each in found if each.role != "define"]) == count
