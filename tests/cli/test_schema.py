"""The schema of the settings has all settings and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puppet_check.config.schema import properties
from puppet_check.config.settings import Settings, field_of, settings_of
from tests.cli.command import run


@pytest.mark.parametrize(("name", "schema"), properties().items())
def test_each_setting_has_its_default(name: str, schema: dict[str, object]) -> None:
    default = getattr(Settings(), field_of(name))
    assert schema.get("default") == ({} if name == "severity" else list(default) if isinstance(default, tuple) else default)


def test_it_is_printed() -> None:
    answer = run("puppet-check", "--settings-schema")
    assert answer.code == 0
    printed = json.loads(answer.out)["properties"]
    own, table = printed["format"]["anyOf"]
    assert {**printed, "format": own} == properties()
    assert {f"format-{name}": each for name, each in table["properties"].items()}.items() <= properties().items()


@pytest.mark.parametrize(("name", "schema"), properties().items())
def test_a_file_can_have_what_the_schema_allows(tmp_path: Path, name: str, schema: dict[str, object]) -> None:
    other = schema.get("type") == "boolean" or "facts.json"
    value = schema["enum"][-1] if isinstance(schema.get("enum"), list) else schema.get("default", other)  # type: ignore[index]
    shown = json.dumps(value) if value != {} else "{}"
    (tmp_path / ".puppet-check.toml").write_text(f"{name} = {shown}\n")
    (tmp_path / "facts.json").write_text("{}")
    answer = run("puppet-check", "--show-settings", str(tmp_path))
    assert (answer.code, answer.err) == (0, "")
    assert f"  {name}: " in answer.out


def test_options_are_those_of_the_settings() -> None:
    usage = run("puppet-check", "--help").out
    assert {name for name in settings_of(Settings) if f"--{name} " in usage} == {*EXTENDING, *REPLACING}


EXTENDING = ("select", "extend-select", "ignore", "severity", "exclude")
REPLACING = (
    "profile",
    "baseline",
    "modulepath",
    "external-modules",
    "interfaces",
    "facts",
    "facts-dir",
    "fail-on",
    "jobs",
    "format",
    "target",
)
