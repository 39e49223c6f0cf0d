"""What stops the catalogs of all nodes is shown in editors, in open and closed files, as the command prints it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.lsp.plain import codes, session
from tests.support.lsp_client import Client, Json

CREATED, CHANGED = 1, 2
WATCH = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
APP = "class app($mode) {\n  if $mode == 'fast' { fail('too fast') }\n}\n"
PROFILE = "class profile::web {\n  class { 'app': mode => 'fast' }\n}\n"


@pytest.fixture
def role(tmp_path: Path) -> Path:
    """A control repository with a role whose catalog cannot be compiled."""
    return write(
        tmp_path / "control",
        {
            "environment.conf": "modulepath = modules\n",
            "modules/role/manifests/web.pp": "class role::web {\n  include profile::web\n}\n",
            "modules/profile/manifests/web.pp": PROFILE,
            "modules/app/manifests/init.pp": APP,
        },
    )


@pytest.fixture
def client(role: Path, tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "cache").mkdir()
    with session(tmp_path / "cache", role, capabilities=WATCH) as found:
        yield found


def save(client: Client, path: Path, text: str) -> None:
    path.write_text(text)
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": CHANGED}]})


def until(client: Client, path: Path, expected: list[str]) -> list[Json]:
    """The next diagnostics of a file with these codes."""
    since = 0
    while True:
        _, found = client.published(path, since=since)
        if codes(found) == expected:
            return found
        since = next(at for at, (_, message) in enumerate(client.came) if at >= since and _is_of(message, path)) + 1


def _is_of(message: Json, path: Path) -> bool:
    return bool(message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == path.as_uri())


def test_a_closed_file_has_the_error_until_its_cause_is_gone(client: Client, role: Path) -> None:
    app, profile = role / "modules/app/manifests/init.pp", role / "modules/profile/manifests/web.pp"
    (error,) = until(client, app, ["catalog-error"])
    assert error["message"] == "the catalog of a node with `role::web` cannot be compiled: too fast"
    assert error["range"]["start"]["line"] == 1
    assert {each["location"]["uri"] for each in error["relatedInformation"]} >= {profile.as_uri()}
    client.came.clear()
    save(client, profile, PROFILE.replace("fast", "slow"))
    until(client, app, [])


def test_an_open_file_keeps_the_error_until_it_is_edited(client: Client, role: Path) -> None:
    app = role / "modules/app/manifests/init.pp"
    until(client, app, ["catalog-error"])
    client.came.clear()
    client.open(app, APP)
    _, found = client.published(app, 0)
    assert codes(found) == ["catalog-error"]
    client.came.clear()
    client.edit(app, 1, (0, 0, 0, 0, "# a comment\n"))
    until(client, app, [])
    client.came.clear()
    save(client, app, "# a comment\n" + APP)
    (error,) = until(client, app, ["catalog-error"])
    assert error["range"]["start"]["line"] == 2


def test_the_errors_of_an_earlier_session_hold_while_nothing_changes(client: Client, role: Path, tmp_path: Path) -> None:
    app, kept = role / "modules/app/manifests/init.pp", tmp_path / "cache/puppet-check/catalogs"
    until(client, app, ["catalog-error"])
    client.stop()
    (file,) = kept.iterdir()
    before = file.stat()
    with session(tmp_path / "cache", role) as again:
        until(again, app, ["catalog-error"])
    assert file.stat().st_mtime_ns == before.st_mtime_ns
    app.write_text("# a comment\n" + APP)
    file.write_bytes(b"odd")
    with session(tmp_path / "cache", role) as last:
        (error,) = until(last, app, ["catalog-error"])
    assert error["range"]["start"]["line"] == 2


SHOP = "class role::shop {\n  service { 'varnish': ensure => running }\n  package { 'varnish': ensure => installed }\n}\n"


def test_a_fix_of_an_order_is_compiled_before_it_is_offered(client: Client, role: Path) -> None:
    shop = role / "modules/role/manifests/shop.pp"
    until(client, role / "modules/app/manifests/init.pp", ["catalog-error"])
    client.came.clear()
    shop.write_text(SHOP)
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": shop.as_uri(), "type": CREATED}]})
    (finding,) = until(client, shop, ["missing-order"])
    client.open(shop, SHOP)
    asked = {"textDocument": {"uri": shop.as_uri()}, "range": finding["range"], "context": {"diagnostics": [finding]}}
    offered = [each for each in client.ask("textDocument/codeAction", asked) if each["title"].startswith("Add require")]
    ((edit,),) = (each["edit"]["changes"][shop.as_uri()] for each in offered)
    assert edit["newText"] == ", require => Package['varnish']"
