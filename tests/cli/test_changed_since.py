"""`--changed-since` reports what a change brings: in new lines, and in files that it affects."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.support.repository import AUTHOR, committed, git

METADATA = {"name": "x-m", "version": "1.0.0", "author": "x", "summary": "s", "license": "Apache-2.0", "source": "", "dependencies": []}
OLD = "$old = 1 / 0"
FILES = {
    "metadata.json": json.dumps(METADATA),
    "manifests/init.pp": f"class m (M::Port $port = 1) {{\n  {OLD}\n  $word = 'n'\n  notice($word)\n}}\n",
    "types/port.pp": "type M::Port = Integer\n",
    "manifests/user.pp": "class m::user {\n  class { 'm': port => 100 }\n}\n",
    "manifests/third.pp": f"class m::third {{ {OLD} }}\n",
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a finding in two files."""
    return committed(tmp_path, FILES)


def found(folder: Path, *options: str, since: str = "HEAD") -> set[tuple[str, int, str]]:
    """The findings since a revision: file, line and code."""
    answer = run("puppet-check", "--changed-since", since, "--format", "json", *options, cwd=folder)
    assert not answer.err
    return {(each["file"], each["line"], each["code"]) for each in json.loads(answer.out)}


def test_nothing_has_changed(repository: Path) -> None:
    assert run("puppet-check", cwd=repository).code == 1
    answer = run("puppet-check", "--changed-since", "HEAD", cwd=repository)
    assert (answer.code, answer.out) == (0, "No problems in 5 files\n")


def test_findings_in_new_lines(repository: Path) -> None:
    write(
        repository,
        {"manifests/third.pp": f"class m::third {{ {OLD}\n  $new = 2 / 0\n}}\n", "manifests/new.pp": f"class m::new {{ {OLD} }}\n"},
    )
    assert found(repository) == {
        ("manifests/third.pp", 1, "div-by-zero"),  # The line has changed.
        ("manifests/third.pp", 2, "div-by-zero"),
        ("manifests/new.pp", 1, "div-by-zero"),
    }
    (repository / "manifests/third.pp").write_text(f"# A comment.\n{FILES['manifests/third.pp']}")
    assert found(repository) == {("manifests/new.pp", 1, "div-by-zero")}


def test_new_findings_in_old_lines_of_a_changed_file(repository: Path) -> None:
    write(repository, {"manifests/init.pp": FILES["manifests/init.pp"].replace("  $word = 'n'\n", "")})
    assert found(repository) == {("manifests/init.pp", 3, "unknown-variable")}


@pytest.mark.parametrize("options", [(), ("--no-cache",)])
def test_findings_in_files_that_a_change_affects(repository: Path, options: tuple[str, ...]) -> None:
    write(repository, {"types/port.pp": "type M::Port = Integer[0, 10]\n"})
    # The class has a parameter of the type, so that its old finding is reported as well.
    expected = {("manifests/user.pp", 2, "wrong-parameter"), ("manifests/init.pp", 2, "div-by-zero")}
    assert found(repository, *options) == expected
    assert found(repository, *options) == expected


def test_a_class_that_is_gone_affects_those_that_include_it(repository: Path) -> None:
    (repository / "manifests/init.pp").unlink()
    assert found(repository) == {("manifests/user.pp", 2, "unknown-class")}


def test_a_file_that_was_only_moved_has_no_new_lines(repository: Path) -> None:
    git(repository, "mv", "manifests/third.pp", "manifests/fourth.pp")
    assert found(repository) == {("manifests/fourth.pp", 1, "illegal-definition-location")}


def test_data_and_templates_affect_those_that_read_them(tmp_path: Path) -> None:
    hiera = "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"
    files = {
        "data/common.yaml": "a::port: 22\n",
        "hiera.yaml": hiera,
        "manifests/init.pp": "class a (Integer $port) {\n  notice(epp('a/a.epp'))\n}\n",
        "templates/a.epp": "x\n",
    }
    module = tmp_path / "a"
    module.mkdir()
    folder = committed(module, {**files, "metadata.json": json.dumps({**METADATA, "name": "x-a"})})
    write(folder, {"templates/a.epp": "<%- | String $x | -%>\n<%= $x %>\n"})
    assert found(folder) == {("manifests/init.pp", 2, "missing-parameter")}
    write(folder, {"templates/a.epp": "x\n", "manifests/init.pp": files["manifests/init.pp"].replace("Integer", "String")})
    assert found(folder) == {("data/common.yaml", 1, "hiera-value")}


def test_the_branch_counts_from_where_it_left_the_revision(repository: Path) -> None:
    git(repository, "switch", "--quiet", "--create", "topic")
    committed(repository, {"manifests/new.pp": f"class m::new {{ {OLD} }}\n"})
    git(repository, "switch", "--quiet", "main")
    committed(repository, {"manifests/third.pp": f"class m::third {{\n  {OLD}\n}}\n"})
    git(repository, "switch", "--quiet", "topic")
    assert found(repository, since="main") == {("manifests/new.pp", 1, "div-by-zero")}


def test_a_new_version_in_the_metadata_affects_nothing_and_a_new_dependency_everything(repository: Path) -> None:
    write(repository, {"metadata.json": json.dumps({**METADATA, "version": "1.0.1"})})
    assert found(repository) == set()
    dependency = {"name": "puppetlabs/stdlib", "version_requirement": ">= 9.0.0 < 10.0.0"}
    write(repository, {"metadata.json": json.dumps({**METADATA, "dependencies": [dependency]})})
    assert {file for file, _, _ in found(repository)} >= {"manifests/init.pp", "manifests/third.pp"}


def test_names_of_files_may_be_odd(repository: Path) -> None:
    names = ("manifests/a b.pp", 'manifests/q"q.pp', "manifests/é.pp", "manifests/-x.pp")
    committed(repository, dict.fromkeys(names, "$a = 1\n$b = 1 / 0\n"))
    write(repository, dict.fromkeys(names, "$a = 2\n$b = 1 / 0\n"))
    assert not {code for _, _, code in found(repository)} & {"div-by-zero"}
    write(repository, dict.fromkeys(names, "$a = 1\n$b = 2 / 0\n"))
    assert {file for file, _, code in found(repository) if code == "div-by-zero"} == {*names}


@pytest.mark.parametrize("option", ["--fix", "--fix-only", "--diff", "--update-baseline", "--watch", "-"])
def test_options_that_cannot_be_combined(repository: Path, option: str) -> None:
    answer = run("puppet-check", "--changed-since", "HEAD", option, cwd=repository)
    assert answer.code == 2 and "cannot be combined" in answer.err


def test_a_revision_is_expected(repository: Path) -> None:
    for revision in ("nothing", "--help", ""):
        answer = run("puppet-check", f"--changed-since={revision}", cwd=repository)
        assert answer.code == 2 and answer.err == f"puppet-check: --changed-since: '{revision}' is not a revision\n"


def test_no_programs_of_the_repository_are_run(repository: Path) -> None:
    script = write(repository, {"run": f"#!/bin/sh\ntouch {repository / 'was-run'}\n"}) / "run"
    script.chmod(0o755)
    for name in ("core.fsmonitor", "diff.external", "diff.x.textconv", "diff.x.command", "core.pager"):
        git(repository, "config", name, str(script))
    write(repository, {".gitattributes": "*.pp diff=x\n", "manifests/third.pp": "class m::third { $a = 3 / 0 }\n"})
    assert found(repository) == {("manifests/third.pp", 1, "div-by-zero")}
    assert not (repository / "was-run").exists()


HOOK = "#!/bin/sh\nexec puppet-check --changed-since HEAD --format json --output-file {report} manifests\n"


@pytest.mark.parametrize("place", ["in the repository", "in a worktree", "with its own folder"])
def test_hooks_of_git_see_what_a_commit_brings(repository: Path, tmp_path_factory: pytest.TempPathFactory, place: str) -> None:
    # Git names the places of the repository in variables, as seen from its root; the path leads to another folder.
    other = tmp_path_factory.mktemp("other")
    hook, report = repository / ".git/hooks/pre-commit", other / "report.json"
    write(hook.parent, {hook.name: HOOK.format(report=report)})
    hook.chmod(0o755)
    folder, options = repository, ["commit", "--all", "--message", "x"]
    if place == "in a worktree":
        folder = other / "tree"
        git(repository, "worktree", "add", "--quiet", str(folder), "-b", "x")
    elif place == "with its own folder":
        options = [f"--git-dir={repository / '.git'}", "--work-tree=.", *options]
    write(folder, {"manifests/init.pp": FILES["manifests/init.pp"].replace("  notice", "  $new = 2 / 0\n  notice")})
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["git", *AUTHOR, *options], cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert [(each["file"], each["line"]) for each in json.loads(report.read_text())] == [("manifests/init.pp", 4)]


def test_submodules_are_compared_with_their_recorded_commits(tmp_path: Path) -> None:
    inner = committed(tmp_path / "k", {"manifests/init.pp": "class k {\n  notice($nope)\n}\n", "manifests/b.pp": "class k::b { }\n"})
    outer = committed(tmp_path / "outer", {"environment.conf": "modulepath = modules\n"})
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "modules/k")
    assert found(outer) == {("modules/k/manifests/init.pp", 2, "unknown-variable")}  # It is new.
    git(outer, "commit", "--quiet", "--message", "x")
    assert found(outer) == set()
    write(outer, {"modules/k/manifests/b.pp": "class k::b { notice($new) }\n", "modules/k/manifests/c.pp": "class k::c { notice($new) }\n"})
    changes = {(f"modules/k/manifests/{each}.pp", 1, "unknown-variable") for each in "bc"}
    assert found(outer) == changes
    committed(outer / "modules/k", {})
    assert found(outer) == changes
