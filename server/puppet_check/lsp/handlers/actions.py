"""Code actions: their titles at once, and their edits when one is chosen, for clients that can ask for them then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import partial
from typing import NamedTuple
from zlib import crc32

from lsprotocol import types

from puppet_check.checked_actions import FIX_ALL, Checked, checked
from puppet_check.document import Document
from puppet_check.features.boundary import Boundary, boundary_of
from puppet_check.features.refactoring.actions import Action
from puppet_check.lsp import convert
from puppet_check.lsp.catalog_fixes import catalog_diagnostics, is_confirmed, is_of_catalog
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_edits import workspace_edit
from puppet_check.lsp.protocol import Refused
from puppet_check.lsp.requests import Job, made_by, on_checking_thread
from puppet_check.lsp.routes import Route
from puppet_check.lsp.session import scratch
from puppet_check.lsp.uris import path_of
from puppet_typesys.diagnostics import Diagnostic

LARGE = 60_000
"""The size in bytes past which checking the result of each action of a list takes too long."""
KINDS = [
    types.CodeActionKind.QuickFix,
    types.CodeActionKind.RefactorRewrite,
    types.CodeActionKind.RefactorExtract,
    types.CodeActionKind.RefactorInline,
    types.CodeActionKind.SourceFixAll,
]


class Choice(NamedTuple):
    """A code action without its edits, as a client gets it and sends it back when it is chosen."""

    uri: str
    version: int
    digest: int
    """A checksum of the text, as versions begin again when a document is opened again."""
    start: int
    end: int
    number: int
    """The place of the action among those for the part of the text; that of `FIX_ALL` is -1."""
    title: str


class Asked(NamedTuple):
    """A document with the part of its text that actions are for, and its diagnostics."""

    context: Context
    uri: str
    document: Document
    diagnostics: tuple[Diagnostic, ...]
    start: int
    end: int

    @property
    def made_from(self) -> tuple[object, ...]:
        """What the actions are made from."""
        return self.document.text, self.diagnostics, self.document.latest, self.context.session.state

    def actions(self) -> tuple[Action, ...]:
        """The actions for the part of the text, computed once for a version of the document."""
        answers = self.context.documents.answers(types.TextDocumentIdentifier(self.uri))
        kept, question = self.context.kept.actions, (self.start, self.end)
        make = partial(answers.actions, self.start, self.end, self.diagnostics)
        return kept.get(self.document.path, self.made_from, question, lambda: tuple(map(_checked_if_of_catalog, make())))


def _checked_if_of_catalog(action: Action) -> Action:
    """A fix of a finding about catalogs, which is offered only if it is checked by compiling them."""
    return action._replace(is_checked=True) if is_of_catalog(action) else action


async def _diagnostics(context: Context, path: str) -> tuple[Diagnostic, ...]:
    """The diagnostics of a document: those of its check, and those about catalogs if its text is the one that they are about."""
    found = await context.session.settled(path)
    rows, document = context.workspace_check.of_catalogs(path), context.session.analysis.opened(path)
    return found if not rows or document is None else (*found, *catalog_diagnostics(rows, document.text, context.encoding))


async def code_action(context: Context, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The code actions for a part of a document; without edits if the client requests them when one is chosen."""
    diagnostics = await _diagnostics(context, path_of(params.text_document.uri))
    document = context.documents.opened(params.text_document)
    start, end = (convert.to_offset(each, document.text, context.encoding) for each in (params.range.start, params.range.end))
    asked = Asked(context, params.text_document.uri, document, diagnostics, start, end)
    only = params.context.only
    has_fix_all = _takes_fix_all(params.context) and any(fix.is_safe for each in diagnostics for fix in each.fixes)
    if only is not None and types.CodeActionKind.SourceFixAll in only:
        here: list[tuple[int, Action]] = []
    else:
        boundary = boundary_of(context.folders.paths, document.workspace.known(document.path).project.root)
        here = [(number, each) for number, each in enumerate(asked.actions()) if _is_offered(each, boundary, only)]
    if has_fix_all:
        here.append((-1, FIX_ALL))
    return [*_listed(asked, here)] if context.client.resolves_edits else await _whole(asked, here)


async def code_action_resolve(context: Context, params: types.CodeAction) -> types.CodeAction:
    """A code action with its edits. Raises Refused if the document has been edited since, or if it would cause findings."""
    choice = made_by(Choice, params.data, str, int, int, int, int, int, str)
    identifier = types.TextDocumentIdentifier(choice.uri)
    path = context.documents.opened(identifier).path
    diagnostics = await _diagnostics(context, path)
    document = context.documents.opened(identifier)
    if not _is_of(choice, document) or not 0 <= choice.start <= choice.end <= len(document.text):
        raise Refused("the document has been edited since the action was offered")
    asked = Asked(context, choice.uri, document, diagnostics, choice.start, choice.end)
    offered = () if choice.number < 0 else asked.actions()
    action = FIX_ALL if choice.number == -1 else offered[choice.number] if 0 <= choice.number < len(offered) else None
    if action is None or action.title != choice.title:
        raise Refused("the action does not apply any more")
    action, codes = await _checked(asked, choice.number, action)
    if context.documents.opened(identifier).text is not document.text:
        raise Refused("the document has been edited since the action was chosen")
    if codes:
        raise Refused(f"'{action.title}' would cause new findings: {', '.join(codes)}")
    resolved = copy(params)
    resolved.edit = workspace_edit(choice.uri, action, document, context.encoding, context.client)
    return resolved


def _is_of(choice: Choice, document: Document) -> bool:
    return choice.version == (document.version or 0) and choice.digest == crc32(document.text.source)


def _listed(asked: Asked, actions: Iterable[tuple[int, Action]]) -> Iterator[types.CodeAction]:
    """Actions without their edits."""
    text = asked.document.text
    digest = crc32(text.source)
    for number, each in actions:
        choice = Choice(asked.uri, asked.document.version or 0, digest, asked.start, asked.end, number, each.title)
        yield _action(asked, each, data=[*choice])


async def _whole(asked: Asked, actions: Iterable[tuple[int, Action]]) -> list[types.CodeAction]:
    """Actions with their edits; only those are checked that are offered only then."""
    found: list[tuple[Action, types.CodeAction]] = []
    for number, each in actions:
        if each.is_checked and len(asked.document.text) > LARGE:
            continue
        action, codes = await _checked(asked, number, each) if each.is_checked or each is FIX_ALL else (each, ())
        # A fix of one code may apply to the whole document.
        is_known = each is FIX_ALL and any(action.edits == one.edits for one, _ in found)
        if codes or (each is FIX_ALL and not action.edits) or is_known:
            continue
        edit = workspace_edit(asked.uri, action, asked.document, asked.context.encoding, asked.context.client)
        found.append((action, _action(asked, action, edit=edit)))
    asked.context.documents.refuse_outdated(asked.document.path)
    return [made for _, made in found]


async def _checked(asked: Asked, number: int, action: Action) -> tuple[Action, tuple[str, ...]]:
    """An action with what has to be changed as well, and the codes of the findings that it causes nevertheless."""
    if action.changes_others:
        return action, ()
    question = (asked.start, asked.end, number)
    kept, path, made_from = asked.context.kept.checked, asked.document.path, asked.made_from
    found = kept.found(path, made_from, question)
    if found is None:
        found = await on_checking_thread(asked.context, partial(_verified, asked.document, asked.diagnostics, action))
        kept.keep(path, made_from, question, found)
    return action._replace(edits=found.edits), found.codes


def _verified(document: Document, diagnostics: tuple[Diagnostic, ...], action: Action, job: Job) -> Checked:
    # The check of a file of another kind has an effect on others.
    found = checked(document, diagnostics, action, job.analysis if document.is_code else scratch(job.analysis))
    if not is_of_catalog(action) or found.codes or is_confirmed(document, action, found.edits, job.analysis):
        return found
    return found._replace(codes=(str(action.resolves and action.resolves.code),))


def _is_offered(action: Action, boundary: Boundary, only: Iterable[str] | None) -> bool:
    """Whether an action is of a requested kind, and creates and changes no file outside of the open folders."""
    if only is not None and not any(action.kind == kind or action.kind.startswith(f"{kind}.") for kind in only):
        return False
    created = () if action.file is None else (action.file.path,)
    return all(boundary.contains(each) for each in (*created, *(each.path for each in action.edits if each.path is not None)))


def _takes_fix_all(context: types.CodeActionContext) -> bool:
    """Whether to offer fix all: some editors cannot ask for it by name, but none needs it at every move of the cursor."""
    if context.only is None:
        return context.trigger_kind is not types.CodeActionTriggerKind.Automatic
    return types.CodeActionKind.SourceFixAll in context.only


def _action(asked: Asked, action: Action, *, edit: types.WorkspaceEdit | None = None, data: types.LSPAny = None) -> types.CodeAction:
    """An action, with its edit or with what it is resolved from."""
    resolved = [] if action.resolves is None else [action.resolves]
    diagnostics = convert.from_diagnostics(asked.uri, resolved, asked.document.text, asked.context.encoding)
    return types.CodeAction(
        title=action.title,
        kind=types.CodeActionKind(action.kind),
        diagnostics=diagnostics or None,
        is_preferred=action.is_preferred or None,
        edit=edit,
        data=data,
    )


ROUTES = (
    Route(types.TEXT_DOCUMENT_CODE_ACTION, code_action, types.CodeActionOptions(KINDS, resolve_provider=True)),
    Route(types.CODE_ACTION_RESOLVE, code_action_resolve),
)
