"""Workspaces of strangers: what must not be read is not read, and whatever is in a file, the run ends and says so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import run
from tests.support import traced

SITE = {"environment.conf": "modulepath = modules\n", "manifests/site.pp": "include m\n", "modules/m/manifests/init.pp": "class m { }\n"}
HIERA = {"hiera.yaml": "version: 5\nhierarchy:\n  - name: x\n    path: common.yaml\n"}


def make(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.parametrize(
    "name",
    "manifests/site.pp modules/m/manifests/init.pp hiera.yaml data/common.yaml .puppet-check.toml .gitignore environment.conf Puppetfile "
    "modules/m/metadata.json modules/m/templates/t.erb modules/m/lib/puppet/functions/f.rb modules/m/lib/facter/f.rb .gitmodules".split(),
)
def test_a_fifo_in_place_of_a_file_is_not_opened(name: str, tmp_path: Path) -> None:
    path = make(tmp_path, SITE) / name
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)
    assert run("puppet-check", "--no-cache", ".", cwd=tmp_path).code in (0, 1, 2)


@pytest.mark.parametrize("target", ["/dev/zero", "/dev/stdin", "/proc/self/environ", "/etc/passwd"])
def test_a_link_out_of_the_workspace_shows_nothing(target: str, tmp_path: Path) -> None:
    make(tmp_path, SITE)
    (tmp_path / "manifests" / "x.pp").symlink_to(target)
    found = run("puppet-check", "--no-cache", "--format", "concise", ".", cwd=tmp_path)
    assert "manifests/x.pp:1:1: error: cannot read the file: " in found.out
    assert "root:" not in found.out and "PATH=" not in found.out


@pytest.mark.parametrize("setting", ['facts = "/etc/passwd"', 'modulepath = ["/usr"]', 'baseline = "../x"', 'hiera = "/dev/zero"'])
def test_settings_name_nothing_outside_of_the_repository(setting: str, tmp_path: Path) -> None:
    make(tmp_path, {**SITE, ".git/HEAD": "", ".puppet-check.toml": setting + "\n"})
    found = run("puppet-check", "--no-cache", ".", cwd=tmp_path)
    assert found.code == 2 and "which is outside of the repository" in found.err


DATA = {
    "brackets": ("m: " + "[" * 25_000, "hiera-unread-file"),
    "dashes": ("- " * 25_000 + "a", "hiera-unread-file"),
    "aliases": (
        "a: &a [x]\n" + "".join(f"{n}: &b{n} [{', '.join(['*' + (f'b{n - 1}' if n else 'a')] * 9)}]\n" for n in range(9)),
        "hiera-unread-file",
    ),
    "an array in itself": ("a: &a [*a]\n", ""),
    "a number": ("a: " + "9" * 5000 + "\n", ""),
    "an empty conversion": ("m::x: 1\nlookup_options: {m::x: {convert_to: []}}\n", ""),
    "a wide conversion": ("m::x: 1\nlookup_options: {m::x: {convert_to: [String, '%999999999d']}}\n", ""),
    "lookups that double": ("".join(f'k{n}: \'%{{lookup("k{n + 1}")}}%{{lookup("k{n + 1}")}}\'\n' for n in range(40)) + "k40: x\n", ""),
}


@pytest.mark.parametrize("name", DATA)
def test_data_has_limits(name: str, tmp_path: Path) -> None:
    text, code = DATA[name]
    make(tmp_path, {**SITE, **HIERA, "data/common.yaml": text})
    found = run("puppet-check", "--no-cache", "--format", "concise", ".", cwd=tmp_path)
    assert code in found.out and "internal-error" not in found.out and found.code in (0, 1)


def test_a_long_range_of_versions_is_no_range(tmp_path: Path) -> None:
    dependency = {"name": "a/b", "version_requirement": ">= 1.0.0 || " * 2000 + "1.x"}
    metadata = {"name": "me-m", "version": "1.0.0", "dependencies": [dependency]}
    make(tmp_path, {"metadata.json": json.dumps(metadata), "manifests/init.pp": "class m { }\n"})
    found = run("puppet-check", "--no-cache", "--format", "concise", ".", cwd=tmp_path)
    assert "metadata.json" in found.out and "internal-error" not in found.out and found.code in (0, 1)


@pytest.mark.parametrize(
    "line", ["!", "foo\\", "[z-a]", "[a", "*a" * 50 + "*b", "**/" * 1000 + "x", "[x-z]**\n" * 10_000, "/".join(["**/[!b]*"] * 1000)]
)
def test_a_bad_line_of_a_gitignore_is_ignored(line: str, tmp_path: Path) -> None:
    make(tmp_path, {".gitignore": f"{line}\nb.pp\n", "a.pp": "$X = 1\n", "b.pp": "$X = 1\n", "a" * 100 + ".pp": "$x = 1\n"})
    found = run("puppet-check", "--no-cache", "--format", "concise", ".", cwd=tmp_path)
    assert "a.pp:1:" in found.out and "b.pp:1:" not in found.out


@pytest.mark.parametrize("glob", ["/**", "/proc/**", "../../**", "**/" * 500 + "*"])
def test_globs_of_data_stay_in_the_repository(glob: str, tmp_path: Path) -> None:
    make(tmp_path, {**SITE, "hiera.yaml": f"version: 5\nhierarchy:\n  - name: x\n    glob: '{glob}'\n", "data/a.yaml": "a: 1\n"})
    assert run("puppet-check", "--no-cache", ".", cwd=tmp_path).code in (0, 1)


@pytest.mark.parametrize("name", ["/etc/passwd", "m/../../../../etc/passwd", "m/out"])
def test_puppet_eval_only_reads_files_of_modules(name: str, tmp_path: Path) -> None:
    make(tmp_path, {"modules/m/files/x": "text"})
    (tmp_path / "modules" / "m" / "files" / "out").symlink_to("/etc/passwd")
    found = run("puppet-eval", "-e", f"notice(file('{name}'))", cwd=tmp_path)
    assert found.code != 0 and "puppet-eval does not read" in found.err and "root:" not in found.out
    assert "text" in run("puppet-eval", "-e", "notice(file('m/x'))", cwd=tmp_path).out


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, Path(sys.executable).with_name("puppet-check"), "--no-cache", "--format", "json", "."],
        [sys.executable, Path(sys.executable).with_name("puppet-eval"), "-e", "notice(file('/etc/passwd'))"],
    ],
)
def test_no_other_files_are_opened_and_nothing_is_started(command: list[str | Path], tmp_path: Path) -> None:
    top, log = traced.hostile(tmp_path), tmp_path / "log"
    traced_command = traced.command(log, *map(str, command))
    done = subprocess.run(traced_command, cwd=top, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
    assert done.stdout or done.stderr
    found = traced.read(log)
    assert len(found.started) == 1 and found.connected == []
    # The folders that environment.conf names are listed, in search of modules; these have none.
    assert {*found.outside_of(top)} <= {str(tmp_path / "outside"), "/usr/share"}


@pytest.mark.parametrize("version", ["²", "9" * 5000])
def test_an_odd_version_of_a_hierarchy_is_not_supported(version: str, tmp_path: Path) -> None:
    make(tmp_path, {**SITE, "hiera.yaml": f"version: '{version}'\nhierarchy: []\n"})
    found = run("puppet-check", "--no-cache", "--format", "concise", ".", cwd=tmp_path)
    assert "does not support hiera.yaml version" in found.out and "internal-error" not in found.out


def test_names_of_templates_need_not_be_unicode(tmp_path: Path) -> None:
    make(tmp_path, {**SITE, "modules/m/templates/a.epp": ""})
    with open(os.fsencode(tmp_path / "modules/m/templates") + b"/\xff\xfe.epp", "w") as file:
        file.write("<%= $x %> <%# called a.epp %>")
    found = run("puppet-check", "--no-cache", ".", cwd=tmp_path)
    assert "internal-error" not in found.out and found.code in (0, 1)


@pytest.mark.parametrize("merge", [[*range(20_000)], {f"k{each}": each for each in range(5_000)}])
def test_lookup_options_of_many_values_are_not_known(merge: object, tmp_path: Path) -> None:
    data = json.dumps({"a::b": 1, "lookup_options": {"a::b": {"merge": merge}}})
    make(tmp_path, {**SITE, "data/common.yaml": data, "hiera.yaml": "version: 5\n", "a.pp": "notice(lookup('a::b'))\nclass a ($b) { }\n"})
    found = run("puppet-check", "--no-cache", ".", cwd=tmp_path)
    assert "internal-error" not in found.out and found.code in (0, 1)
    found = run("puppet-eval", "--catalog", "a.pp", cwd=tmp_path)
    assert found.code in (0, 1) and "Traceback" not in found.err


def test_a_folder_whose_path_is_too_long_for_the_system_is_a_finding(tmp_path: Path) -> None:
    make(tmp_path, {"manifests/a.pp": "class a { }\n"})
    folder = os.open(tmp_path / "manifests", os.O_RDONLY)
    for _ in range(25):
        os.mkdir("d" * 200, dir_fd=folder)
        below = os.open("d" * 200, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = below
    os.close(os.open("b.pp", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
    os.close(folder)
    found = run("puppet-check", "--no-cache", "--format", "concise", ".", cwd=tmp_path)
    assert "warning: cannot read the folder, so nothing below it was checked: File name too long [unreadable-file]" in found.out
    assert run("puppet-check", "x" * 5000 + ".pp", cwd=tmp_path).err.startswith("puppet-check: the path is too long: xxx")
