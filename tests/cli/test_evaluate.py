"""`puppet-eval` evaluates code and prints the outcome."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import run, write

FACTS = '{"os": {"family": "Debian"}, "networking": {"fqdn": "n.example.org"}}'


def test_the_log_and_the_value_are_printed() -> None:
    answer = run("puppet-eval", "-e", '$x = [1, 2].map |$i| { $i * 2 } notice("x is ${x}") $x')
    assert (answer.code, answer.out, answer.err) == (0, "Notice: x is [2, 4]\n[2, 4]\n", "")


def test_code_comes_from_files_and_the_standard_input(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "1 + 1\n"})
    assert run("puppet-eval", "a.pp", "-", cwd=tmp_path, stdin="'x'").out == "2\n'x'\n"


def test_types_of_a_value() -> None:
    answer = run("puppet-eval", "--type", "-e", "[1, 'a']")
    assert answer.out.splitlines()[1:] == [
        "detailed:    Tuple[Integer[1, 1], String]",
        "reduced:     Array[ScalarData, 2, 2]",
        "generalized: Array[ScalarData]",
    ]


def test_an_error_has_its_place_code_and_calls() -> None:
    answer = run("puppet-eval", "-e", "function f($x) { $x + 'a' }\nf(1)")
    assert answer.code == 1
    assert answer.err == (
        "-e:1:23: error: Evaluation Error: The value 'a' cannot be converted to Numeric. [NOT_NUMERIC]\n"
        "  in the call of f at line 2, column 1\n"
    )


@pytest.mark.parametrize("options", [(), ("--catalog",)], ids=["value", "catalog"])
def test_a_very_long_message_is_cut_and_that_is_told(options: tuple[str, ...]) -> None:
    answer = run("puppet-eval", *options, "-e", "$t = Array(Integer[1, 5000])\nassert_type(Array[String], $t)")
    assert answer.code == 1
    assert answer.err.startswith("-e:2:1: error: ") and "index 1 expects a String value, got Integer\n" in answer.err
    assert re.search(r"\.\.\. \(\d+ more characters\) \[RUNTIME_ERROR\]\n$", answer.err) and len(answer.err) < 101_000


def test_an_outcome_as_json() -> None:
    answer = json.loads(run("puppet-eval", "--json", "-e", "notice('a') 1").out)
    assert answer == {"value": "1", "type": "Integer[1, 1]", "generic": "Integer", "output": [["notice", "a"]], "error": None}
    failed = json.loads(run("puppet-eval", "--json", "-e", "$x").out)
    assert failed["error"] == {"message": "Evaluation Error: Unknown variable: 'x'.", "issue_code": "UNKNOWN_VARIABLE", "line": 1, "pos": 1}


@pytest.mark.parametrize(
    "name, content",
    [
        ("f.json", FACTS),
        ("f.yaml", "os:\n  family: Debian\nnetworking:\n  fqdn: n.example.org\n"),
        ("shown.json", f'{{"name": "n", "values": {FACTS}}}'),
    ],
)
def test_facts_come_from_a_file(tmp_path: Path, name: str, content: str) -> None:
    write(tmp_path, {name: content})
    code = "node 'n.example.org' { notice($facts['os']['family']) }"
    assert run("puppet-eval", "--facts", name, "-e", code, cwd=tmp_path).out == "Notice: Debian\nundef\n"


@pytest.mark.parametrize(
    "name, content, message",
    [
        ("f.json", '{"a": }', "f.json:1:7: invalid JSON"),
        ("f.yaml", "a: [1\nb: 2\n", "f.yaml:2:2: invalid YAML"),
        ("f.yaml", "- 1\n", "f.yaml:1:1: facts must be a hash"),
        ("f.json", b"\xff", "f.json: invalid UTF-8 at byte 0"),
    ],
)
def test_bad_facts_are_refused_with_their_place(tmp_path: Path, name: str, content: str | bytes, message: str) -> None:
    write(tmp_path, {name: content})
    answer = run("puppet-eval", "--facts", name, "-e", "1", cwd=tmp_path)
    assert (answer.code, message in answer.err) == (2, True), answer.err


def test_unknown_facts_stay_unknown() -> None:
    code = "$x = $facts['os'] ? { 'a' => 1, default => 'b' } notice('go on') $x"
    assert run("puppet-eval", "-e", code).out == "Notice: go on\nunknown value of type Variant[Integer[1, 1], String]\n"


def test_a_catalog_as_a_table_and_as_data() -> None:
    code = "class a { file { '/x': ensure => file } -> file { '/y': } } include a"
    assert run("puppet-eval", "--catalog", "-e", code).out == (
        "Class[A]\nFile[/x]\n  before => ['File[/y]']\n  ensure => 'file'\nFile[/y]\nFile[/x] -> File[/y]\n"
    )
    catalog = json.loads(run("puppet-eval", "--catalog", "--json", "-e", code).out)
    assert catalog["classes"] == ["settings", "a"]
    assert [each["title"] for each in catalog["resources"]] == ["main", "Settings", "main", "A", "/x", "/y"]
    assert catalog["relationships"] == [{"source": "File[/x]", "target": "File[/y]", "type": "before"}]
    assert {"source": "Class[A]", "target": "File[/x]"} in catalog["edges"]
    assert catalog["cycles"] == []


def test_a_dependency_cycle_is_shown() -> None:
    code = "notify { 'a': require => Notify['b'] } notify { 'b': require => Notify['a'] }"
    assert "dependency cycle: (Notify[a] => Notify[b] => Notify[a])\n" in run("puppet-eval", "--catalog", "-e", code).out


def test_a_batch_answers_snippets_and_questions_about_types() -> None:
    requests = [
        {"id": 1, "code": "$facts['networking']['fqdn']"},
        {"id": "x", "op": "union", "left": "Integer[1, 2]", "right": "Integer[5, 6]"},
        {"id": 3, "op": "assignable", "left": "Scalar", "right": "Any"},
        {"id": 4, "op": "iterable", "left": "Float", "right": None},
        {"id": 5},
    ]
    lines = run("puppet-eval", "--batch", stdin="".join(json.dumps(each) + "\n" for each in requests) + "no json\n").out.splitlines()
    answers = [json.loads(line) for line in lines]
    assert answers[0]["value"] == "'node1.example.com'"
    assert answers[1] == {"id": "x", "result": "Integer[1, 6]", "error": None}
    assert answers[2] == {"id": 3, "result": False, "error": None}
    assert answers[3] == {"id": 4, "result": None, "error": None}
    assert [each["error"]["issue_code"] for each in answers[4:]] == ["BAD_REQUEST", "BAD_REQUEST"]


def test_a_batch_answers_each_request_at_once() -> None:
    command = [Path(sys.executable).parent / "puppet-eval", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        for number in range(3):
            process.stdin.write(json.dumps({"id": number, "code": f"{number} + 1"}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["value"] == str(number + 1)
        process.stdin.close()


@pytest.mark.parametrize(
    "code",
    [
        "function f($x) { f($x + 1) } f(1)",
        "Integer[0, 1152921504606846976].each |$x| { }",
        "$x = Integer[1, 10000000].map |$x| { $x } $x[0]",
        "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ /^(a|aa|a?a)+$/ and false or fail('no')",
    ],
)
def test_endless_evaluation_is_stopped(code: str) -> None:
    answer = run("puppet-eval", "-e", code)
    assert answer.code == 1
    assert "error: Evaluation Error: " in answer.err


def test_only_needed_modules_are_imported() -> None:
    program = "import sys; from puppet_check.cli.evaluate import main; main(['-e', '1']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1]
    for heavy in ("pygls", "lsprotocol", "prompt_toolkit", "yaml", "regex", "asyncio"):
        assert f"'{heavy}'" not in loaded, heavy
