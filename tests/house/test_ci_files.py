"""The files for CI systems run the command as it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.command import CHECKOUT, write

BIN = str(Path(sys.executable).parent)


def shell(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """A step as a CI system runs it."""
    env = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", **variables}
    return subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=folder, env=env, capture_output=True, text=True)


def test_the_action_of_github_annotates_findings(tmp_path: Path) -> None:
    action = yaml.safe_load((CHECKOUT / "action.yml").read_text())
    defaults = {name.upper(): each["default"] for name, each in action["inputs"].items()}
    (step,) = (each for each in action["runs"]["steps"] if each.get("name") == "Check")
    assert step["env"] == {"PYTHONUTF8": "1"} | {name: f"${{{{ inputs.{name.lower()} }}}}" for name in ("PATHS", "ARGUMENTS")}
    write(tmp_path, {"a.pp": "$a = 1 / 0\n", "b/b.pp": "$b = 1\n"})
    answer = shell(step["run"], tmp_path, PATHS=defaults["PATHS"], ARGUMENTS=defaults["ARGUMENTS"])
    assert answer.returncode == 1 and answer.stdout.startswith("::error file=a.pp,line=1")
    assert shell(step["run"], tmp_path, PATHS="b", ARGUMENTS="--fail-on info --output-file sarif:x.sarif").returncode == 0
    assert json.loads((tmp_path / "x.sarif").read_text())["version"] == "2.1.0"


def test_the_action_installs_what_its_key_names(tmp_path: Path) -> None:
    steps = {each.get("name"): each for each in yaml.safe_load((CHECKOUT / "action.yml").read_text())["runs"]["steps"]}

    def key(package: str, folder: Path) -> str:
        output = tmp_path / "output"
        output.write_text("")
        variables = {"PACKAGE": package, "GITHUB_ACTION_PATH": str(folder), "GITHUB_OUTPUT": str(output)}
        shell(steps["Identify"]["run"], tmp_path, **variables).check_returncode()
        return output.read_text()

    sources = write(tmp_path / "action", {"setup.py": "", "server/puppet_check/x.py": "", "docs/x.md": ""})
    first = key("", sources)
    assert first.startswith("key=") and first == key("", sources)
    write(sources, {"docs/x.md": "changed"})
    assert first == key("", sources)
    write(sources, {"server/puppet_check/x.py": "changed"})
    assert len({first, key("", sources), key("a.whl", sources), key("b.whl", sources)}) == 4
    pip = write(tmp_path / "bin", {"python": '#!/bin/sh\necho "$@"\n'}) / "python"
    pip.chmod(0o755)
    for package, wheels, expected in (("", "new", str(sources)), ("a.whl", "new", "a.whl"), ("a.whl", "action", "")):
        variables = {"PATH": f"{pip.parent}{os.pathsep}{os.environ['PATH']}", "PACKAGE": package, "WHEELS": str(tmp_path / wheels)}
        done = shell(steps["Install"]["run"], tmp_path, GITHUB_ACTION_PATH=str(sources), **variables).stdout.splitlines()
        built = [f"-m pip wheel --quiet --wheel-dir {tmp_path / wheels} {expected}"] if expected else []
        assert done == [*built, f"-m pip install --quiet --no-index --find-links {tmp_path / wheels} puppet-check"]


@pytest.mark.parametrize("paths", ["$(touch made)", "`touch made`", "a.pp; touch made", "a.pp\ntouch made", '"a.pp" && touch made', "-*"])
def test_inputs_of_the_action_are_data(tmp_path: Path, paths: str) -> None:
    (step,) = (each for each in yaml.safe_load((CHECKOUT / "action.yml").read_text())["runs"]["steps"] if each.get("name") == "Check")
    write(tmp_path, {"a.pp": "$a = 1 / 0\n", "--exit-zero.pp": "$a = 1 / 0\n", "--output-file=a.pp": "$a = 1 / 0\n"})
    answer = shell(step["run"], tmp_path, PATHS=paths, ARGUMENTS="")
    assert answer.returncode == (1 if paths == "-*" else 2), answer.stderr
    assert not (tmp_path / "made").exists()
    assert (tmp_path / "a.pp").read_text() == "$a = 1 / 0\n"


def test_the_job_of_gitlab_writes_its_report(tmp_path: Path) -> None:
    job = yaml.safe_load((CHECKOUT / "ci/gitlab.yml").read_text())["puppet-check"]
    write(tmp_path, {"a.pp": "$a = 1 / 0\n"})
    variables = {name: str(value) for name, value in job["variables"].items() if name.startswith("PUPPET")}
    assert shell("\n".join(job["script"]), tmp_path, **variables).returncode == 1
    (found,) = json.loads((tmp_path / job["artifacts"]["reports"]["codequality"]).read_text())
    assert found["location"]["path"] == "a.pp"


@pytest.mark.parametrize("damage", [False, True])
def test_ci_systems_keep_results_in_one_file(tmp_path: Path, damage: bool) -> None:
    action = {each.get("name"): each for each in yaml.safe_load((CHECKOUT / "action.yml").read_text())["runs"]["steps"]}
    job = yaml.safe_load((CHECKOUT / "ci/gitlab.yml").read_text())["puppet-check"]
    name = str(job["variables"]["PUPPET_CHECK_RESULTS"])
    assert job["cache"]["paths"] == [name, ".cache/pip"]
    of_action = [action["Import results"]["run"]], [action["Export results"]["run"]]
    assert action["Export results"]["if"] == "always()"
    for steps, results in ((of_action, "results"), ((job["before_script"][1:], job["after_script"]), name)):
        folder = write(tmp_path / results, {f"m/manifests/c{each}.pp": f"class m::c{each} {{ $x = 1 / 0 }}\n" for each in range(9)})
        variables = {"RESULTS": results, "PUPPET_CHECK_RESULTS": results, "XDG_CACHE_HOME": str(folder / "one")}
        assert shell("\n".join(steps[0]), folder, **variables).stdout == ""
        shell("puppet-check m", folder, **variables)
        assert shell("\n".join(steps[1]), folder, **variables).returncode == 0
        if damage:
            (folder / results).write_bytes(b"damage")
        answer = shell("\n".join(steps[0]), folder, **{**variables, "XDG_CACHE_HOME": str(folder / "two")})
        assert answer.returncode == 0
        assert ("it is not an export of the cache" in answer.stderr) == damage == (not (folder / results).exists())
        assert damage or answer.stdout.startswith(f"{results}: 9 new results of 9\n")


def test_the_image_copies_what_the_build_needs() -> None:
    ignored = (CHECKOUT / ".dockerignore").read_text().split()
    assert not {"server", "typesys", "grammar", "setup.py", "pyproject.toml", "README.md"} & set(ignored)
    lines = (CHECKOUT / "Dockerfile").read_text().splitlines()
    assert "USER checker" in lines and 'ENTRYPOINT ["puppet-check"]' in lines
