"""The beginning and end of a connection, the settings and folders of the client, and progress that the user cancels."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.config.read import EDITOR
from puppet_check.lsp import configure, watching
from puppet_check.lsp.context import Context
from puppet_check.lsp.ending import end_with
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import path_of


def initialize(context: Context, params: types.InitializeParams) -> None:
    """Take the folders and options that the client begins with."""
    if params.workspace_folders:
        context.folders.set(path_of(each.uri) for each in params.workspace_folders)
    elif params.root_uri is not None:
        context.folders.set([path_of(params.root_uri)])
    elif params.root_path is not None:
        context.folders.set([params.root_path])
    if params.process_id is not None:
        end_with(params.process_id)
    context.settings.take_options(params.initialization_options)


def initialized(context: Context, params: types.InitializedParams) -> None:
    """Begin to work, as the client can answer requests now."""
    context.session.begin()
    watching.begin(context)
    configure.ask(context)


def shutdown(context: Context, params: object) -> None:
    """End all work."""
    context.stop()


def cancel(context: Context, params: types.WorkDoneProgressCancelParams) -> None:
    """Stop the check of all files, or the run of specs."""
    context.workspace_check.cancel(params.token)
    context.specs.cancel(params.token)


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
    watching.follow(context)
    context.workspace_check.withdraw_outside()
    configure.ask(context)


ROUTES = (
    Route(types.INITIALIZE, initialize),
    Route(types.INITIALIZED, initialized),
    Route(types.SHUTDOWN, shutdown),
    Route(types.WINDOW_WORK_DONE_PROGRESS_CANCEL, cancel),
    Route(types.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration),
    Route(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, did_change_folders),
)
