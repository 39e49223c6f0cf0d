"""Folders of modules outside of the repository, named by `environment.conf` or by the user."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.cli.in_process import findings

NTP = "class ntp (Integer $port = 1) {\n  file { '/x': content => 'x' }\n}\n"
SITE = "class { 'ntp': port => 'x' }\ninclude ntp::gone\n"


def environment(tmp_path: Path, modulepath: str, site: str = SITE) -> Path:
    """A control repository with a module path, beside a folder with a module."""
    outside = {"ntp/manifests/init.pp": NTP, "Notes/manifests/init.pp": "class notes { }\n", "private/files/x": "the secret"}
    write(tmp_path / "elsewhere", outside)
    folder = write(tmp_path / "repository", {"environment.conf": f"modulepath = {modulepath}\n", "manifests/site.pp": site})
    (folder / ".git").mkdir()
    return folder


def found(folder: Path) -> list[str]:
    return [f"{each.path}:{each.line} {each.severity} {each.code}" for each in findings(folder)]


@pytest.mark.parametrize("is_relative", [True, False])
def test_modules_that_only_the_environment_names_are_read(is_relative: bool, tmp_path: Path) -> None:
    folder = environment(tmp_path, "../elsewhere" if is_relative else str(tmp_path / "elsewhere"))
    assert found(folder) == ["manifests/site.pp:1 error wrong-parameter", "manifests/site.pp:2 error unknown-class"]


def test_only_modules_are_read_there(tmp_path: Path) -> None:
    folder = environment(tmp_path, "../elsewhere", "include notes\n")
    done = run("puppet-eval", "--catalog", cwd=folder)
    assert done.code == 1 and "Could not find class ::notes" in done.err
    done = run("puppet-eval", "--catalog", "-e", "notice(file('private/x'))", cwd=folder)
    assert done.code == 0 and "the secret" not in done.out
    shown = run("puppet-check", "--show-settings", "manifests/site.pp", cwd=folder).out
    assert "  modules: 1: ntp\n" in shown


def test_what_the_user_names_is_read_wherever_it_is(tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere"
    folder = environment(tmp_path, str(outside), "include ntp\n")
    for modulepath in (str(outside), "../elsewhere"):
        assert run("puppet-check", "--no-cache", "--modulepath", modulepath, ".", cwd=folder).out == "No problems in 2 files\n"
        done = run("puppet-eval", "--catalog", "--explain-unknown", "--modulepath", modulepath, cwd=folder)
        assert "File[/x]" in done.out and done.out.endswith("nothing is unknown\n") and "incomplete" not in done.out


@pytest.mark.parametrize("where", ["home", "above"])
def test_what_stays_unread_is_reported(where: str, tmp_path: Path) -> None:
    home = tmp_path / "elsewhere" if where == "home" else tmp_path / "elsewhere" / "user"
    folder = environment(tmp_path, "../elsewhere", "include ntp\n")
    home.mkdir(exist_ok=True)
    env = {"HOME": str(home)}
    (told,) = json.loads(run("puppet-check", "--no-cache", "--format", "json", ".", cwd=folder, env=env).out)
    assert (told["file"], told["line"], told["severity"], told["code"]) == ("environment.conf", 1, "info", "environment-folder")
    assert "'../elsewhere' is outside of the repository and not only for modules, so it is not read" in told["message"]
    done = run("puppet-eval", "--catalog", "--explain-unknown", cwd=folder, env=env)
    assert (
        "the catalog may be incomplete" in done.out
        and f"folder of modules {folder}/../elsewhere: only environment.conf names it" in done.out
    )
    assert done.out.endswith("     1  module ntp\n")
    done = run("puppet-eval", "--catalog", "--modulepath", "../elsewhere", cwd=folder, env=env)
    assert "File[/x]" in done.out


def test_a_folder_that_does_not_exist_is_a_cause(tmp_path: Path) -> None:
    folder = environment(tmp_path, "../absent", "include ntp\n")
    done = run("puppet-eval", "--catalog", "--explain-unknown", "--json", cwd=folder)
    unknown = [(each["kind"], each["count"]) for each in json.loads(done.out)["unknown"]]
    assert unknown == [("folder", 0), ("module", 1)]


@pytest.mark.parametrize(
    "command",
    [
        ("puppet-format",),
        ("puppet-check", "--fix", "--unsafe-fixes", "--profile", "puppet-lint"),
        ("puppet-check", "upgrade", "--target", "puppet8", "--fix", "--unsafe-fixes"),
    ],
)
def test_modules_outside_are_never_changed(command: tuple[str, ...], tmp_path: Path) -> None:
    folder = environment(tmp_path, "../elsewhere")
    ugly = "class ntp {\n  file { '/x': mode => 644 , }\n}\n"
    write(tmp_path / "elsewhere", {"ntp/manifests/init.pp": ugly})
    run(*command, cwd=folder)
    assert (tmp_path / "elsewhere/ntp/manifests/init.pp").read_text() == ugly


def test_links_lead_out_of_no_module_there(tmp_path: Path) -> None:
    folder = environment(tmp_path, "../elsewhere", "notice(file('ntp/secret'))\ninclude ntp\n")
    write(tmp_path, {"secret": "the secret"})
    (tmp_path / "elsewhere/ntp/files").mkdir()
    (tmp_path / "elsewhere/ntp/files/secret").symlink_to(tmp_path / "secret")
    done = run("puppet-eval", "--catalog", "--explain-unknown", cwd=folder)
    assert "the secret" not in done.out + done.err


LINKED = ("file('ntp/secret')", "template('ntp/secret')", "epp('ntp/secret')", "ntp::secret()", "include ntp::secret")


@pytest.mark.parametrize("code", LINKED)
def test_no_link_in_a_module_of_the_repository_leads_out_of_it(code: str, tmp_path: Path) -> None:
    files = {"ntp/manifests/init.pp": NTP, "ntp/files/x": "", "ntp/templates/x": "", "ntp/functions/x": ""}
    folder = write(tmp_path / "repository", {"environment.conf": "", **{f"modules/{path}": text for path, text in files.items()}})
    write(tmp_path, {"secret": "notice('the secret')\n"})
    write(tmp_path, {"secret.pp": "class ntp::secret { notice('the secret') }\n"})
    write(tmp_path, {"function.pp": "function ntp::secret() { 'the secret' }\n"})
    (folder / ".git").mkdir()
    (folder / "modules/ntp/files/secret").symlink_to(tmp_path / "secret")
    (folder / "modules/ntp/templates/secret").symlink_to(tmp_path / "secret")
    (folder / "modules/ntp/functions/secret.pp").symlink_to(tmp_path / "function.pp")
    (folder / "modules/ntp/manifests/secret.pp").symlink_to(tmp_path / "secret.pp")
    call = code if code.startswith("include") else f"notice({code})"
    done = run("puppet-eval", "--catalog", "--explain-unknown", "-e", call, cwd=folder)
    assert "the secret" not in done.out + done.err
