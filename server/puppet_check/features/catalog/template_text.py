"""The text that a call of a template gives in a class, for the node whose facts are chosen."""

from __future__ import annotations

from puppet_check.features.catalog.preview import PreviewLibrary, source_of
from puppet_check.features.describe.markdown import fenced
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.view import View
from puppet_check.semantics.calls import called
from puppet_check.semantics.node_at import path_at
from puppet_check.workspace.library import NodeWorld
from puppet_grammar import ast
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.hash import Hash

FUNCTIONS = frozenset(("epp", "template", "inline_epp", "inline_template"))
LINES, COLUMNS = 30, 160
"""The size of the part that is shown."""


def template_call(view: View, offset: int) -> tuple[ast.Expression, ast.HostClassDefinition] | None:
    """The call of a template at the function's name or an argument, and the class that it is in."""
    path = path_at(view.program, offset)
    call = next((each for each in reversed(path[-4:]) if isinstance(each, ast.Expression) and called(each) in FUNCTIONS), None)
    definition = next((each for each in path if isinstance(each, ast.HostClassDefinition)), None)
    return None if call is None or definition is None else (call, definition)


def template_text(view: View, offset: int, facts: Hash, project_files: ProjectFiles) -> str | None:
    """The text of the call at an offset as a block of Markdown; None if it is not known."""
    found = template_call(view, offset)
    if found is None:
        return None
    call, definition = found
    library = PreviewLibrary(view.known, lambda path, module: source_of(path, module, project_files))
    compiler = NodeCompiler(NodeWorld(view.known), library, Node("localhost", facts))
    try:
        compiler.run([read_source("hover", f"include {definition.name}".encode())])
        scope = compiler.catalog.class_scope(definition.name)
        if scope is None:
            return None
        module = view.known.project.module_of(view.path)
        ev = compiler.evaluator(view.text, "" if module is None else module.name)
        with compiler.budget.metered():
            text = ev.evaluate(call, scope)
    except (MessageError, ControlFlow, BudgetError, RecursionError):
        return None
    return _block(text) if isinstance(text, str) else None


def _block(text: str) -> str:
    """A text in a fence, cut."""
    lines = text.splitlines()
    shown = [line if len(line) <= COLUMNS else f"{line[:COLUMNS]}…" for line in lines[:LINES]]
    more = f"\n\n{len(lines) - LINES} more lines" if len(lines) > LINES else ""
    return f"For the chosen facts:\n\n{fenced(chr(10).join(shown), 'text')}{more}"
