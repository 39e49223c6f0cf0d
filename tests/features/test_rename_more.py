"""Renaming of resources, Hiera keys, facts and tasks."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.renaming.draft import Renamed
from puppet_check.features.renaming.moves import moved
from puppet_check.features.renaming.rename import rename
from tests.features.project import Place
from tests.features.test_rename import A, D, M, refused, renamed

DATA = "data/common.yaml"
ENVIRONMENT = {"environment.conf": "", "hiera.yaml": "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n"}
FACT = "modules/m/lib/facter/role.rb"


def suggested(folder: Path, name: str, path: str, files: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """The texts after the certain edits, and the reasons for those that have to be confirmed."""
    place = Place(folder, path, files)
    found = rename(place.view, occurrences_at(place.view, place.offset), name, place.project_files, can_confirm=True)
    assert isinstance(found, Renamed), found
    return place.after(found.edits), [each.reason for each in found.unsure]


def test_a_title_with_its_references(tmp_path: Path) -> None:
    files = {
        M: "class m { exec { 're|load': refreshonly => true } File['a'] ~> Exec[reload] }",
        A: "class m::a { file { 'reload': notify => Exec['reload', 'x'], require => 'Exec[reload]' } }",
    }
    texts, found = renamed(tmp_path, "restart m", M, files)
    assert texts == {
        M: "class m { exec { 'restart m': refreshonly => true } File['a'] ~> Exec['restart m'] }",
        A: "class m::a { file { 'reload': notify => Exec['restart m', 'x'], require => 'Exec[restart m]' } }",
    }
    assert found.unsure == ()


def test_a_string_that_may_be_a_title_has_to_be_confirmed(tmp_path: Path) -> None:
    files = {M: "class m { service { '|web': } $x = 'web' Service[$x] -> File['b'] }"}
    texts, reasons = suggested(tmp_path / "a", "www", M, files)
    assert texts == {M: "class m { service { 'www': } $x = 'web' Service[$x] -> File['b'] }"}
    assert reasons == ["a string in init.pp may name 'web'"]
    assert refused(tmp_path / "b", "www", M, files) == "a string in init.pp may name 'web'"


@pytest.mark.parametrize(
    ("files", "name", "reason"),
    [
        ({M: "class m { exec { '|a': } exec { 'b': } }"}, "b", "Exec['b'] already exists"),
        ({M: "class m { exec { '|run-a': } Exec[\"run-${x}\"] -> File['b'] }"}, "b", '"run-${x}" in init.pp may name it'),
        ({M: "class m { exec { '|a': } }", "modules/n/manifests/init.pp": "class n { exec { 'a': } }"}, "b", "is declared in 2 modules"),
        ({M: "class m { exec { '|a': } }"}, "it's", "'it's' is not a valid title of a resource"),
        (
            {M: "class m { m::d { '|a': } File['/etc/a'] -> Exec['b'] }", D: 'define m::d() { file { "/etc/${title}": } }'},
            "b",
            "File['/etc/a'], whose title is made of this one, is referred to",
        ),
    ],
)
def test_a_title_that_cannot_be_renamed(files: dict[str, str], name: str, reason: str, tmp_path: Path) -> None:
    assert reason in refused(tmp_path, name, M, files)


def test_a_key(tmp_path: Path) -> None:
    files = {
        **ENVIRONMENT,
        M: "class m { lookup('po|rts') lookup('ports.web') }",
        DATA: "ports: { web: 1 }\nlookup_options:\n  ports: { merge: hash }\nm::x: \"%{lookup('ports')}\"\n",
    }
    texts, _ = renamed(tmp_path, "numbers", M, files)
    assert texts == {
        M: "class m { lookup('numbers') lookup('numbers.web') }",
        DATA: "numbers: { web: 1 }\nlookup_options:\n  numbers: { merge: hash }\nm::x: \"%{lookup('numbers')}\"\n",
    }


@pytest.mark.parametrize(
    ("code", "data", "reason"),
    [
        ("lookup('po|rts')", "ports: 1\nnumbers: 1\n", "the key 'numbers' already exists"),
        ("lookup('po|rts') lookup(\"po${x}\")", "ports: 1\n", '"po${x}" in init.pp may name it'),
        ("lookup('po|rts') $y = 'ports'", "ports: 1\n", "a string in init.pp may name 'ports'"),
        (
            "lookup('po|rts')",
            "ports: 1\nlookup_options: { '^p': { merge: hash } }\n",
            "the pattern '^p' in common.yaml applies to the old name only",
        ),
    ],
)
def test_a_key_that_cannot_be_renamed(code: str, data: str, reason: str, tmp_path: Path) -> None:
    assert refused(tmp_path, "numbers", M, {**ENVIRONMENT, M: f"class m {{ {code} }}", DATA: data}) == reason


def test_a_fact(tmp_path: Path) -> None:
    files = {
        **ENVIRONMENT,
        M: "class m { notice($facts['ro|le'], fact('role.x'), $::role) }",
        FACT: "Facter.add(:role) do\n  setcode { 'web' }\nend\n",
        DATA: 'm::x: "%{facts.role}"\n',
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: role\n    paths: ['%{facts.role}.yaml', '%{::role}.yaml', common.yaml]\n",
    }
    texts, _ = renamed(tmp_path, "duty", M, files)
    assert texts == {
        M: "class m { notice($facts['duty'], fact('duty.x'), $::duty) }",
        FACT: "Facter.add(:duty) do\n  setcode { 'web' }\nend\n",
        DATA: 'm::x: "%{facts.duty}"\n',
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: role\n    paths: ['%{facts.duty}.yaml', '%{::duty}.yaml', common.yaml]\n",
    }


def test_a_fact_of_facter_is_not_renamed(tmp_path: Path) -> None:
    assert refused(tmp_path, "duty", M, {M: "class m { notice($facts['o|s']) }"}) == "nothing in the project defines 'os'"


def test_a_computed_name_of_a_moved_template_is_noted(tmp_path: Path) -> None:
    files = {M: 'class m { |template(\'m/a.erb\', "m/${x}.erb") template("m/${x}.erb") }', "modules/m/templates/a.erb": ""}
    place = Place(tmp_path, M, files)
    folder = tmp_path / "modules/m/templates"
    found = moved(str(folder / "a.erb"), str(folder / "b.erb"), place.project_files)
    assert "template('m/b.erb'" in place.after(found.edits)[M]
    assert found.notes == ('"m/${x}.erb" in init.pp may name it',)


def test_a_moved_class_with_a_string_that_may_name_it(tmp_path: Path) -> None:
    files = {M: "class m { |include m::a $x = 'm::a' include $x }", A: "class m::a { }"}
    place = Place(tmp_path, M, files)
    old, new = (str(tmp_path / "modules/m/manifests" / each) for each in ("a.pp", "b.pp"))
    assert moved(old, new, place.project_files).notes == ("a string in init.pp may name 'm::a'",)
    found = moved(old, new, place.project_files, can_confirm=True)
    assert place.after(found.edits)[M] == "class m { include m::b $x = 'm::a' include $x }"
    assert [each.reason for each in found.unsure] == ["a string in init.pp may name 'm::a'"]


def test_a_task_with_its_files(tmp_path: Path) -> None:
    plan = "modules/m/plans/p.pp"
    files = {plan: "plan m::p() { run_task('m::gr|eet', 'a') }", "modules/m/tasks/greet.sh": "", "modules/m/tasks/greet.json": "{}"}
    texts, found = renamed(tmp_path, "m::welcome", plan, files)
    assert texts == {plan: "plan m::p() { run_task('m::welcome', 'a') }"}
    assert [(Path(old).name, Path(new).name) for old, new in found.moves] == [("greet.json", "welcome.json"), ("greet.sh", "welcome.sh")]


def test_a_parameter_of_a_task(tmp_path: Path) -> None:
    plan, script, metadata = "modules/m/plans/p.pp", "modules/m/tasks/greet.sh", "modules/m/tasks/greet.json"
    files = {
        plan: "plan m::p() { run_task('m::greet', 'a', 'na|me' => 'x') run_task('m::other', 'a', 'name' => 'x') }",
        script: "echo $PT_name $PT_names\n",
        metadata: '{"parameters": {"name": {"type": "String"}}}',
    }
    texts, _ = renamed(tmp_path, "person", plan, files)
    assert texts == {
        plan: "plan m::p() { run_task('m::greet', 'a', 'person' => 'x') run_task('m::other', 'a', 'name' => 'x') }",
        script: "echo $PT_person $PT_names\n",
        metadata: '{"parameters": {"person": {"type": "String"}}}',
    }


@pytest.mark.parametrize("given", ["old", "old/deep"])
def test_a_moved_folder_that_code_names_as_a_source(tmp_path: Path, given: str) -> None:
    uses = "file { '/a': source => 'puppet:///modules/m/old', recurse => true } file { '/b': source => 'puppet:///modules/m/old/deep' }"
    files = {M: f"|class m {{ {uses} }}", "modules/m/files/old/deep/f": "", "modules/m/files/older/f": ""}
    place = Place(tmp_path, M, files)
    folder = tmp_path / "modules/m/files"
    after = place.after(moved(str(folder / given), str(folder / given.replace("old", "new", 1)), place.project_files).edits)[M]
    changed = uses.replace("m/old/deep", "m/new/deep")
    assert after == f"class m {{ {changed if given == 'old/deep' else changed.replace('m/old', 'm/new')} }}"


P, Q = "modules/m/plans/p.pp", "modules/m/plans/q.pp"
PLAN = "# @param count How many\nplan m::p(Integer $count, $x = $count) { $own = 1 notice($own) }"


@pytest.mark.parametrize("path", [P, Q])
def test_a_parameter_of_a_plan_where_plans_pass_it(tmp_path: Path, path: str) -> None:
    run = "plan m::q() { run_plan('m::p', count => 1) run_plan('m::p', $t, { 'count' => 2 }) run_plan('m::o', count => 3) $count = 1 }"
    files = {P: PLAN, Q: run}
    files[path] = files[path].replace("$count" if path == P else "count", "$|count" if path == P else "|count", 1)
    texts, _ = renamed(tmp_path, "size", path, files)
    changed = run.replace("'m::p', count", "'m::p', size").replace("'count'", "'size'")
    assert texts == {P: PLAN.replace("count", "size"), Q: changed}


@pytest.mark.parametrize("run", ["run_plan('m::p', $args)", "run_plan($name, count => 1)", "run_plan('m::p', $key => 1)"])
def test_a_parameter_of_a_plan_that_a_computed_run_may_pass(tmp_path: Path, run: str) -> None:
    files = {P: PLAN.replace("$count", "$|count", 1), Q: f"plan m::q($args, $name, $key) {{ {run} }}"}
    assert refused(tmp_path, "size", P, files) == "a run of a plan in q.pp may pass it"
    assert renamed(tmp_path, "other", P, {P: PLAN.replace("$own", "$|own", 1), Q: files[Q]})[0] == {P: PLAN.replace("$own", "$other")}


def test_a_parameter_of_a_plan_that_a_step_in_yaml_may_pass(tmp_path: Path) -> None:
    step = "steps:\n  - plan: m::p\n    parameters:\n      count: 1\n"
    files = {P: PLAN.replace("$count", "$|count", 1), "modules/m/plans/y.yaml": step}
    assert refused(tmp_path, "size", P, files) == "a step in y.yaml may pass it"
