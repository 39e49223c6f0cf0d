"""The beginning and the end of a connection."""

from __future__ import annotations

from lsprotocol import types

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


ROUTES = (
    Route(types.INITIALIZE, initialize),
    Route(types.INITIALIZED, initialized),
    Route(types.SHUTDOWN, shutdown),
)
