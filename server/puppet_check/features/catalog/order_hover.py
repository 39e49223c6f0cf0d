"""What a resource is applied after and before, in the catalog of the class that declares it."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.catalog.preview import PreviewLibrary, source_of
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.view import View
from puppet_check.semantics.node_at import path_at
from puppet_check.workspace.autorelations import autorelations_of
from puppet_check.workspace.library import NodeWorld
from puppet_grammar import ast
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.ordering.graph import Graph, graph_of
from puppet_typesys.values.errors import BudgetError, MessageError

STEPS = 15_000
"""The number of expressions up to which a catalog is evaluated for a hover."""
MOST = 5
"""How many resources a hover names on each side."""


def resource_at(view: View, offset: int) -> tuple[ast.ResourceExpression, ast.ResourceBody, str] | None:
    """The resource whose type or title is at an offset, and the class that declares it."""
    path = path_at(view.program, offset)
    resource = next((each for each in reversed(path) if isinstance(each, ast.ResourceExpression)), None)
    classes = [each for each in path if isinstance(each, ast.HostClassDefinition)]
    inner = any(isinstance(each, ast.ResourceTypeDefinition | ast.LambdaExpression) for each in path)
    if resource is None or not classes or inner or resource.form != "regular":
        return None
    on_type = len(resource.bodies) == 1 and resource.type_name.start <= offset <= resource.type_name.end
    body = next((each for each in resource.bodies if on_type or each.title.start <= offset <= each.title.end), None)
    return None if body is None else (resource, body, classes[-1].name)


def order_hover(view: View, offset: int, project_files: ProjectFiles) -> Hover | None:
    """What the resource at an offset is applied after and before; None if that is not known."""
    found = resource_at(view, offset)
    text = None if found is None else _text(found, view, project_files)
    if found is None or text is None:
        return None
    title = found[1].title
    return Hover(text, title.start, title.end)


def _text(found: tuple[ast.ResourceExpression, ast.ResourceBody, str], view: View, project_files: ProjectFiles) -> str | None:
    node, body, name = found
    library = PreviewLibrary(view.known, lambda path, module: source_of(path, module, project_files))
    compiler = NodeCompiler(NodeWorld(view.known), library, Node("any node", view.known.facts, is_open=True), steps=STEPS)
    compiler.catalog.mark_partial()
    try:
        compiler.run([read_source("hover", f"include {name}".encode())])
    except (MessageError, ControlFlow, BudgetError, RecursionError):
        return None
    resource = _declared(compiler, view, node, body)
    return None if resource is None else _shown(graph_of(compiler.catalog, autorelations_of(library)), resource)


def _declared(compiler: NodeCompiler, view: View, node: ast.ResourceExpression, body: ast.ResourceBody) -> Resource | None:
    """The one resource that a body declares."""
    found = []
    for each in compiler.catalog.resources:
        place = each.place
        is_here = place is not None and place.text is view.text and place.node is not None and place.node.start == node.start
        if is_here and each.is_certain and (len(node.bodies) == 1 or _is_titled(body, each)):
            found.append(each)
    return found[0] if len(found) == 1 else None


def _is_titled(body: ast.ResourceBody, resource: Resource) -> bool:
    return isinstance(body.title, ast.LiteralString) and body.title.value == resource.title


def _shown(graph: Graph, resource: Resource) -> str | None:
    after = [
        *_names((first, each.is_automatic) for (first, second), each in graph.direct.items() if second is resource and each.is_certain)
    ]
    before = [
        *_names((second, each.is_automatic) for (first, second), each in graph.direct.items() if first is resource and each.is_certain)
    ]
    sides = (("after", after), ("before", before))
    texts = [f"{word} {_first(names)}" for word, names in sides if names]
    return f"Applied {', '.join(texts)}" if texts else None


def _names(found: Iterator[tuple[Resource, bool]]) -> Iterator[str]:
    for each, is_automatic in found:
        yield f"`{each}`{' (automatically)' if is_automatic else ''}"


def _first(names: list[str]) -> str:
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return ", ".join(names[:MOST]) + more
