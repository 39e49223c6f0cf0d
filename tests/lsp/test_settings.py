"""An editor shows what the settings of the project select."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.cli.command import write
from tests.lsp.editor import SERVER, Editor, capabilities, codes, replace


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(capabilities())
    yield
    await lsp_client.shutdown_session()


async def test_codes_are_ignored_and_severities_change(client: LanguageClient, tmp_path: Path) -> None:
    write(tmp_path, {".puppet-check.toml": 'ignore = ["duplicate-parameter"]\nseverity.div-by-zero = "hint"\n'})
    published = await Editor(client, (tmp_path / "a.pp").as_uri()).open("define a ($x, $x) { }\n$b = 1 / 0\n")
    assert [(each.code, each.severity) for each in published.diagnostics if each.code != "unused-parameter"] == [
        ("div-by-zero", types.DiagnosticSeverity.Hint)
    ]


async def test_an_error_in_the_settings_leaves_all_findings(client: LanguageClient, tmp_path: Path) -> None:
    write(tmp_path, {".puppet-check.toml": "ignor = []\n"})
    published = await Editor(client, (tmp_path / "a.pp").as_uri()).open("$b = 1 / 0\n")
    assert codes(published) == ["div-by-zero"]


async def test_comments_suppress_findings_as_on_the_command_line(client: LanguageClient, tmp_path: Path) -> None:
    published = await Editor(client, (tmp_path / "a.pp").as_uri()).open("$b = 1 / 0 # puppet-check: ignore[div-by-zero]\n")
    assert codes(published) == []


async def test_facts_that_cannot_be_read_leave_the_check_for_any_node(client: LanguageClient, tmp_path: Path) -> None:
    write(tmp_path, {".puppet-check.toml": 'facts = "none.yaml"\n'})
    published = await Editor(client, (tmp_path / "a.pp").as_uri()).open("$b = 1 / 0\n")
    assert codes(published) == ["div-by-zero"]


async def test_an_empty_path_of_facts_is_ignored(client: LanguageClient, tmp_path: Path) -> None:
    write(tmp_path, {".puppet-check.toml": 'facts = ""\n'})
    published = await Editor(client, (tmp_path / "a.pp").as_uri()).open("$b = 1 / 0\n")
    assert codes(published) == ["div-by-zero"]


async def test_rules_of_the_repository_are_shown(client: LanguageClient, tmp_path: Path) -> None:
    write(tmp_path, {".puppet-check.toml": '[[rules]]\ncode = "no-fail"\nmessage = "not here"\nfunctions = ["fail"]\n'})
    published = await Editor(client, (tmp_path / "a.pp").as_uri()).open("if $facts['x'] { fail('x') }\n")
    assert "no-fail" in codes(published)


async def test_ruby_and_puppet_conf_are_checked_for_the_version(client: LanguageClient, tmp_path: Path) -> None:
    write(tmp_path, {".puppet-check.toml": 'target = "openvox9"\n', "environment.conf": "", "modules/m/lib/facter/a.rb": ""})
    published = await Editor(client, (tmp_path / "modules/m/lib/facter/a.rb").as_uri()).open("File.exists?('/a')\n")
    assert codes(published) == ["deprecated-ruby"]
    published = await Editor(client, (tmp_path / "puppet.conf").as_uri()).open("[main]\npluginsync = true\n")
    assert codes(published) == ["removed-setting"]


async def test_the_language_follows_puppet_conf(client: LanguageClient, tmp_path: Path) -> None:
    write(tmp_path, {"environment.conf": "", "puppet.conf": "[server]\nstrict = warning\n"})
    published = await Editor(client, (tmp_path / "a.pp").as_uri()).open("notice('1' + 1)\n")
    assert [(each.code, each.severity) for each in published.diagnostics] == [("numeric-coercion", types.DiagnosticSeverity.Warning)]


async def test_what_is_typed_into_puppet_conf_changes_the_findings_of_open_files(client: LanguageClient, tmp_path: Path) -> None:
    write(tmp_path, {"environment.conf": "", "puppet.conf": "[server]\nstrict = warning\n", "a.pp": ""})
    code, conf = (Editor(client, (tmp_path / name).as_uri()) for name in ("a.pp", "puppet.conf"))
    await conf.open("[server]\nstrict = warning\n")
    assert [each.severity for each in (await code.open("notice('1' + 1)\n")).diagnostics] == [types.DiagnosticSeverity.Warning]
    of_conf = conf.published()
    conf.change(replace((1, 9), (1, 16), "error"))
    assert (await of_conf).uri == conf.uri
    of_code = code.published()
    code.change(replace((0, 0), (0, 0), " "))
    assert [each.severity for each in (await of_code).diagnostics] == [types.DiagnosticSeverity.Error]


async def test_a_change_of_puppet_conf_on_the_disk_changes_the_findings_of_open_files(client: LanguageClient, tmp_path: Path) -> None:
    write(tmp_path, {"environment.conf": "", "puppet.conf": "[server]\nstrict = warning\n", "a.pp": ""})
    code = Editor(client, (tmp_path / "a.pp").as_uri())
    await code.open("notice('1' + 1)\n")
    published = code.published()
    write(tmp_path, {"puppet.conf": "[server]\nstrict = error\n"})
    event = types.FileEvent((tmp_path / "puppet.conf").as_uri(), types.FileChangeType.Changed)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    assert [(each.code, each.severity) for each in (await published).diagnostics] == [("numeric-coercion", types.DiagnosticSeverity.Error)]
