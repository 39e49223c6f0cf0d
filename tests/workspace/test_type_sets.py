"""The TypeSet of a module, in `types/init_typeset.pp`, and Object types of other files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.cli.in_process import findings

TYPE_SET = """type Car = TypeSet[{
  pcore_version => '1.0.0',
  version       => '1.0.0',
  types         => {
    Wheel  => Integer[1, 4],
    Wheels => Array[Wheel],
    Person => { attributes => { name => String } },
    Driver => Person{ attributes => { age => { type => Integer, value => 18 } } },
  }
}]
"""
USE = """class car (Car::Wheel $wheel = 2, Car::Wheels $all = [1], Optional[Car::Driver] $driver = undef) {
  $made = Car::Driver('me', 3)
  notice($made.name, $made.age, Car::Person('x').name, $wheel, $all, $driver)
}
"""
"""What Puppet 8.10 compiles."""


def codes(folder: Path, files: dict[str, str], path: str) -> list[str]:
    return [each.code for each in findings(folder, files) if each.path == path and each.severity in ("error", "warning")]


def test_types_of_a_type_set_exist(tmp_path: Path) -> None:
    files = {"car/types/init_typeset.pp": TYPE_SET, "car/manifests/init.pp": USE}
    assert codes(tmp_path, files, "car/manifests/init.pp") == codes(tmp_path, files, "car/types/init_typeset.pp") == []


def test_without_it_they_do_not(tmp_path: Path) -> None:
    files = {
        "car/manifests/init.pp": "class car (Car::Wheel $wheel = 2) {\n  notice($wheel)\n}\n",
        "car/types/other.pp": "type Car::Other = String\n",
    }
    assert codes(tmp_path, files, "car/manifests/init.pp") == ["unknown-resource-type"]


def test_a_type_set_has_the_name_of_its_module(tmp_path: Path) -> None:
    files = {"car/types/init_typeset.pp": TYPE_SET.replace("type Car ", "type Cart "), "car/manifests/init.pp": "class car { }\n"}
    assert codes(tmp_path, files, "car/types/init_typeset.pp") == ["misplaced-type"]


def test_a_catalog_leaves_them_unknown(tmp_path: Path) -> None:
    write(tmp_path, {"modules/car/types/init_typeset.pp": TYPE_SET, "modules/car/manifests/init.pp": USE, "environment.conf": ""})
    write(tmp_path, {"manifests/site.pp": "include car\nnotify { 'x': }\n"})
    done = run("puppet-eval", "--catalog", "manifests/site.pp", cwd=tmp_path)
    assert (done.code, done.err, "Notify[x]" in done.out) == (0, "", True)


@pytest.mark.parametrize(("call", "code"), [("M::Owner.new('a')", []), ("M::Owner('a')", []), ("M::Owner(1)", ["wrong-argument"])])
def test_objects_of_other_files_are_made(tmp_path: Path, call: str, code: list[str]) -> None:
    files = {
        "m/types/owner.pp": "type M::Owner = Object[{ attributes => { label => String } }]\n",
        "m/manifests/init.pp": f"class m {{\n  $made = {call}\n  notice($made.label)\n}}\n",
    }
    assert codes(tmp_path, files, "m/manifests/init.pp") == code
