"""Progress that the user cancels."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.lsp.context import Context
from puppet_check.lsp.routes import Route


def cancel(context: Context, params: types.WorkDoneProgressCancelParams) -> None:
    """Stop the check of all files."""
    context.workspace_check.cancel(params.token)


ROUTES = (Route(types.WINDOW_WORK_DONE_PROGRESS_CANCEL, cancel),)
