"""The schema of the settings speaks of all settings, and of nothing else."""

from __future__ import annotations

import json
from pathlib import Path

from puppet_check.config.read import KEYS, OVERRIDE
from puppet_check.config.schema import properties
from puppet_check.config.settings import Settings
from puppet_check.lsp import hint_settings
from tests.cli.command import run

CHECKOUT = Path(__file__).parents[2]
CLIENT_ONLY = {"puppetCheck.server.path", "puppetCheck.server.arguments", "puppetCheck.trace.server"}
NOT_IN_EDITORS = {"format", "jobs"}
ONLY_IN_EDITORS = {hint_settings.SETTING: hint_settings.schema()}


def test_it_has_every_key_and_its_default() -> None:
    found = properties()
    assert set(found) == set(KEYS)
    assert set(found["overrides"]["items"]["properties"]) == set(OVERRIDE)
    for name, each in found.items():
        default = getattr(Settings(), name)
        assert each.get("default") == ({} if name == "severity" else list(default) if isinstance(default, tuple) else default)


def test_it_is_printed() -> None:
    answer = run("puppet-check", "--settings-schema")
    assert answer.code == 0
    assert json.loads(answer.out)["properties"] == properties()


def test_the_extension_has_the_same_settings() -> None:
    package = json.loads((CHECKOUT / "vscode-client" / "package.json").read_text())
    shown = package["contributes"]["configuration"]["properties"]
    wanted = {f"puppetCheck.{name}": each for name, each in (properties() | ONLY_IN_EDITORS).items() if name not in NOT_IN_EDITORS}
    told = {name: {key: value for key, value in each.items() if key != "scope"} for name, each in shown.items()}
    assert {name: each for name, each in told.items() if name not in CLIENT_ONLY} == wanted
    assert set(told) == set(wanted) | CLIENT_ONLY
