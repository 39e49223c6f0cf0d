"""The options `--types`, `--show-settings` and `--watch` of `puppet-check`."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.cli.command import run, write


def test_types_are_shown_below_their_lines(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a (Integer $n) {\n  $x = $n + 1\n  [$y, $z] = [1, 'a']\n  notice($x)\n}\n"})
    assert run("puppet-check", "--types", "a.pp", cwd=tmp_path).out == (
        "class a (Integer $n) {\n"
        "  $x = $n + 1\n"
        "    2:3 $x: Integer\n"
        "  [$y, $z] = [1, 'a']\n"
        "    3:3 [$y, $z]: Tuple[Integer[1, 1], Enum['a']]\n"
        "  notice($x)\n"
        "    4:3 notice($x): Undef\n"
        "}\n"
    )


def test_types_of_a_missing_file_are_wrong_usage(tmp_path: Path) -> None:
    answer = run("puppet-check", "--types", "none.pp", cwd=tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert "none.pp" in answer.err


def test_types_of_several_files_are_shown_below_their_names_or_as_json(tmp_path: Path) -> None:
    write(tmp_path, {"manifests/a.pp": "$x = 'é'; $y = 1\n", "manifests/b.pp": "$z = [1]\n", "data/c.yaml": "a: 1\n"})
    text = run("puppet-check", "--types", ".", cwd=tmp_path).out
    assert text.startswith(
        "==> manifests/a.pp <==\n$x = 'é'; $y = 1\n    1:1 $x: Enum['é']\n    1:11 $y: Integer[1, 1]\n==> manifests/b.pp <==\n"
    )
    answer = run("puppet-check", "--types", "--format", "json", "manifests/a.pp", "manifests/b.pp", cwd=tmp_path)
    rows = json.loads(answer.out)
    assert [(each["file"], each["line"], each["column"], each["end_column"], each["name"], each["type"]) for each in rows] == [
        ("manifests/a.pp", 1, 1, 9, "$x", "Enum['é']"),
        ("manifests/a.pp", 1, 11, 17, "$y", "Integer[1, 1]"),
        ("manifests/b.pp", 1, 1, 9, "$z", "Tuple[Integer[1, 1]]"),
    ]


def test_types_are_not_printed_in_formats_of_findings(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$x = 1\n"})
    answer = run("puppet-check", "--types", "--format", "sarif", "a.pp", cwd=tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert "expected text or json" in answer.err


def test_settings_are_shown_with_their_origin(tmp_path: Path) -> None:
    metadata = '{\n  "name": "me-m",\n  "dependencies": [\n    {"name": "you/other", "version_requirement": ">= 1.0.0"}\n  ]\n}\n'
    write(
        tmp_path,
        {
            "m/metadata.json": metadata,
            "m/manifests/init.pp": "class m { }\n",
            "m/.puppet-check.toml": 'ignore = ["div-by-zero"]\njobs = 2\n',
        },
    )
    shown = run("puppet-check", "--show-settings", "--target", "puppet7", "m", cwd=tmp_path).out.splitlines()
    folder = tmp_path / "m"
    for line in (
        f"  configuration: {folder}/.puppet-check.toml",
        f"  ignore: div-by-zero ({folder}/.puppet-check.toml)",
        f"  jobs: 2 ({folder}/.puppet-check.toml)",
        "  target: puppet7 (command line)",
        "  format: text (default)",
        f"  project: {folder}",
        "  kind: module",
        "  modules: 1: m",
        f"    you-other: declared at {folder}/metadata.json:4",
    ):
        assert line in shown


def test_watching_checks_again_after_a_change(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$a = 1\n", "b.pp": "$b = 1 / 0\n"})
    command = [str(Path(sys.executable).parent / "puppet-check"), "--watch", "--format", "concise"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as watching:
        assert watching.stdout is not None
        try:
            assert [next(watching.stdout) for _ in range(2)][1] == "Found 1 error in 1 of 2 files\n"
            write(tmp_path, {"a.pp": "$a = 1 / 0\n"})
            assert [next(watching.stdout) for _ in range(3)][2] == "Found 2 errors in 2 files\n"
            write(tmp_path, {".puppet-check.toml": 'ignore = ["div-by-zero"]\n'})
            assert next(watching.stdout) == "No problems in 2 files\n"
        finally:
            watching.kill()


def test_watching_checks_ruby_again_where_the_version_depends_on_it(tmp_path: Path) -> None:
    write(tmp_path, {"environment.conf": "", "modules/m/lib/facter/a.rb": "File.exist?('/a')\n"})
    command = [str(Path(sys.executable).parent / "puppet-check"), "--watch", "--format", "concise", "--target", "openvox9"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as watching:
        assert watching.stdout is not None
        try:
            assert next(watching.stdout) == "No problems in 2 files\n"
            write(tmp_path, {"modules/m/lib/facter/a.rb": "File.exists?('/a')\n"})
            assert "[deprecated-ruby]" in next(watching.stdout)
            assert "Found 1 warning in 1 of 2 files" in next(watching.stdout)
            write(tmp_path, {"puppet.conf": "pluginsync = true\n"})
            assert sum("warning" in next(watching.stdout) for _ in range(3)) == 3
        finally:
            watching.kill()
