"""Settings of an environment that Puppet ignores."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.environment.check import Section, Setting
from puppet_check.workspace.known import Known
from puppet_typesys.builtins.settings import ENVIRONMENT_SETTINGS
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import LOW_SIMILARITY, closest


@issue(Severity.WARNING)
def environment_setting(name: str) -> str:
    """Unknown setting in `environment.conf`"""
    return f"'{name}' is not a setting of an environment, so it is ignored"


@environment_setting.variant()
def ignored_section() -> str:
    return "environment.conf has no sections, so the settings in this one are ignored"


@rule(on=Section)
def check_section(section: Section, known: Known) -> Iterator[Diagnostic]:
    """Report each section."""
    yield ignored_section().at(section.start, section.end)


@rule(on=Setting)
def check_name(setting: Setting, known: Known) -> Iterator[Diagnostic]:
    """Report unknown settings."""
    if setting.name not in ENVIRONMENT_SETTINGS:
        end = setting.start + len(setting.name)
        meant = closest(setting.name, ENVIRONMENT_SETTINGS, LOW_SIMILARITY)
        fixes = respelled(setting.text, setting.start, end, setting.name, meant)
        yield environment_setting(setting.name).suggesting(meant).at(setting.start, end, fixes=fixes)
