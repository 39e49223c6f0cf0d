"""Changes of the client's settings and folders."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.config.read import EDITOR
from puppet_check.lsp import configure
from puppet_check.lsp.context import Context
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import path_of


def did_change_configuration(context: Context, params: types.DidChangeConfigurationParams) -> None:
    """Follow changed settings. Clients that do not support requests for settings include them in the notification."""
    if context.client.has_configuration:
        configure.ask(context)
    else:
        values = params.settings.get(EDITOR) if isinstance(params.settings, dict) else None
        configure.follow(context, [values] * len(context.folders.paths))


def did_change_folders(context: Context, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Follow added and removed workspace folders."""
    added, removed = ([path_of(each.uri) for each in several] for several in (params.event.added, params.event.removed))
    context.folders.change(added, removed)
    context.workspace_check.withdraw_outside()
    configure.ask(context)


ROUTES = (
    Route(types.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration),
    Route(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, did_change_folders),
)
