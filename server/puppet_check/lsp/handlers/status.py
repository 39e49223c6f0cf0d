"""`puppetCheck/status`: the state of the server, for the user."""

from __future__ import annotations

import os

from puppet_check import __version__
from puppet_check.lsp.context import Context
from puppet_check.lsp.routes import Route
from puppet_check.workspace.store import default_path

STATUS = "puppetCheck/status"


def status(context: Context, params: object) -> dict[str, object]:
    """The version, the projects of the folders, what is not known of them, the cache, problems of the settings, and running checks."""
    analysis = context.session.analysis
    return {
        "version": __version__,
        "folders": [_folder(context, each) for each in context.folders.paths],
        "files": context.workspace_check.files,
        "open": analysis.paths(),
        "unknown": [{"file": path, "message": message} for path, message in context.workspace_check.unknown],
        "cache": {"path": default_path(), "bytes": _size(default_path())},
        "problems": [*context.settings.problems, *analysis.workspace.configuration.problems],
        "running": ["checking all files"] if context.workspace_check.is_running else [],
    }


def _folder(context: Context, folder: str) -> dict[str, object]:
    workspace = context.session.analysis.workspace
    known, settings = workspace.known(os.path.join(folder, "_")), workspace.configuration.of(folder)
    project = known.project
    bundled = sorted(each for each in project.missing if known.loader.interfaces.of(each) is not None)
    return {
        "folder": folder,
        "project": project.root,
        "isEnvironment": project.is_environment,
        "modulepath": [*project.modulepath],
        "modules": sorted(project.modules),
        "bundled": bundled,
        "missing": sorted(project.missing.keys() - bundled),
        "settings": settings.file,
        "diagnostics": settings.diagnostics,
    }


def _size(path: str) -> int | None:
    try:
        return os.path.getsize(path)
    except OSError:
        return None


ROUTES = (Route(STATUS, status),)
