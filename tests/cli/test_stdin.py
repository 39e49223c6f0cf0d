"""`puppet-check -` reads the standard input."""

from pathlib import Path

from tests.cli.command import run, write


def test_the_standard_input_is_checked() -> None:
    answer = run("puppet-check", "--format", "concise", "-", stdin="class a {\n")
    assert answer.code == 1
    assert answer.out.startswith("<stdin>:1:9: error: ")


def test_it_is_reported_under_the_name_that_is_given() -> None:
    answer = run("puppet-check", "-", "--stdin-filename", "manifests/a.pp", stdin="class a {\n")
    assert answer.out.startswith("manifests/a.pp:1:9: error: ")


def test_a_template_is_recognized_by_its_name() -> None:
    assert run("puppet-check", "-", "--stdin-filename", "a.epp", stdin="<%= $a %> { {\n").code == 0


def test_a_plan_is_recognized_by_its_path() -> None:
    plan = "plan m::p() { }\n"
    assert run("puppet-check", "-", "--stdin-filename", "plans/p.pp", stdin=plan).code == 0
    assert run("puppet-check", "-", "--stdin-filename", "manifests/p.pp", stdin=plan).code == 1


def test_the_name_tells_what_a_module_demands(tmp_path: Path) -> None:
    write(tmp_path, {"metadata.json": '{"name": "me-m"}'})
    answer = run("puppet-check", "-", "--stdin-filename", "manifests/a.pp", stdin="class m::b { }\n", cwd=tmp_path)
    assert "[illegal-definition-location]" in answer.out


def test_bytes_that_are_no_utf_8_do_no_harm() -> None:
    assert run("puppet-check", "-", stdin=b"\xff\xfe\x00").code == 1
