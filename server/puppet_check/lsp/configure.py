"""Requests the settings of the client and applies them."""

from __future__ import annotations

from functools import partial

from lsprotocol import types

from puppet_check.config.read import EDITOR
from puppet_check.lsp.context import Context
from puppet_check.lsp.editor_settings import configuration
from puppet_check.lsp.uris import uri_of


def ask(context: Context) -> None:
    """Ask the client for the settings of each folder, and follow them."""
    folders = context.folders.paths
    if not context.client.has_configuration or not folders:
        begin(context)
        return
    context.client.ask(
        types.WORKSPACE_CONFIGURATION,
        types.ConfigurationParams([types.ConfigurationItem(uri_of(each), EDITOR) for each in folders]),
        lambda values: follow(context, values) if folders == context.folders.paths else None,
        lambda: follow(context, ()),
    )


def follow(context: Context, values: object) -> None:
    """Follow the settings of each folder, and warn the user of invalid ones."""
    settings = context.settings
    hints, lenses = settings.hints, settings.lenses
    is_other = settings.take(context.folders.paths, values)
    if settings.hints != hints and context.client.refreshes_inlay_hints:
        context.client.request(types.WORKSPACE_INLAY_HINT_REFRESH)
    if settings.lenses != lenses and context.client.refreshes_code_lenses:
        context.client.request(types.WORKSPACE_CODE_LENS_REFRESH)
    for each in settings.problems:
        context.client.warn(each)
    if is_other:
        context.session.follow(partial(configuration, settings.by_folder))
    begin(context)


def begin(context: Context) -> None:
    """Check all folders with the current settings."""
    warn_of_problems(context)
    context.workspace_check.start()


def warn_of_problems(context: Context) -> None:
    """Warn the user of problems in settings files."""
    found = context.session.analysis.workspace.configuration
    for folder in context.folders.paths:
        found.of(folder)
    for each in found.problems:
        context.client.warn(each)
