"""Go to type definition: what the type of a variable names."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.features.navigation.definition import type_definition
from tests.features.project import Place

M = "modules/m/manifests/init.pp"
FILES = {
    "environment.conf": "modulepath = modules\n",
    "modules/m/types/port.pp": "type M::Port = Integer\n",
    "modules/m/manifests/d.pp": "define m::d() { }\n",
    "modules/m/manifests/c.pp": "class m::c { }\n",
    "modules/m/lib/puppet/type/thing.rb": "Puppet::Type.newtype(:thing) do\n  newparam(:name)\nend\n",
}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class m(Optional[M::Port] $|x) { }", ["port.pp"]),
        ("class m(Sensitive[Array[M::Port]] $|x) { }", ["port.pp"]),
        ("class m { $x = M::D['a'] notice($|x) }", ["d.pp"]),
        ("class m { $x = Class['m::c'] notice($|x) }", ["c.pp"]),
        ("class m { $x = Thing['a'] notice($|x) }", ["thing.rb"]),
        ("class m(Type[M::D] $|x) { }", ["d.pp"]),
        ("class m { $x = File['/a'] notice($|x) }", []),
        ("class m { $x = 1 notice($|x) }", []),
    ],
)
def test_the_type_of_a_variable(code: str, expected: list[str], tmp_path: Path) -> None:
    place = Place(tmp_path, M, {**FILES, M: code})
    found = type_definition(place.view, place.offset, place.project_files)
    assert [Path(each.path).name for each in found] == expected
