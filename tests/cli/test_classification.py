"""Node classifiers: `--enc-dir` with a file for each node, and `--enc` with a program that the user names."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.command import Answer, run, write

CODE = 'class m($n = 0) { notify { "m$n$place": } }\n'
FILES = {
    "environment.conf": "",
    "manifests/site.pp": "",
    "facts.json": '{"clientcert": "web1", "place": "fact"}',
    "modules/m/manifests/init.pp": CODE,
    "modules/other/manifests/init.pp": "class other { notify { $environment: } }\n",
}


def compiled(folder: Path, *arguments: str) -> Answer:
    return run("puppet-eval", "--catalog", "--json", "--facts", "facts.json", *arguments, cwd=folder)


def titles(answer: Answer) -> list[str]:
    return [each["title"] for each in json.loads(answer.out)["resources"] if each["type"] == "Notify"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("classes: [m, other]\n", ["m0fact", "production"]),
        ("classes: {m: {n: 5}, other: }\nparameters: {place: here}\nenvironment: staging\n", ["m5here", "staging"]),
        ("classes:\n  m: {}\nparameters: {}\n", ["m0fact"]),
        ("parameters: {unused: 1}\n", []),
    ],
)
def test_the_file_of_a_node_gives_classes_variables_and_environment(text: str, expected: list[str], tmp_path: Path) -> None:
    write(tmp_path, FILES | {"nodes/web1.yaml": text})
    assert titles(compiled(tmp_path, "--enc-dir", "nodes")) == expected


def test_a_node_without_a_file_has_no_classes(tmp_path: Path) -> None:
    write(tmp_path, FILES | {"nodes/web2.yaml": "classes: [m]\n"})
    assert titles(compiled(tmp_path, "--enc-dir", "nodes")) == []


def test_a_class_that_does_not_exist_stops_the_catalog(tmp_path: Path) -> None:
    write(tmp_path, FILES | {"nodes/web1.yaml": "classes: {nothing: {n: 1}}\n"})
    answer = compiled(tmp_path, "--enc-dir", "nodes")
    assert (answer.code, json.loads(answer.out)["error"]["message"]) == (1, "Could not find class nothing for web1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[1]\n", "a classification must be a hash"),
        ("classes: 3\n", "`classes` must be an array"),
        ("classes: {a: 3}\n", "`classes` must be an array"),
        ("parameters: x\n", "expected a hash of `parameters`"),
        ("classes: [\n", "invalid YAML"),
    ],
)
def test_what_is_no_classification_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    write(tmp_path, FILES | {"nodes/web1.yaml": text})
    answer = compiled(tmp_path, "--enc-dir", "nodes")
    assert (answer.code, reason in answer.err) == (2, True)


def test_a_program_is_run_with_the_name_of_the_node(tmp_path: Path) -> None:
    write(tmp_path, FILES | {"enc.py": "import sys\nprint('classes: {m: {n: \"' + sys.argv[-1] + '\"}}')\n"})
    assert titles(compiled(tmp_path, "--enc", f"{sys.executable} enc.py")) == ["mweb1fact"]


@pytest.mark.parametrize(
    ("code", "reason"),
    [("import sys; sys.exit('broken')", "failed with the exit code 1: broken"), ("print('[')", "invalid YAML"), ("", "must be a hash")],
)
def test_a_program_that_fails_is_named(code: str, reason: str, tmp_path: Path) -> None:
    write(tmp_path, FILES | {"enc.py": code})
    answer = compiled(tmp_path, "--enc", f"{sys.executable} enc.py")
    assert (answer.code, reason in answer.err) == (2, True)


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    answer = compiled(tmp_path, "--enc", "./nothing")
    assert (answer.code, "--enc ./nothing: cannot be run" in answer.err) == (2, True)


def test_a_diff_compares_classified_nodes(tmp_path: Path) -> None:
    write(tmp_path, {f"old/{name}": text for name, text in FILES.items()})
    write(tmp_path, {f"new/{name}": text for name, text in FILES.items()} | {"new/modules/m/manifests/init.pp": CODE.replace("m$n", "new")})
    write(tmp_path, {"nodes/web1.yaml": "classes: [m]\n"})
    answer = run("puppet-eval", "diff", "./old", "./new", "--facts-dir", "new/facts.json", "--enc-dir", "nodes", cwd=tmp_path)
    assert "+ Notify[newfact]" in answer.out
