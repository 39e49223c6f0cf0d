"""`puppet-check init`: first files for a module or control repository."""

import json
from pathlib import Path

import yaml

from tests.cli.command import Answer, run, write

METADATA = json.dumps(
    {
        "name": "a-mod",
        "version": "1.0.0",
        "author": "a",
        "license": "MIT",
        "summary": "s",
        "source": "https://a.example",
        "dependencies": [],
    }
)


def init(folder: Path) -> Answer:
    return run("puppet-check", "init", cwd=folder)


def test_a_module_gets_settings_and_a_hook_which_change_no_finding(tmp_path: Path) -> None:
    write(tmp_path, {"metadata.json": METADATA, "manifests/init.pp": "class mod { $a = 1 }\n", ".git/config": ""})
    before = run("puppet-check", "--no-cache", cwd=tmp_path)
    answer = init(tmp_path)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[:2] == ["Wrote .puppet-check.toml", "Wrote .pre-commit-config.yaml"]
    assert run("puppet-check", "--no-cache", cwd=tmp_path) == before
    assert not (tmp_path / ".github").exists() and not (tmp_path / ".gitlab-ci.yml").exists()


def test_every_suggested_setting_is_valid(tmp_path: Path) -> None:
    for name, files in {"module": {"metadata.json": METADATA}, "control": {"environment.conf": "", "Puppetfile": ""}}.items():
        write(tmp_path / name, {**files, ".git/config": "", "spec/facts/a.yaml": "{}", "puppet-check.json": "{}"})
        init(tmp_path / name)
        settings = tmp_path / name / ".puppet-check.toml"
        lines = settings.read_text().splitlines()
        active = "\n".join(each.removeprefix("# ") for each in lines[1:] if "=" in each or "[" in each)
        settings.write_text(active)
        answer = run("puppet-check", "--show-settings", ".", cwd=tmp_path / name)
        assert (answer.code, answer.err) == (0, ""), active


def test_the_hook_runs_for_the_files_that_are_checked(tmp_path: Path) -> None:
    write(tmp_path, {"metadata.json": METADATA, ".git/config": ""})
    init(tmp_path)
    (hook,) = yaml.safe_load((tmp_path / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    published = yaml.safe_load((Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text())[0]
    assert (hook["entry"], hook["files"]) == ("puppet-check --", published["files"])


def test_the_job_is_for_the_host_of_the_repository(tmp_path: Path) -> None:
    for host, file, step in (
        ("github.com", ".github/workflows/puppet-check.yml", "puppet-check --format github ."),
        ("gitlab.example.org", ".gitlab-ci.yml", "puppet-check --output-file gitlab:gl-code-quality-report.json ."),
    ):
        folder = tmp_path / host
        write(folder, {"metadata.json": METADATA, ".git/config": f'[remote "origin"]\n\turl = git@{host}:a/b.git\n'})
        out = init(folder).out
        assert f"Wrote {file}\n" in out
        assert "The job installs what its variable PUPPET_CHECK_PACKAGE names: a wheel or an address such as" in out
        jobs = yaml.safe_load((folder / file).read_text())
        assert step in str(jobs)
        assert "until an index has puppet-check" in (folder / file).read_text()


def test_what_is_there_is_not_changed(tmp_path: Path) -> None:
    there = {".pre-commit-config.yaml": "repos: []\n", ".gitlab-ci.yml": "stages: []\n", ".puppet-lint.rc": "--relative\n"}
    write(tmp_path, {**there, "metadata.json": METADATA, ".git/config": ""})
    out = init(tmp_path).out
    assert {name: (tmp_path / name).read_text() for name in there} == there
    assert ".pre-commit-config.yaml is there already; add to it:\n\n  - repo: local\n" in out
    assert ".gitlab-ci.yml is there already; add to it:\n\npuppet-check:\n" in out
    assert ".puppet-lint.rc is understood as it is" in out
    assert not (tmp_path / ".puppet-check.toml").exists()


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"metadata.json": METADATA, ".git/config": ""})
    init(tmp_path)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()}
    assert init(tmp_path).code == 0
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()} == before


def test_no_link_leads_out_of_the_repository(tmp_path: Path) -> None:
    write(tmp_path / "m", {"metadata.json": METADATA, ".git/config": "github.com"})
    (tmp_path / "outside").mkdir()
    (tmp_path / "m/.github").symlink_to(tmp_path / "outside")
    assert init(tmp_path / "m").code == 2
    assert [*(tmp_path / "outside").iterdir()] == []


def test_a_folder_that_is_no_project_is_refused(tmp_path: Path) -> None:
    answer = init(tmp_path)
    assert (answer.code, [*tmp_path.iterdir()]) == (2, [])
    assert "neither a module (metadata.json) nor a control repository" in answer.err
