"""`puppet-check docs`: documents modules as puppet-strings does. The expected documents are those of puppet-strings 4.1.3."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import run

DATA = Path(__file__).parent.parent / "data" / "documentation"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A copy of a module with definitions of all kinds."""
    return Path(shutil.copytree(DATA / "demo", tmp_path / "demo"))


def test_reference_is_as_from_puppet_strings(module: Path) -> None:
    assert run("puppet-check", "docs", cwd=module).out == "./REFERENCE.md\n"
    assert (module / "REFERENCE.md").read_text() == (DATA / "REFERENCE.md").read_text()


def test_json_is_as_from_puppet_strings(module: Path) -> None:
    assert json.loads(run("puppet-check", "docs", "--format", "json", cwd=module).out) == json.loads((DATA / "reference.json").read_text())


def test_current_document(module: Path) -> None:
    run("puppet-check", "docs", str(module))
    ended = run("puppet-check", "docs", "--check", str(module))
    assert (ended.code, ended.out) == (0, "")


@pytest.mark.parametrize("change", ["# @param port\n", "# Another text\n"])
def test_outdated_document(module: Path, change: str) -> None:
    run("puppet-check", "docs", str(module))
    manifest = module / "manifests" / "init.pp"
    manifest.write_text(manifest.read_text().replace("# @param port\n", f"{change}# @param port\n"))
    before = (module / "REFERENCE.md").read_bytes()
    ended = run("puppet-check", "docs", "--check", str(module))
    assert ended.code == 1
    assert "REFERENCE.md is not current" in ended.out
    assert (module / "REFERENCE.md").read_bytes() == before


def test_missing_document_is_outdated(module: Path) -> None:
    assert run("puppet-check", "docs", "--check", str(module)).code == 1
    assert not (module / "REFERENCE.md").exists()


def test_standard_output(module: Path) -> None:
    assert run("puppet-check", "docs", "--output", "-", str(module)).out == (DATA / "REFERENCE.md").read_text()
    assert not (module / "REFERENCE.md").exists()


def test_several_modules(module: Path) -> None:
    other = Path(shutil.copytree(module, module.parent / "other"))
    assert run("puppet-check", "docs", str(module), str(other)).code == 0
    assert (other / "REFERENCE.md").read_bytes() == (module / "REFERENCE.md").read_bytes()
    assert run("puppet-check", "docs", "--output", "x.md", str(module), str(other)).code == 2


def test_syntax_error_loses_no_document(module: Path) -> None:
    (module / "REFERENCE.md").write_text("before")
    (module / "manifests" / "init.pp").write_text("class demo {\n")
    ended = run("puppet-check", "docs", str(module))
    assert ended.code == 2
    assert "manifests/init.pp: cannot be parsed" in ended.err
    assert (module / "REFERENCE.md").read_text() == "before"


def test_folder_that_is_no_module(tmp_path: Path) -> None:
    ended = run("puppet-check", "docs", str(tmp_path))
    assert ended.code == 2
    assert "not a module" in ended.err


@pytest.mark.parametrize(
    ("comment", "text"),
    [
        ("# @param a [Hash<String, Integer>] A hash", "A hash"),
        ("# @param a (see other)", ""),
        ("# @param\n#   a text", "text"),
        ("# @example\n# @param a one\n#\n#   two", "one\n\ntwo"),
        ("# @unknown tag\n# @param a one", "one"),
        ("# @param a \u00a0one", "\u00a0one"),
        ("#@param a one\n#two", "one"),
    ],
)
def test_odd_comments(tmp_path: Path, comment: str, text: str) -> None:
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests" / "init.pp").write_text(f"{comment}\nclass x($a) {{ }}\n")
    found = json.loads(run("puppet-check", "docs", "--format", "json", str(tmp_path)).out)
    tags = found["puppet_classes"][0]["docstring"]["tags"]
    assert [each.get("text") or "" for each in tags if each["tag_name"] == "param" and each["name"] == "a"] == [text]


def test_thousands_of_tags_are_documented_in_time(tmp_path: Path) -> None:
    (tmp_path / "manifests").mkdir()
    (tmp_path / "metadata.json").write_text('{"name": "a-m", "version": "1.0.0"}')
    tags = "".join(f"# @param p{each}\n# @option p{each} :k x\n" for each in range(8000))
    (tmp_path / "manifests" / "init.pp").write_text(f"{tags}class m {{ }}\n")
    limits = [
        "-c",
        "import resource, sys; resource.setrlimit(resource.RLIMIT_CPU, (20, 20)); from puppet_check.cli.check import main; main()",
    ]
    done = subprocess.run([sys.executable, *limits, "docs", "--output", "-", str(tmp_path)], capture_output=True, text=True)
    assert (done.returncode, done.stdout.count("* **:k**")) == (0, 8000)
