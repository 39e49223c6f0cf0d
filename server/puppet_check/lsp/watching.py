"""Follows changes on the disk, which the client or a watcher of our own reports."""

from __future__ import annotations

import os
from collections.abc import Collection
from functools import partial

from lsprotocol import types

from puppet_check.lsp.configure import warn_of_problems
from puppet_check.lsp.context import Context
from puppet_check.lsp.uris import uri_of
from puppet_check.workspace.kinds import all_watched, is_checked
from puppet_check.workspace.roots import MODULE_FOLDERS

FEW = 20
"""Up to this many changed files are checked at once, without waiting for the check of all files."""
FOLDERS = "**/{manifests,functions,types,plans,lib,data,templates,modules,site-modules}"
"""Folders, for which clients only report creation and deletion."""
MODULES = f"**/{{{','.join(MODULE_FOLDERS)}}}/*"
"""The folders of modules: of a new one with files in it, some clients report only the folder."""
ANY = "**/*"
"""All paths, for deletions: when a folder is deleted, clients report nothing about the files in it."""


def notice(context: Context, paths: Collection[str], *, rewritten: bool = False) -> None:
    """Follow changes of files and folders; `rewritten` says that all are files that existed before, and still do."""
    context.session.notice(paths, rewritten=rewritten)
    context.workspace_check.note(paths)
    opened = context.session.analysis.opened
    closed = [path for path in paths if opened(path) is None]
    for path in closed:
        context.specs.forget(path)
        if not os.path.exists(path):
            _withdraw(context, path)
    warn_of_problems(context)
    if not context.workspace_check.is_wanted:
        return
    for path in closed if len(closed) <= FEW else ():
        if context.folders.contains(path) and is_checked(path) and os.path.isfile(path):
            context.session.check_closed(path)
    context.workspace_check.start_soon()


def _withdraw(context: Context, path: str) -> None:
    """Withdraw the diagnostics of a file or folder that was deleted."""
    for each in context.published.paths():
        if (each == path or each.startswith(path + os.sep)) and context.session.analysis.opened(each) is None:
            context.published.withdraw(each)


def begin(context: Context) -> None:
    """Let the client report changes, or watch the folders if it cannot."""
    follow(context)
    watching = context.client.file_watching
    if watching is None:
        return
    patterns: list[types.GlobPattern] = [*all_watched(), FOLDERS]
    if watching.relative_pattern_support:
        patterns += [types.RelativePattern(uri_of(folder), each) for folder in _outside(context) for each in all_watched()]
    once = ((MODULES, types.WatchKind.Create), (ANY, types.WatchKind.Delete))
    watchers = [*map(types.FileSystemWatcher, patterns), *(types.FileSystemWatcher(*each) for each in once)]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    registration = types.Registration("watched-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
    context.client.request(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams([registration]))


def follow(context: Context) -> None:
    """Watch the folders that the client has now, if it cannot watch them itself."""
    if context.client.file_watching is None:
        context.watcher.start(context.folders.paths, partial(notice, context))


def _outside(context: Context) -> list[str]:
    """Folders of modules that the client's folders use and do not contain."""
    known, folders = context.session.analysis.workspace.known, context.folders
    found = dict.fromkeys(each for folder in folders.paths for each in known(os.path.join(folder, "_")).project.modulepath)
    return [each for each in found if each not in folders.paths and not folders.contains(each)]
