"""`puppet-check compare` reports what a change breaks for others, and which version it takes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import run, write
from tests.support.repository import committed, git

Files = dict[str, str]


def metadata(version: str, **others: object) -> Files:
    """A metadata.json."""
    return {"metadata.json": json.dumps({"name": "x-m", "version": version, **others})}


def compared(folder: Path, *arguments: str) -> dict[str, Any]:
    """What the command reports about the only module, as data, with its exit code."""
    answer = run("puppet-check", "compare", "--format", "json", *(arguments or ("HEAD",)), cwd=folder)
    assert not answer.err
    (module,) = json.loads(answer.out)
    return {**module, "code": answer.code}


def function(*types: str) -> str:
    """A function in Ruby with a signature for each type."""
    signatures = "".join(f"  dispatch :a{number} do\n    param '{type}', :x\n  end\n" for number, type in enumerate(types))
    return f"Puppet::Functions.create_function(:'m::g') do\n{signatures}end\n"


def resource_type(parameters: str, values: str) -> str:
    """A resource type with some parameters and the values of a property."""
    return f"Puppet::Type.newtype(:t) do\n  newparam(:name)\n{parameters}  newproperty(:b) do\n    newvalues({values})\n  end\nend\n"


HIERA = {"hiera.yaml": "version: 5\nhierarchy:\n  - name: c\n    paths: ['os/%{facts.os.family}.yaml', common.yaml]\n"}
OLD_API = "module Puppet::Parser::Functions\n  newfunction(:g, type: :rvalue, arity: -2) { |args| args[0] }\nend\n"
ANY = "Puppet::Functions.create_function(:g) do\n  dispatch :a do\n    repeated_param 'Any', :x\n  end\n  def a(*x) = 1\nend\n"

CHANGES: dict[str, tuple[Files, Files, list[tuple[str, str]]]] = {
    "a default that moves to the data of the module": (
        {"manifests/a.pp": "class m::a($x = 1) { }"},
        {"manifests/a.pp": "class m::a($x) { }", "data/common.yaml": "m::a::x: 1\n", **HIERA},
        [],
    ),
    "a default that moves to the data for some systems": (
        {"manifests/a.pp": "class m::a($x = 1) { }"},
        {"manifests/a.pp": "class m::a($x) { }", "data/os/Debian.yaml": "m::a::x: 1\n", **HIERA},
        [],
    ),
    "a default in the data of the module": (
        {"manifests/a.pp": "class m::a($x) { }", "data/common.yaml": "m::a::x: 1\n", **HIERA},
        {"manifests/a.pp": "class m::a($x) { }", "data/common.yaml": "m::a::y: 1\n", **HIERA},
        [("parameter-required", "class `m::a`")],
    ),
    "data of a function": (
        {"manifests/a.pp": "class m::a($x = 1) { }"},
        {
            "manifests/a.pp": "class m::a($x) { }",
            "functions/d.pp": "function m::d($o, $c) { {} }",
            "hiera.yaml": "version: 5\nhierarchy:\n  - name: f\n    data_hash: m::d\n",
        },
        [("definition-added", "function `m::d`")],
    ),
    "data for a define, which is not used": (
        {"manifests/a.pp": "define m::a($x = 1) { }"},
        {"manifests/a.pp": "define m::a($x) { }", "data/common.yaml": "m::a::x: 1\n", **HIERA},
        [("parameter-required", "define `m::a`")],
    ),
    "a function of the old API in the new one": (
        {"lib/puppet/parser/functions/g.rb": OLD_API},
        {"lib/puppet/functions/g.rb": ANY},
        [],
    ),
    "a function of the old API with fewer arguments in the new one": (
        {"lib/puppet/parser/functions/g.rb": OLD_API},
        {"lib/puppet/functions/g.rb": ANY.replace("repeated_param", "param")},
        [("call-removed", "function `g`")],
    ),
    "a class": ({"manifests/a.pp": "class m::a { }"}, {}, [("definition-removed", "class `m::a`")]),
    "a define": (
        {"manifests/a.pp": "define m::a() { }"},
        {"manifests/a.pp": "class m::a { }"},
        [("definition-added", "class `m::a`"), ("definition-removed", "define `m::a`")],
    ),
    "a function": ({"functions/f.pp": "function m::f() { 1 }"}, {}, [("definition-removed", "function `m::f`")]),
    "a type": ({"types/t.pp": "type M::T = Integer"}, {}, [("definition-removed", "type `m::t`")]),
    "a fact": ({"lib/facter/f.rb": "Facter.add(:f) { setcode { 1 } }\n"}, {}, [("definition-removed", "fact `f`")]),
    "a plan": ({"plans/p.pp": "plan m::p() { }"}, {}, [("definition-removed", "plan `m::p`")]),
    "a private class": ({"manifests/a.pp": "# @api private\nclass m::a { }"}, {}, []),
    "a class with assert_private": ({"manifests/a.pp": "class m::a {\n  assert_private()\n}"}, {}, []),
    "a class that becomes private": (
        {"manifests/a.pp": "class m::a { }"},
        {"manifests/a.pp": "# @api private\nclass m::a { }"},
        [("definition-private", "class `m::a`")],
    ),
    "a new class": ({}, {"manifests/a.pp": "class m::a { }"}, [("definition-added", "class `m::a`")]),
    "a body": ({"manifests/a.pp": "class m::a { }"}, {"manifests/a.pp": "class m::a { notify { 'x': } }"}, []),
    "a parameter": (
        {"manifests/a.pp": "class m::a($x = 1, $y = 1) { }"},
        {"manifests/a.pp": "class m::a($y = 1) { }"},
        [("parameter-removed", "class `m::a`")],
    ),
    "a parameter that becomes required": (
        {"manifests/a.pp": "class m::a($x = 1) { }"},
        {"manifests/a.pp": "class m::a($x) { }"},
        [("parameter-required", "class `m::a`")],
    ),
    "a new required parameter": (
        {"manifests/a.pp": "class m::a() { }"},
        {"manifests/a.pp": "class m::a($x) { }"},
        [("parameter-required", "class `m::a`")],
    ),
    "a new parameter": (
        {"manifests/a.pp": "class m::a() { }"},
        {"manifests/a.pp": "class m::a($x = 1) { }"},
        [("parameter-added", "class `m::a`")],
    ),
    "a default": (
        {"manifests/a.pp": "class m::a($x = 1) { }"},
        {"manifests/a.pp": "class m::a($x = 2) { }"},
        [("default-changed", "class `m::a`")],
    ),
    "a narrower type": (
        {"manifests/a.pp": "class m::a(Integer $x) { }"},
        {"manifests/a.pp": "class m::a(Integer[1] $x) { }"},
        [("type-narrowed", "class `m::a`")],
    ),
    "a wider type": (
        {"manifests/a.pp": "class m::a(Integer $x) { }"},
        {"manifests/a.pp": "class m::a(Variant[Integer, String] $x) { }"},
        [("type-widened", "class `m::a`")],
    ),
    "a new type": (
        {"manifests/a.pp": "define m::a($x) { }"},
        {"manifests/a.pp": "define m::a(String $x) { }"},
        [("type-narrowed", "define `m::a`")],
    ),
    "the same type in other words": (
        {"manifests/a.pp": "class m::a(Optional[String] $x) { }"},
        {"manifests/a.pp": "class m::a(Variant[Undef,\n String] $x) { }"},
        [],
    ),
    # For classes, undef stands for the default.
    "undef of a parameter with a default": (
        {"manifests/a.pp": "class m::a(Optional[String] $x = undef) { }"},
        {"manifests/a.pp": "class m::a(String $x = 'a') { }"},
        [("default-changed", "class `m::a`")],
    ),
    "an alias": (
        {"types/t.pp": "type M::T = Integer", "manifests/a.pp": "class m::a(M::T $x) { }"},
        {"types/t.pp": "type M::T = Integer[0]", "manifests/a.pp": "class m::a(M::T $x) { }"},
        [("type-narrowed", "type `m::t`")],
    ),
    "a type instead of an alias": (
        {"types/t.pp": "type M::T = Integer", "manifests/a.pp": "class m::a(M::T $x) { }"},
        {"types/t.pp": "type M::T = Integer", "manifests/a.pp": "class m::a(Integer $x) { }"},
        [],
    ),
    "a type of a module that is not there": (
        {"manifests/a.pp": "class m::a(Other::T $x) { }"},
        {"manifests/a.pp": "class m::a(Other::U $x) { }"},
        [],
    ),
    "fewer arguments": (
        {"functions/f.pp": "function m::f($a, $b = 1) { 1 }"},
        {"functions/f.pp": "function m::f($a) { 1 }"},
        [("call-removed", "function `m::f`")],
    ),
    "more arguments": ({"functions/f.pp": "function m::f($a) { 1 }"}, {"functions/f.pp": "function m::f($a, $b = 1) { 1 }"}, []),
    "a required argument": (
        {"functions/f.pp": "function m::f($a) { 1 }"},
        {"functions/f.pp": "function m::f($a, $b) { 1 }"},
        [("call-removed", "function `m::f`")],
    ),
    "names of arguments": ({"functions/f.pp": "function m::f($a) { 1 }"}, {"functions/f.pp": "function m::f($b) { 1 }"}, []),
    "a return type": (
        {"functions/f.pp": "function m::f() >> Integer { 1 }"},
        {"functions/f.pp": "function m::f() >> Numeric { 1 }"},
        [("return-type-changed", "function `m::f`")],
    ),
    "signatures in Ruby": (
        {"lib/puppet/functions/m/g.rb": function("Variant[String, Integer]")},
        {"lib/puppet/functions/m/g.rb": function("String", "Integer")},
        [],
    ),
    "a resource type": (
        {"lib/puppet/type/t.rb": resource_type("  newparam(:a)\n", ":x, :y")},
        {"lib/puppet/type/t.rb": resource_type("", ":x")},
        [("attribute-removed", "resource type `t`"), ("value-removed", "resource type `t`")],
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changes(name: str, tmp_path: Path) -> None:
    before, after, expected = CHANGES[name]
    for folder, files in (("old", before), ("new", after)):
        write(tmp_path / folder / "m", {**metadata("1.2.3"), **files})
    found = compared(tmp_path / "new" / "m", "../../old/m")
    assert sorted((each["code"], each["subject"]) for each in found["changes"]) == expected
    breaks = any(each["step"] == "major" for each in found["changes"])
    assert (found["code"], found["next"]) == ((1, "2.0.0") if breaks else (0, "1.3.0" if expected else "1.2.4"))


def test_systems_and_requirements(tmp_path: Path) -> None:
    systems = [{"operatingsystem": "Debian", "operatingsystemrelease": ["11", "12"]}, {"operatingsystem": "Fedora"}]
    puppet = [{"name": "puppet", "version_requirement": ">= 7.0.0 < 9.0.0"}]
    committed(tmp_path, metadata("1.0.0", operatingsystem_support=systems, requirements=puppet))
    systems[0]["operatingsystemrelease"] = ["12", "13"]
    puppet[0]["version_requirement"] = ">= 8.0.0 < 10.0.0"
    write(tmp_path, metadata("2.0.0", operatingsystem_support=systems[:1], requirements=puppet))
    found = compared(tmp_path)
    assert [each["message"] for each in found["changes"]] == [
        "support for Debian 11 was removed",
        "support for Fedora was removed",
        "requires puppet >= 8.0.0 < 10.0.0, which does not include all of >= 7.0.0 < 9.0.0",
    ]
    assert found["code"] == 0


REMOVED = {"manifests/a.pp": ""}
ADDED = {"manifests/b.pp": "class m::b { }\n"}


@pytest.mark.parametrize(
    ("before", "after", "files", "next", "code"),
    [
        ("1.2.3", "1.2.3", {}, "1.2.4", 0),
        ("1.2.3", "1.2.3", ADDED, "1.3.0", 0),
        ("1.2.3", "1.2.3", REMOVED, "2.0.0", 1),
        ("1.2.3", "1.2.4", ADDED, "1.3.0", 1),
        ("1.2.3", "1.3.0", ADDED, "1.3.0", 0),
        ("1.2.3", "1.3.0", REMOVED, "2.0.0", 1),
        ("1.2.3", "2.0.0", REMOVED, "2.0.0", 0),
        ("1.2.3", "2.0.0-rc1", REMOVED, "2.0.0", 0),
        ("1.2.3", "3.1.0", {}, "1.2.4", 0),
        ("0.2.3", "0.3.0", REMOVED, "0.3.0", 0),
        ("0.2.3", "0.2.4", ADDED, "0.2.4", 0),
        ("0.2.3", "0.2.4", REMOVED, "0.3.0", 1),
        ("1.3.0-rc0", "1.3.0", {}, "1.3.0", 0),
    ],
)
def test_versions(before: str, after: str, files: Files, next: str, code: int, tmp_path: Path) -> None:
    committed(tmp_path, {**metadata(before), "manifests/a.pp": "class m::a { }\n"})
    committed(tmp_path, {**metadata(after), **files, "README.md": after})
    found = compared(tmp_path, "HEAD^", "HEAD")
    assert (found["before"], found["after"], found["next"], found["code"]) == (before, after, next, code)


def test_text_names_the_place_and_the_version(tmp_path: Path) -> None:
    committed(
        tmp_path,
        {
            **metadata("1.0.0"),
            "manifests/a.pp": "class m::a(\n  $x = 1,\n  Integer $y = 1,\n) { }\n",
            "manifests/old.pp": "\nclass m::old { }\n",
        },
    )
    git(tmp_path, "tag", "v1.0.0")
    (tmp_path / "manifests/old.pp").unlink()
    write(tmp_path, {"manifests/a.pp": "class m::a(\n  String $y = '',\n) { }\n", **metadata("1.1.0")})
    answer = run("puppet-check", "compare", "v1.0.0", cwd=tmp_path)
    assert answer.code == 1
    assert answer.out == (
        "manifests/a.pp:1: major: class `m::a`: parameter `x` was removed [parameter-removed]\n"
        "manifests/a.pp:2: major: class `m::a`: parameter `y` accepts fewer values: String instead of Integer [type-narrowed]\n"
        "manifests/old.pp:2: major: class `m::old`: was removed [definition-removed]\n"
        "manifests/a.pp:2: minor: class `m::a`: the default of parameter `y` changed [default-changed]\n"
        "module m: 3 breaking changes, 1 addition or other change; a major step from 1.0.0 to 2.0.0, but metadata.json only has 1.1.0\n"
    )
    assert git(tmp_path, "status", "--short") == " M manifests/a.pp\n D manifests/old.pp\n M metadata.json\n"


def test_all_modules_of_a_control_repository_are_compared(tmp_path: Path) -> None:
    site = {f"site/{name}/manifests/init.pp": f"class {name} {{ }}\n" for name in ("a", "b", "c")}
    committed(tmp_path, {"environment.conf": "modulepath = site:modules\n", "Puppetfile": "mod 'x-other'\n", **site})
    write(tmp_path, {"site/a/manifests/init.pp": "class a($x) { }\n", "site/d/manifests/init.pp": "class d { }\n"})
    (tmp_path / "site/c/manifests/init.pp").unlink()
    (tmp_path / "site/c/manifests").rmdir()
    (tmp_path / "site/c").rmdir()
    answer = run("puppet-check", "compare", "--format", "json", "HEAD", cwd=tmp_path)
    found = {each["module"]: [change["code"] for change in each["changes"]] for each in json.loads(answer.out)}
    assert found == {"a": ["parameter-required"], "b": [], "c": ["definition-removed"], "d": []}
    assert answer.code == 1


@pytest.mark.parametrize("place", ["in the repository", "in a work tree"])
def test_the_module_above_a_folder_is_compared(place: str, tmp_path: Path) -> None:
    folder = committed(tmp_path / "m", {**metadata("1.0.0"), "manifests/a.pp": "class m::a($x) { }"})
    if place == "in a work tree":
        git(folder, "worktree", "add", "--quiet", "--detach", "../tree")
        folder = tmp_path / "tree"
    write(folder, {"manifests/a.pp": "class m::a { }"})
    found = compared(folder / "manifests")
    assert (found["code"], [each["code"] for each in found["changes"]]) == (1, ["parameter-removed"])


def test_a_folder_of_a_control_repository_stands_for_its_modules(tmp_path: Path) -> None:
    site = {f"site-modules/{name}/manifests/init.pp": f"class {name} {{ }}\n" for name in ("a", "b")}
    committed(tmp_path, {"environment.conf": "modulepath = site-modules\n", "data/common.yaml": "--- {}\n", **site})
    for folder, names in {".": "ab", "site-modules": "ab", "data": "ab", "site-modules/a/manifests": "a"}.items():
        answer = run("puppet-check", "compare", "--format", "json", "HEAD", cwd=tmp_path / folder)
        assert [each["module"] for each in json.loads(answer.out)] == [*names]


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_module_is_expected(form: str, tmp_path: Path) -> None:
    committed(tmp_path, {"docs/a.md": "x"})
    answer = run("puppet-check", "compare", "--format", form, "HEAD", cwd=tmp_path / "docs")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("puppet-check: .: not a module; ")


@pytest.mark.parametrize("revision", ["absent", "--all", "./absent"])
def test_a_revision_is_expected(revision: str, tmp_path: Path) -> None:
    committed(tmp_path, metadata("1.0.0"))
    answer = run("puppet-check", "compare", revision, cwd=tmp_path)
    assert (answer.code, answer.out) == (2, "") and "Traceback" not in answer.err


def test_types_in_messages_are_on_one_line(tmp_path: Path) -> None:
    committed(tmp_path, {**metadata("1.0.0"), "manifests/a.pp": "class m::a(Integer $x) { }"})
    write(tmp_path, {"manifests/a.pp": "class m::a(Variant[\n  Integer[1],\n  Undef\n] $x) { }"})
    (change,) = compared(tmp_path)["changes"]
    assert change["message"].endswith("accepts fewer values: Variant[ Integer[1], Undef ] instead of Integer")


def test_a_bug_is_reported_without_a_traceback(tmp_path: Path) -> None:
    faulty = "import puppet_check.cli.compare as c; c.compared = lambda *_: 1 / 0; from puppet_check.cli.check import main; exit(main())"
    answer = subprocess.run([sys.executable, "-c", faulty, "compare", ".", "."], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr
    assert "because of a bug" in answer.stderr
    assert "ZeroDivisionError" in answer.stderr
