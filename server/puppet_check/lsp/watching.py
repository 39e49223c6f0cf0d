"""Changes on the disk: told by the client if it can, else looked for by a thread of our own."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.lsp import convert, folders, settings
from puppet_check.lsp.convert_places import uri_of
from puppet_check.lsp.diagnostics import NOTHING, tell
from puppet_check.lsp.project import answer
from puppet_check.workspace.kinds import all_watched, is_checked, kind_of

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

FEW = 20
"""Up to this many changed files are checked at once, without waiting for the check of all files."""
STEP, DEBOUNCE = 50, 200
"""Milliseconds without a change after which changes are told, and for which they are gathered at most."""
FOLDERS = "**/{manifests,functions,types,plans,lib,data,templates,modules,site-modules}"
"""Folders, of which clients tell only that they came or went."""
ANY = "**/*"
"""Whatever goes: of a folder that goes, of any name, clients tell nothing that was in it."""
OPERATIONS = types.FileOperationRegistrationOptions(
    [
        *(
            types.FileOperationFilter(types.FileOperationPattern(each, types.FileOperationPatternKind.File), "file")
            for each in all_watched()
        ),
        types.FileOperationFilter(types.FileOperationPattern("**", types.FileOperationPatternKind.Folder), "file"),
    ]
)


def register(server: Server) -> None:
    """Answer these requests."""
    answer(server, {types.WORKSPACE_DID_CHANGE_WATCHED_FILES: did_change_watched_files})
    answer(server, {types.TEXT_DOCUMENT_DID_SAVE: did_save}, types.SaveOptions(include_text=False))
    for name in (types.WORKSPACE_DID_CREATE_FILES, types.WORKSPACE_DID_DELETE_FILES):
        answer(server, {name: did_create_or_delete}, OPERATIONS)
    answer(server, {types.WORKSPACE_DID_RENAME_FILES: did_rename}, OPERATIONS)


def did_change_watched_files(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
    """The client has seen changes."""
    paths = [*_of_interest(convert.path_of(each.uri) for each in params.changes)]
    if paths:
        notice(server, paths)


def did_save(server: Server, params: types.DidSaveTextDocumentParams) -> None:
    """A document was written."""
    notice(server, [convert.path_of(params.text_document.uri)])


def did_create_or_delete(server: Server, params: types.CreateFilesParams | types.DeleteFilesParams) -> None:
    """The client has made or removed files."""
    notice(server, [convert.path_of(each.uri) for each in params.files])


def did_rename(server: Server, params: types.RenameFilesParams) -> None:
    """The client has renamed files."""
    notice(server, [convert.path_of(uri) for each in params.files for uri in (each.old_uri, each.new_uri)])


def notice(server: Server, paths: Collection[str]) -> None:
    """Follow changes on the disk."""
    server.session.notice(paths)
    server.sweep.note(paths)
    closed = [path for path in paths if server.session.analysis.opened(path) is None]
    for path in closed:
        if not os.path.exists(path):
            for each in [each for each in server.told if each == path or each.startswith(path + os.sep)]:
                if server.session.analysis.opened(each) is None:
                    tell(server, each, NOTHING)
    settings.tell_problems(server)
    request = folders.request(server)
    if request is None:
        return
    for path in closed if len(closed) <= FEW else ():
        if folders.is_inside(server, path) and is_checked(path) and os.path.isfile(path):
            server.session.look_at(path)
    server.sweep.soon(request)


def begin(server: Server) -> None:
    """See to it that changes are seen."""
    workspace = server.client_capabilities.workspace
    can = None if workspace is None else workspace.did_change_watched_files
    if can is None or not can.dynamic_registration:
        server.stop_watching = watch(server.folders, lambda paths: notice(server, paths))
        return
    patterns: list[types.GlobPattern] = [*all_watched(), FOLDERS]
    if can.relative_pattern_support:
        patterns += [types.RelativePattern(uri_of(folder), each) for folder in _outside(server) for each in all_watched()]
    watchers = [*(types.FileSystemWatcher(each) for each in patterns), types.FileSystemWatcher(ANY, types.WatchKind.Delete)]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    registration = types.Registration("watched-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
    server.protocol.send_request(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams([registration]))


def _outside(server: Server) -> list[str]:
    """Folders of modules that the client's folders see and do not hold."""
    known = server.session.analysis.workspace.known
    found = dict.fromkeys(each for folder in server.folders for each in known(os.path.join(folder, "_")).project.modulepath)
    return [each for each in found if each not in server.folders and not folders.is_inside(server, each)]


def watch(places: Sequence[str], tell_: Callable[[Collection[str]], None]) -> Callable[[], None]:
    """Call a function on this event loop with what changes below folders; the answer ends that."""
    loop = asyncio.get_running_loop()
    ended = threading.Event()

    def run() -> None:
        from watchfiles import watch as changes  # measured: 80 ms, and most clients watch themselves

        try:
            there = [each for each in places if os.path.isdir(each)]
            for several in changes(
                *there, watch_filter=None, debounce=DEBOUNCE, step=STEP, stop_event=ended, rust_timeout=1000, ignore_permission_denied=True
            ):
                paths = [*_of_interest(path for _, path in several)]
                if paths:
                    loop.call_soon_threadsafe(tell_, paths)
        except RuntimeError:
            return  # The loop has ended.
        except OSError as error:
            logging.getLogger(__name__).warning("changes on the disk are not seen: %s", error)

    threading.Thread(target=run, name="watch", daemon=True).start()
    return ended.set


def _of_interest(paths: Iterable[str]) -> Iterable[str]:
    for path in paths:
        name = os.path.basename(path)
        if f"{os.sep}.git{os.sep}" not in path and ("." not in name or kind_of(path) is not None):
            yield path
