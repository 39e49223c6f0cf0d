"""`puppet-check compare --uses` and `--puppetfile-diff` report what other versions of modules break in the code that uses them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from puppet_check.cli import node_errors
from puppet_check.cli.compare import compare
from puppet_check.reports.forks import AVAILABLE
from tests.cli.command import Answer, run, write
from tests.support.repository import committed

MODULE = {
    "metadata.json": '{"name": "x-m", "version": "1.0.0", "author": "x", "dependencies": []}',
    "manifests/init.pp": "class m (Integer $a, Optional[String] $b = undef) {\n  notice([$a, $b])\n}\n",
    "manifests/d.pp": "define m::d (Integer $z) { }\n",
    "functions/f.pp": "function m::f(Integer $x) >> Integer { $x }\n",
}
ROLE = """class role::web {
  class { 'm': a => 1, b => 'y' }
  m::d { 'q': z => m::f(2) }
  nosuch { 'x': }
}
"""
CONTROL = {
    "environment.conf": "modulepath = site:modules\n",
    "site/role/manifests/web.pp": ROLE,
    "manifests/site.pp": "node default {\n  include role::web\n}\n",
}


def after(folder: Path, files: dict[str, str], *arguments: str) -> Answer:
    """What the command says in a folder with a control repository, after files of the module beside it have changed."""
    module, control = folder / "puppet-m", folder / "control"
    committed(module, MODULE)
    write(control, CONTROL)
    write(module, files)
    return run("puppet-check", "compare", "HEAD", "--uses", "../control", *arguments, cwd=module)


def test_what_breaks_is_reported_where_it_is_used(tmp_path: Path) -> None:
    changed = {
        "manifests/init.pp": "class m (Integer $a) { }\n",
        "functions/f.pp": "function m::f(String $x) >> Integer { 1 }\n",
        "metadata.json": MODULE["metadata.json"].replace("1.0.0", "2.0.0"),
    }
    answer = after(tmp_path, changed)
    place = "../control/site/role/manifests/web.pp"
    lines = answer.out.splitlines()
    assert [each.partition(" error: ")[0] for each in lines[:-1]] == [f"{place}:2:24:", f"{place}:3:20:"]
    assert "has no parameter named 'b'" in lines[0] and "expects a String" in lines[1]
    assert (lines[-1], answer.code) == ("m 1.0.0 to 2.0.0: breaks 2 places in 1 file", 1)


def test_what_was_wrong_before_is_not_the_fault_of_the_change(tmp_path: Path) -> None:
    answer = after(tmp_path, {"manifests/init.pp": MODULE["manifests/init.pp"].replace("Integer $a", "Numeric $a")})
    assert (answer.out, answer.code) == ("m 1.0.0 to 1.0.0: breaks nothing that is known\n", 0)


def test_a_catalog_that_the_change_breaks_is_reported(tmp_path: Path) -> None:
    answer = after(tmp_path, {"manifests/init.pp": "class m ($a, $b = 1) {\n  fail('not supported')\n}\n"}, "--format", "json")
    (finding,) = json.loads(answer.out)["broken"]
    assert (finding["code"], answer.code) == ("catalog-error", 1)


def test_catalogs_of_nodes_that_fail_only_after_the_change_are_reported_in_the_code(tmp_path: Path) -> None:
    unsupported = "class m ($a, $b = 1) {\n  if $facts['os'] == 'old' { fail('not supported') }\n}\n"
    write(tmp_path, {f"nodes/{name}.json": f'{{"os": "{name}"}}' for name in ("old", "new")})
    answer = after(tmp_path, {"manifests/init.pp": unsupported}, "--facts-dir", "../nodes")
    assert answer.out == (
        "../control/site/role/manifests/web.pp:2:3: error: the catalog of `old` cannot be compiled: not supported [catalog-error]\n"
        "m 1.0.0 to 1.0.0: breaks 1 place in 1 file\n"
    )


def test_catalogs_that_fail_in_a_template_or_far_below_a_define_are_reported_in_the_code(tmp_path: Path) -> None:
    before = {
        "manifests/init.pp": "class m {\n  include m::inner\n}\n",
        "manifests/inner.pp": "class m::inner {\n  include m\n  m::e { 'e': }\n  $y = epp('m/t.epp')\n}\n",
        "manifests/d.pp": "define m::d {\n  include m\n}\n",
        "manifests/e.pp": "define m::e {\n}\n",
        "templates/t.epp": "<%= 'a' %>\n",
    }
    control = {"environment.conf": "modulepath = modules\n", "manifests/site.pp": "node default {\n  m::d { 'a': }\n}\n"}
    write(tmp_path / "control", control)
    write(tmp_path, {"nodes/one.json": '{"a": 1}', **{f"old/m/{name}": text for name, text in before.items()}})
    in_define = {"manifests/e.pp": "define m::e {\n  if $facts['a'] == 1 { fail('gone') }\n}\n"}
    in_template = {"templates/t.epp": "<% if $facts['a'] == 1 { %><%= fail('gone') %><% } %>\n"}
    for name, changed in (("define", in_define), ("template", in_template)):
        write(tmp_path, {f"{name}/m/{file}": text for file, text in {**before, **changed}.items()})
        answer = run("puppet-check", "compare", "./old/m", f"./{name}/m", "--uses", "control", "--facts-dir", "nodes", cwd=tmp_path)
        assert answer.out.startswith("control/manifests/site.pp:2:"), name
        assert "cannot be compiled: gone" in answer.out and answer.code == 1


def test_a_data_type_whose_file_cannot_be_loaded_stops_catalogs(tmp_path: Path) -> None:
    typed = {"manifests/init.pp": "class m (M::T $a = {}) {\n}\n", "types/t.pp": "type M::T = Struct[{Optional[k] => Integer}]\n"}
    twice = {**typed, "types/t.pp": "type M::T = Struct[{\n  Optional[k] => Integer,\n  Optional[k] => String,\n}]\n"}
    for name, files in (("old", typed), ("new", twice)):
        write(tmp_path, {f"{name}/m/{file}": text for file, text in files.items()})
    write(tmp_path, {"nodes/one.json": '{"a": 1}', "control/manifests/site.pp": "include m\n"})
    answer = run("puppet-check", "compare", "./old/m", "./new/m", "--uses", "control", "--facts-dir", "nodes", cwd=tmp_path)
    assert "error: the catalog of `one` cannot be compiled: The key '[\"k\"]' is declared more than once" in answer.out and answer.code == 1


def test_a_catalog_to_which_no_code_leads_is_reported_in_the_module(tmp_path: Path) -> None:
    write(
        tmp_path, {"old/m/manifests/init.pp": "class m {\n}\n", "new/m/manifests/init.pp": "class m {\n  fail(\"no ${facts['a']}\")\n}\n"}
    )
    write(tmp_path / "control", {"environment.conf": "modulepath = modules\n", "manifests/site.pp": "notice(1)\n"})
    write(tmp_path, {"nodes/one.json": '{"a": 1}', "control/hiera.yaml": "version: 5\nhierarchy:\n  - {name: a, path: a.yaml}\n"})
    write(tmp_path, {"control/data/a.yaml": "classes: [m]\n", "control/manifests/site.pp": "lookup('classes').include\n"})
    answer = run("puppet-check", "compare", "./old/m", "./new/m", "--uses", "control", "--facts-dir", "nodes", cwd=tmp_path)
    assert "cannot be compiled: no 1" in answer.out and answer.code == 1


def test_a_warning_hides_no_catalog_that_fails_at_its_place(tmp_path: Path) -> None:
    body = "if $facts['os'] == 'old' { fail('gone') }\n  $x"
    deprecated = f"# @deprecated use m::g instead\nfunction m::f(Integer $x) >> Integer {{\n  {body}\n}}\n"
    write(tmp_path, {"nodes/old.json": '{"os": "old"}'})
    answer = after(tmp_path, {"functions/f.pp": deprecated}, "--facts-dir", "../nodes")
    place = "../control/site/role/manifests/web.pp:3:20"
    assert [each.partition(" [")[0] for each in answer.out.splitlines()] == [
        f"{place}: warning: the function 'm::f' is deprecated: use m::g instead",
        f"{place}: error: the catalog of `old` cannot be compiled: gone",
        "m 1.0.0 to 1.0.0: breaks 1 place in 1 file, 1 new warning",
    ]


def test_folders_are_compared_from_inside_the_code_that_uses_them(tmp_path: Path) -> None:
    write(tmp_path, {f"{each}/m/{name}": text for each in ("old", "new") for name, text in MODULE.items()})
    write(tmp_path, {"new/m/manifests/d.pp": "define m::d (String $z) { }\n"})
    control = write(tmp_path / "control", CONTROL)
    answer = run("puppet-check", "compare", "../old/m", "../new/m", "--uses", ".", cwd=control)
    assert answer.out.startswith("site/role/manifests/web.pp:3:15: error: "), answer.err


def test_code_that_is_not_there_is_refused(tmp_path: Path) -> None:
    committed(tmp_path, MODULE)
    answer = run("puppet-check", "compare", "HEAD", "--uses", "absent", cwd=tmp_path)
    assert (answer.code, "--uses absent: no such folder" in answer.err) == (2, True)


# ---- a Puppetfile

USE = "class profile::a {\n  include systemd\n  include systemd::systemctl::daemon_reload\n}\n"


def with_puppetfile(folder: Path, before: str, now: str) -> Answer:
    files = {"environment.conf": "modulepath = site:modules\n", "site/profile/manifests/a.pp": USE, "Puppetfile": before}
    committed(folder, files)
    write(folder, {"Puppetfile": now})
    return run("puppet-check", "compare", "HEAD", "--puppetfile-diff", cwd=folder)


def test_a_bump_in_a_puppetfile_breaks_what_only_the_older_release_has(tmp_path: Path) -> None:
    answer = with_puppetfile(tmp_path, "mod 'camptocamp/systemd', '2.12.0'\n", "mod 'camptocamp/systemd', '3.0.0'\n")
    finding, last = answer.out.splitlines()
    assert finding.startswith("site/profile/manifests/a.pp:3:3: error: Could not find class systemd::systemctl::daemon_reload")
    assert (last, answer.code) == ("systemd 2.12.0 to 3.0.0: breaks 1 place in 1 file", 1)


def test_a_version_of_which_nothing_is_known_is_said(tmp_path: Path) -> None:
    answer = with_puppetfile(tmp_path, "mod 'a/b', '1.0.0'\n", "mod 'a/b', '2.0.0'\n")
    assert (answer.out, answer.code) == ("b 1.0.0 to 2.0.0: not compared: there is no interface of 1.0.0\n", 2)


def test_an_installed_module_is_said_not_to_be_compared(tmp_path: Path) -> None:
    module = {"modules/archive/metadata.json": '{"name": "puppet-archive", "version": "6.0.2"}'}
    write(tmp_path, module)
    answer = with_puppetfile(tmp_path, "mod 'puppet/archive', '6.0.2'\n", "mod 'puppet/archive', '7.1.0'\n")
    assert (answer.out.startswith("archive 6.0.2 to 7.1.0: not compared: it is installed in "), answer.code) == (True, 2)


def test_nothing_changed(tmp_path: Path) -> None:
    answer = with_puppetfile(tmp_path, "mod 'a/b', '1.0.0'\n", "mod 'a/b', '1.0.0'\n")
    assert (answer.out, answer.code) == ("no module has another version: breaks nothing that is known\n", 0)


def test_an_environment_without_a_puppetfile_is_refused(tmp_path: Path) -> None:
    committed(tmp_path, CONTROL)
    answer = run("puppet-check", "compare", "HEAD", "--puppetfile-diff", cwd=tmp_path)
    assert (answer.code, "Puppetfile: no such file" in answer.err) == (2, True)


@pytest.mark.parametrize(
    ("failing", "reason"),
    [
        (lambda compiled, is_shown: 1 // 0, "internal error: ZeroDivisionError: integer division or modulo by zero"),
        pytest.param(
            lambda compiled, is_shown: os._exit(3), "its process ended", marks=pytest.mark.skipif(not AVAILABLE, reason="needs processes")
        ),
    ],
)
def test_a_node_that_cannot_be_judged_is_named(
    failing: Callable[[object, object], object], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("old", "new"):
        write(tmp_path, {f"{name}/m/{path}": text for path, text in MODULE.items()})
    write(tmp_path, {"nodes/web.json": '{"os": "Debian"}', **{f"control/{path}": text for path, text in CONTROL.items()}})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(node_errors, "stop_of_node_in", failing)
    arguments = ["./old/m", "./new/m", "--uses", "control", "--facts-dir", "nodes"]
    answer = compare(arguments)
    assert answer.code == 2
    assert "".join(answer.lines).splitlines()[0] == f"web: not compared: {reason}"
    assert json.loads("".join(compare([*arguments, "--format", "json"]).lines))["not_compared"] == [{"node": "web", "reason": reason}]
