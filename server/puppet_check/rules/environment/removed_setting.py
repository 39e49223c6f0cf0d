"""Settings of an environment or a server that the version does not have any more."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.environment.check import ServerSetting, Setting
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

OF_DATA = ("data_binding_terminus", "environment_data_provider")
"""Settings that choose where data is looked up; the other ones had no effect any more."""
WITHOUT_EFFECT = (b"none", b"hiera")


@issue(Severity.WARNING)
def removed_setting(name: str) -> str:
    """Setting in `environment.conf` or `puppet.conf` that the version does not have"""
    return f"this version has no setting '{name}', so it is ignored"


@rule(on=(Setting, ServerSetting))
def check_removed(setting: Setting | ServerSetting, known: Known) -> Iterator[Diagnostic]:
    """Report settings that are ignored by the version, and only by that."""
    if setting.name in known.target.removed_settings:
        source = setting.text.source
        begin, end = source.rfind(b"\n", 0, setting.start) + 1, source.find(b"\n", setting.start) + 1
        # Before, the value had an effect where no `hiera.yaml` replaced it.
        is_replaced = known.world.exists(os.path.join(setting.folder, "hiera.yaml"))
        had_effect = setting.name in OF_DATA and setting.value.strip() not in WITHOUT_EFFECT and not is_replaced
        fix = Fix("Remove the setting", (Edit(begin, end or len(source), ""),), "unsafe" if had_effect else "safe")
        yield removed_setting(setting.name).at(setting.start, setting.start + len(setting.name), fixes=(fix,))
