"""`puppet-check docs`: documents modules as puppet-strings does. The expected documents are those of puppet-strings 4.1.3."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import run, run_anew

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


def test_a_warning_loses_no_document(module: Path) -> None:
    (module / "manifests" / "escapes.pp").write_text('class demo::escapes { $url = "a\\/b" }\n')
    ended = run("puppet-check", "docs", str(module))
    assert (ended.code, "demo::escapes" in (module / "REFERENCE.md").read_text()) == (0, True)


def test_nothing_is_put_in_place_of_a_device_a_pipe_or_a_link(module: Path) -> None:
    """`/dev/null` was a file afterwards when root ran this."""
    document = (DATA / "REFERENCE.md").read_text()
    (module / "link.md").symlink_to("target.md")
    for _ in range(2):
        assert run("puppet-check", "docs", "--output", "link.md", cwd=module).code == 0
    assert (module / "link.md").is_symlink()
    assert (module / "target.md").read_text() == document
    os.mkfifo(module / "pipe")
    reader = os.open(module / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("puppet-check", "docs", "--output", "pipe", cwd=module).code == 0
        assert (module / "pipe").is_fifo()
        assert os.read(reader, 1 << 16).decode() == document[: 1 << 16]
    finally:
        os.close(reader)
    (module / "device.md").symlink_to("/dev/stdout")
    assert run_anew("puppet-check", "docs", "--output", "device.md", cwd=module).out == f"{document}device.md\n"
    assert (module / "device.md").is_symlink()


def test_a_document_keeps_its_mode(module: Path) -> None:
    reference = module / "REFERENCE.md"
    reference.write_text("before")
    reference.chmod(0o640)
    assert run("puppet-check", "docs", cwd=module).code == 0
    assert reference.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("path", ["manifests/init.pp", "metadata.json", "."])
def test_files_of_a_module_are_not_replaced_by_its_document(module: Path, path: str) -> None:
    before = {each: each.read_bytes() for each in module.rglob("*") if each.is_file()}
    assert run("puppet-check", "docs", "--output", path, cwd=module).code == 2
    assert {each: each.read_bytes() for each in module.rglob("*") if each.is_file()} == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everywhere")
@pytest.mark.parametrize("path", ["manifests", "lib/puppet/type"])
def test_a_folder_that_cannot_be_read_loses_no_document(module: Path, path: str) -> None:
    (module / "REFERENCE.md").write_text("before")
    (module / path).chmod(0)
    ended = run("puppet-check", "docs", cwd=module)
    (module / path).chmod(0o755)
    assert (ended.code, path in ended.err and "Permission denied" in ended.err) == (2, True)
    assert (module / "REFERENCE.md").read_text() == "before"


def test_a_document_that_cannot_be_read_is_not_called_outdated(module: Path) -> None:
    (module / "REFERENCE.md").mkdir()
    ended = run("puppet-check", "docs", "--check", cwd=module)
    assert (ended.code, ended.out) == (2, "")
    assert "REFERENCE.md: not a document" in ended.err


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


PARAMETERS = """\
# @summary The message of the day
# @param file
# @param lines
# @param options
# @param mode
# @param owner
# @param unknown
class motd (String $file, Array[String] $lines, Hash $options, Optional[String] $mode, String $owner = 'root', Any $unknown) { }
"""
STATIC = "motd::file: /etc/motd\nmotd::lines: [a, 1]\nmotd::options: {deep: {on: true}, none: {}}\nmotd::mode: ''\nmotd::owner: www\n"
STATED = {
    "file": "'/etc/motd'",
    "lines": "['a', 1]",
    "options": "{ 'deep' => { 'true' => true }, 'none' => {} }",
    "mode": "undef",
    "owner": "'root'",
}
HIERARCHY = "version: 5\nhierarchy: [{name: os, path: '%{os}.yaml'}, {name: all, paths: [all.yaml, more.yaml]}]\n"


@pytest.fixture
def with_data(tmp_path: Path) -> Path:
    """A module whose data have defaults."""
    module = tmp_path / "motd"
    files = {"manifests/init.pp": PARAMETERS, "hiera.yaml": HIERARCHY, "data/all.yaml": STATIC, "data/more.yaml": "motd::unknown: 1\n"}
    for name, text in files.items():
        (module / name).parent.mkdir(parents=True, exist_ok=True)
        (module / name).write_text(text)
    return module


def stated(document: str) -> dict[str, str]:
    """The defaults in a document by parameter."""
    sections = document.split("\n##### ")[1:]
    found = {each.split("`")[1]: each.partition("Default value: `")[2].partition("`\n")[0] for each in sections}
    return {name: default for name, default in found.items() if default}


def test_defaults_in_data_are_stated_on_request(with_data: Path) -> None:
    assert stated(run("puppet-check", "docs", "--output", "-", cwd=with_data).out) == {"owner": "'root'"}
    assert stated(run("puppet-check", "docs", "--data-defaults", "--output", "-", cwd=with_data).out) == STATED


def test_a_document_keeps_its_form(with_data: Path) -> None:
    reference = with_data / "REFERENCE.md"
    for options, expected in (((), {"owner": "'root'"}), (("--data-defaults",), STATED)):
        run("puppet-check", "docs", *options, cwd=with_data)
        assert run("puppet-check", "docs", "--check", cwd=with_data).code == 0
        reference.write_text(reference.read_text().replace("The message", "A message"))
        assert run("puppet-check", "docs", "--check", cwd=with_data).code == 1
        run("puppet-check", "docs", cwd=with_data)
        assert stated(reference.read_text()) == expected


@pytest.mark.parametrize("text", ["The file. Default value: none", "The file\n#\n#   Default value: `/etc/motd`"])
def test_a_comment_that_speaks_of_a_default_is_not_one(with_data: Path, text: str) -> None:
    manifest = with_data / "manifests" / "init.pp"
    manifest.write_text(manifest.read_text().replace("# @param file\n", f"# @param file {text}\n"))
    document = run("puppet-check", "docs", "--output", "-", cwd=with_data).out
    (with_data / "REFERENCE.md").write_text(document)
    assert "Default value: `'root'`" in document
    assert run("puppet-check", "docs", "--check", cwd=with_data).code == 0
    assert run("puppet-check", "docs", cwd=with_data).code == 0
    assert (with_data / "REFERENCE.md").read_text() == document


@pytest.mark.parametrize(
    "hierarchy", ["a: [", "hierarchy: 1\n", "hierarchy: [1, {path: '../../motd/all.yaml'}]\n", "hierarchy: [{paths: [/etc/passwd]}]\n"]
)
def test_data_that_cannot_be_read_state_no_defaults(with_data: Path, hierarchy: str) -> None:
    (with_data / "hiera.yaml").write_text(hierarchy)
    (with_data / "all.yaml").write_text(STATIC)
    assert stated(run("puppet-check", "docs", "--data-defaults", "--output", "-", cwd=with_data).out) == {"owner": "'root'"}


def test_options_are_described_for_each_of_several_tags(tmp_path: Path) -> None:
    comment = "# @param options\n#   First\n# @param options\n#   Again\n# @option options [String] :mode\n#   Which\n"
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests" / "init.pp").write_text(f"{comment}class motd (Hash $options) {{ }}\n")
    document = run("puppet-check", "docs", "--output", "-", cwd=tmp_path).out
    assert document.count("Options:\n") == 2


def test_data_are_not_read_through_links_out_of_the_module(with_data: Path) -> None:
    outside = with_data.parent / "all.yaml"
    (with_data / "data" / "all.yaml").rename(outside)
    (with_data / "data" / "all.yaml").symlink_to(outside)
    assert stated(run("puppet-check", "docs", "--data-defaults", "--output", "-", cwd=with_data).out) == {"owner": "'root'"}
