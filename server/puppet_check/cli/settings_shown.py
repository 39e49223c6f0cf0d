"""`--show-settings`: what counts for a path, and where it comes from."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.config import ConfigError, Configuration, Settings
from puppet_check.config.own_rules import OwnRule
from puppet_check.config.settings import field_of, settings_of
from puppet_check.workspace.workspace import Workspace

NAMES = 12
"""How many names are shown of a list; the rest is counted."""


def settings_shown(path: str, workspace: Workspace) -> Iterator[str]:
    """Lines about a path: its settings, and what its project is made of."""
    if not os.path.lexists(path):
        raise ConfigError(f"no such file or folder: {path}")
    settings = workspace.configuration.of(path)
    yield f"{path}\n"
    yield f"  configuration: {settings.file or 'none'}\n"
    yield from _settings(settings, workspace.configuration, path)
    yield from _project(os.path.join(path, "_") if os.path.isdir(path) else path, workspace)


def _settings(settings: Settings, configuration: Configuration, path: str) -> Iterator[str]:
    """Each setting with its origin: the command line, a file, or the default."""
    usual = Settings()
    own = configuration.without_given().of(path)
    for name in settings_of(Settings):
        value = getattr(settings, field_of(name))
        if name == "severity":
            value = (*value, *settings.given_severity)
        told = getattr(own, field_of(name))
        origin = (
            "default" if value == getattr(usual, field_of(name)) else settings.file if value == told and settings.file else "command line"
        )
        yield f"  {name}: {_text(value)} ({origin})\n"


def _project(path: str, workspace: Workspace) -> Iterator[str]:
    project = workspace.known(path).project
    kind = "environment" if project.is_environment else "module" if project.module_of(project.root + os.sep + "_") else "folder of modules"
    yield f"  project: {project.root}\n"
    yield f"  kind: {kind}\n"
    yield f"  module path: {os.pathsep.join(project.modulepath) or 'none'}\n"
    yield f"  modules: {_counted(sorted(project.modules))}\n"
    yield f"  missing modules: {len(project.missing) or 'none'}\n"
    for _, (declared, installed, beside) in sorted(project.missing.items()):
        other = f"; {installed} is installed instead" if installed is not None else ""
        other += f"; {beside} beside the module is not accepted" if beside is not None else ""
        yield f"    {declared.full_name or declared.name}: declared at {declared.path}:{declared.line}{other}\n"
    for each in project.absent_folders:
        kind = "unread" if each in project.unread_folders else "missing"
        yield f"  {kind} folder: {each}\n"
    yield f"  sites: {_counted(project.sites)}\n"
    yield f"  hiera: {project.hiera or 'none'}\n"


def _counted(names: list[str] | tuple[str, ...]) -> str:
    if not names:
        return "none"
    more = f" and {len(names) - NAMES} more" if len(names) > NAMES else ""
    return f"{len(names)}: {', '.join(names[:NAMES])}{more}"


def _text(value: object) -> str:
    if value in (None, ()):
        return "none"
    if isinstance(value, tuple):
        return ", ".join(_element(each) for each in value)
    return str(value)


def _element(value: object) -> str:
    match value:
        case OwnRule(code=code):
            return code
        case (str() as code, str() as level):
            return f"{code}={level}"
        case (tuple() as paths, tuple() as ignored, tuple() as levels):
            said = [*(f"without {each}" for each in ignored), *(f"{code}={level}" for code, level in levels)]
            return f"[{' '.join(paths)}: {', '.join(said) or 'nothing'}]"
    return str(value)
