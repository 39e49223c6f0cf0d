"""What the client's settings say: the same keys as in a file of settings, which has the last word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.config import ConfigError, Configuration
from puppet_check.config.read import EDITOR, editor_settings
from puppet_check.lsp import convert, folders, hints
from puppet_check.lsp.convert_places import uri_of
from puppet_check.lsp.project import answer
from puppet_check.reports.service import editor_configuration

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server


def register(server: Server) -> None:
    """Answer these requests."""
    answer(server, {types.WORKSPACE_DID_CHANGE_CONFIGURATION: did_change_configuration})
    answer(server, {types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: did_change_folders})


def did_change_configuration(server: Server, params: types.DidChangeConfigurationParams) -> None:
    """A person has changed settings. Clients that cannot be asked send them along."""
    if not _can_be_asked(server):
        told = params.settings.get(EDITOR) if isinstance(params.settings, dict) else None
        follow(server, [told] * len(server.folders))
    else:
        ask(server)


def did_change_folders(server: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Folders came or went."""
    gone = [convert.path_of(each.uri) for each in params.event.removed]
    came = [convert.path_of(each.uri) for each in params.event.added]
    server.folders = [*(each for each in server.folders if each not in gone), *(each for each in came if each not in server.folders)]
    folders.forget_outside(server)
    ask(server)


def ask(server: Server) -> None:
    """Ask the client for the settings of each folder, and follow them."""
    if not _can_be_asked(server) or not server.folders:
        begin(server)
        return
    items = [types.ConfigurationItem(uri_of(each), EDITOR) for each in server.folders]
    asked = list(server.folders)
    server.protocol.ask_client(
        types.WORKSPACE_CONFIGURATION,
        types.ConfigurationParams(items),
        lambda answers: follow(server, answers) if asked == server.folders else None,
        lambda: follow(server, ()),
    )


def follow(server: Server, answers: object) -> None:
    """Follow what the client says of each folder. What cannot be followed is told, and counts for nothing."""
    said: dict[str, object] = {}
    server.wrong = []
    for folder, each in zip(server.folders, answers if isinstance(answers, list | tuple) else [], strict=False):
        plain = {key: value for key, value in each.items() if key != hints.SETTING} if isinstance(each, dict) else {}
        if isinstance(each, dict) and hints.SETTING in each:
            hints.follow(server, each)
            server.wrong += (f"the editor's settings `{EDITOR}`: {wrong}" for wrong in hints.mistakes(each[hints.SETTING]))
        try:
            editor_settings(plain, folder)
            said[folder] = plain
        except ConfigError as error:
            server.wrong.append(str(error))
    for each in server.wrong:
        server.complain(each)
    is_other = said != server.said
    server.said = said
    if is_other:
        server.session.follow(lambda: configuration(said))
    begin(server)


def begin(server: Server) -> None:
    """Check all folders with what counts now."""
    tell_problems(server)
    request = folders.request(server)
    if request is not None:
        server.sweep.start(request)
    else:
        server.sweep.cancel()
        folders.ended(server, set())


def tell_problems(server: Server) -> None:
    """Say what is wrong in files of settings."""
    found = server.session.analysis.workspace.configuration
    for folder in server.folders:
        found.of(folder)
    for each in found.problems:
        server.complain(each)


def configuration(said: dict[str, object]) -> Configuration:
    """The configuration of an editor that says this by folder."""
    return editor_configuration(said.items())


def _can_be_asked(server: Server) -> bool:
    workspace = server.client_capabilities.workspace
    return bool(workspace is not None and workspace.configuration)
