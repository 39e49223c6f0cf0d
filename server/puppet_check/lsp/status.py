"""`puppetCheck/status`: what the server knows and does, for a person who wonders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from puppet_check.lsp.project import answer
from puppet_check.workspace.store import default_path

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

STATUS = "puppetCheck/status"


def register(server: Server) -> None:
    """Answer this request."""
    answer(server, {STATUS: status})


def status(server: Server, params: object) -> dict[str, object]:
    """The version, what is known of each folder, the cache, what is wrong in settings, and what is being done."""
    analysis = server.session.analysis
    return {
        "version": server.version,
        "folders": [_folder(server, each) for each in server.folders],
        "files": server.sweep.files,
        "open": analysis.paths(),
        "cache": {"path": default_path(), "bytes": _size(default_path())},
        "problems": [*server.wrong, *analysis.workspace.configuration.problems],
        "running": ["checking all files"] if server.sweep.is_running else [],
    }


def _folder(server: Server, folder: str) -> dict[str, object]:
    workspace = server.session.analysis.workspace
    project, settings = workspace.known(os.path.join(folder, "_")).project, workspace.configuration.of(folder)
    return {
        "folder": folder,
        "project": project.root,
        "isEnvironment": project.is_environment,
        "modulepath": [*project.modulepath],
        "modules": sorted(project.modules),
        "missing": sorted(project.missing),
        "settings": settings.file,
        "diagnostics": settings.diagnostics,
    }


def _size(path: str) -> int | None:
    try:
        return os.path.getsize(path)
    except OSError:
        return None
