"""Facts of a node that get to commands through classes, defines and Hiera."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

NAME = "$facts['networking']['hostname']"
HIERA = "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"
GUARDED = "path => '/bin', onlyif => 'test -d /srv'"


def codes(folder: Path, site: str, files: dict[str, str] | None = None) -> list[tuple[str, str]]:
    """The codes and severities of the findings about injection in a control repository."""
    facts = '{"networking": {"hostname": "one", "ip": "10.0.0.1"}}'
    write(folder, {"environment.conf": "modulepath = modules\n", "manifests/site.pp": site, "facts.json": facts, **(files or {})})
    given = ("--no-config", "--no-cache", "--format", "json", "--exit-zero", "--facts", folder / "facts.json")
    found = json.loads(run("puppet-check", *given, folder, cwd=folder).out)
    return [(each["code"], each["severity"]) for each in found if "injection" in each["code"]]


def of_define(body: str, type: str = "", value: str = NAME) -> str:
    return f"define run({type} $x) {{\n{body}\n}}\nrun {{ 'a': x => {value} }}\n"


def test_a_fact_gets_to_a_command_of_the_server_through_a_define(tmp_path: Path) -> None:
    body = "  $made = generate('/bin/sh', '-c', \"ls ${x}\")\n  notice($made)"
    assert codes(tmp_path, of_define(body)) == [("server-injection", "error")]
    assert codes(tmp_path, of_define(body, value="$facts['networking']['ip']")) == []
    assert codes(tmp_path, of_define(body, type="Pattern[/\\A\\w+\\z/]")) == []
    assert codes(tmp_path, of_define("  notice(generate('/bin/ls', $x))")) == []


def test_a_fact_becomes_the_text_of_a_template_through_data(tmp_path: Path) -> None:
    data = {"hiera.yaml": HIERA, "data/common.yaml": 'app::label: "of %{facts.networking.hostname}"\n'}
    app = "class app($label) {\n  notice(inline_epp($label, {}))\n}\ninclude app\n"
    assert codes(tmp_path, app, data) == [("server-injection", "error")]
    assert codes(tmp_path, app.replace("inline_epp($label, {})", "inline_template('<%= @label %>')"), data) == []


def test_a_fact_in_a_command_of_a_shell_is_worse_than_a_text(tmp_path: Path) -> None:
    body = f'  exec {{ "do": command => "cd /srv && ls ${{x}}", {GUARDED} }}'
    assert codes(tmp_path, of_define(body)) == [("shell-injection", "warning")]
    assert codes(tmp_path, of_define(body, type="String")) == [("shell-injection", "warning")]
    assert codes(tmp_path, of_define(body, type="String", value="'web'")) == [("shell-injection", "info")]


def test_quoted_facts_are_no_part_of_the_command(tmp_path: Path) -> None:
    for written in ("'${x}'", "${shellquote($x)}"):
        assert codes(tmp_path, of_define(f'  exec {{ "do": command => "cd /srv && ls {written}", {GUARDED} }}')) == []
    assert codes(tmp_path, of_define(f"  exec {{ 'do': command => ['/bin/ls', $x], {GUARDED} }}")) == []


SITE = "node default { include role::web }\n"
RUN = "define tool::run ($what) {\n  exec { 'do': command => \"cd /srv && ls ${what}\", path => '/bin', onlyif => 'test -d /srv' }\n}\n"
BASE = "class profile::base ($label) {\n  tool::run { 'a': what => $label }\n}\n"


def without_facts(folder: Path, label: str, base: str = BASE) -> list[tuple[str, str]]:
    """The findings about injection in a control repository whose role gives a profile a value, if no facts are given."""
    modules = {
        "modules/role/manifests/web.pp": f"class role::web {{\n  class {{ 'profile::base': label => {label} }}\n}}\n",
        "modules/profile/manifests/base.pp": base,
        "modules/tool/manifests/run.pp": RUN,
    }
    write(folder, {"environment.conf": "modulepath = modules\n", "manifests/site.pp": SITE, **modules})
    found = json.loads(run("puppet-check", "--no-config", "--no-cache", "--format", "json", "--exit-zero", folder, cwd=folder).out)
    return [(each["code"], each["file"].rpartition("modules/")[2]) for each in found if "injection" in each["code"]]


@pytest.mark.parametrize("label", [NAME, "$facts['app']['name']", "$::fqdn", "$facts.dig('app', 'name')", "$facts.get('app.name')"])
def test_facts_are_followed_to_commands_of_other_classes_if_none_are_given(tmp_path: Path, label: str) -> None:
    assert without_facts(tmp_path, label) == [("shell-injection", "tool/manifests/run.pp")]


@pytest.mark.parametrize("label", ["$facts['networking']['ip']", "shellquote($facts['app']['name'])", "'web'", "$facts['os']['family']"])
def test_facts_that_mean_nothing_to_a_shell_are_not(tmp_path: Path, label: str) -> None:
    assert without_facts(tmp_path, label) == []


def test_unknown_facts_are_followed_to_what_servers_run(tmp_path: Path) -> None:
    base = 'class profile::base ($label) {\n  notice(inline_template("of ${label}"))\n}\n'
    assert without_facts(tmp_path, NAME, base) == [("server-injection", "profile/manifests/base.pp")]
    assert without_facts(tmp_path, NAME, base.replace("($label)", "(Pattern[/\\A\\w+\\z/] $label)")) == []
