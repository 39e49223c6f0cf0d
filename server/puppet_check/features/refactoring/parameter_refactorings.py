"""Refactorings of the parameters of classes and defines: a new one for a value in the body, and their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.features.project_files.names import capitalised
from puppet_check.features.refactoring.rewriting import Rewritten
from puppet_check.features.view import View
from puppet_check.semantics.node_context import attribute_owner
from puppet_grammar import ast
from puppet_grammar.comments import content, documentation, parameter_tags
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.builtins.value_reads import OF_LANGUAGE
from puppet_typesys.diagnostics import Edit
from puppet_typesys.edits import indentation, is_first_on_line, line_start

TYPES: dict[type[ast.Node], str] = {
    ast.LiteralString: "String",
    ast.QualifiedName: "String",
    ast.LiteralInteger: "Integer",
    ast.LiteralFloat: "Float",
    ast.LiteralBoolean: "Boolean",
    ast.LiteralList: "Array",
    ast.LiteralHash: "Hash",
}
"""The values that a parameter can be introduced for, with its type."""
INNER = (*TYPES, ast.KeyedEntry)
Owner = ast.HostClassDefinition | ast.ResourceTypeDefinition


def introduced(view: View, path: Sequence[ast.Node]) -> Iterator[Rewritten]:
    """Replace the value of an attribute by a new parameter, whose default it becomes; with its tag if others have one."""
    at = next((at for at, each in enumerate(path) if isinstance(each, ast.AttributeOperation)), None)
    owner = next((each for each in reversed(path[:at]) if isinstance(each, Owner)), None)
    operation = None if at is None else path[at]
    if at is None or owner is None or not isinstance(operation, ast.AttributeOperation) or not operation.attribute_name:
        return
    value = operation.value_expr
    text = view.text.slice(*value.span)
    if "\n" in text or not all(isinstance(each, INNER) for each in ast.walk(value)):
        return
    name = _free_name(operation.attribute_name, attribute_owner(tuple(path[: at + 1])), owner)
    if name is None:
        return
    default = f"'{value.value}'" if isinstance(value, ast.QualifiedName) else text
    header = _added(view, owner, name, TYPES[type(value)], default)
    if header is not None:
        about = f"The {operation.attribute_name} of {_shown(view, path[: at + 1])}"
        yield f"Introduce the parameter ${name}", (*_tag(view, owner, name, about), header, Edit(*value.span, f"${name}"))


def _free_name(attribute: str, type: str | None, owner: Owner) -> str | None:
    """A name for a parameter that nothing in the definition uses: that of the attribute, or with that of its resource type."""
    taken = {each.name for each in ast.walk(owner) if isinstance(each, ast.VariableExpression | ast.Parameter)}
    taken |= OF_LANGUAGE | metaparameters()
    prefix = (type or "").rpartition(" ")[2].rpartition("::")[2]
    return next((each for each in (attribute, f"{prefix}_{attribute}") if each not in taken and each[:1].islower()), None)


def _added(view: View, owner: Owner, name: str, type: str, default: str) -> Edit | None:
    """The edit that adds an optional parameter at the end; None where that is not clear."""
    source = view.text.source
    if not owner.parameters:
        rest = source[owner.name_end : owner.body.start if owner.body is not None else owner.end]
        if b"(" in rest.partition(b"{")[0]:
            return None
        indent = indentation(view.text, owner.start)
        return Edit(owner.name_end, owner.name_end, f" (\n{indent}  {type} ${name} = {default},\n{indent})")
    last = owner.parameters[-1]
    line_end = source.find(b"\n", last.end)
    if b"#" in source[last.end : line_end] or last.captures_rest:
        return None
    if not is_first_on_line(view.text, last.start):
        return Edit(last.end, last.end, f", {type} ${name} = {default}")
    is_aligned = all(_column(view, each.name_start) == _column(view, last.name_start) for each in owner.parameters)
    width = last.name_start - last.start - 1 if is_aligned and last.type_expr is not None else 0
    indent = indentation(view.text, last.start)
    return Edit(last.end, last.end, f",\n{indent}{type:{max(width, 0)}} ${name} = {default}")


def _column(view: View, offset: int) -> int:
    return offset - line_start(view.text, offset)


def _shown(view: View, path: Sequence[ast.Node]) -> str:
    """The resource of an attribute in words."""
    type = attribute_owner(tuple(path)) or "resource"
    body = next((each for each in reversed(path) if isinstance(each, ast.ResourceBody)), None)
    if type.startswith("class ") or body is None or not isinstance(body.title, ast.LiteralString):
        return f"the {type}"
    return f"`{capitalised(type)}['{body.title.value}']`"


def _tag(view: View, owner: Owner, name: str, about: str) -> Iterator[Edit]:
    """The `@param` tag, after the last one, if there are any."""
    comments = [each for each in documentation(owner, view.program, view.text) if each.text.startswith("#")]
    at = _last_tag(comments)
    if at is not None:
        indent = indentation(view.text, comments[at].start)
        yield Edit(comments[at].end, comments[at].end, f"\n{indent}# @param {name}\n{indent}#   {about}")


def documented_parameters(view: View, path: Sequence[ast.Node], offset: int) -> Iterator[Rewritten]:
    """Add the tags of the parameters that a documentation comment does not have yet."""
    owner = next((each for each in reversed(path) if isinstance(each, ast.NamedDefinition)), None)
    if owner is None or not owner.name_start <= offset <= max((each.end for each in owner.parameters), default=0):
        return
    comments = [each for each in documentation(owner, view.program, view.text) if each.text.startswith("#")]
    present = {each.name for each in parameter_tags(comments)}
    missing = [each.name for each in owner.parameters if each.name not in present]
    if not comments or not missing:
        return
    at = _last_tag(comments)
    last = comments[-1 if at is None else at]
    indent = indentation(view.text, last.start)
    separated = f"\n{indent}#" if at is None and content(last).strip() else ""
    tags = "".join(f"\n{indent}# @param {each}\n{indent}#   " for each in missing)
    title = f"Add the tag @param {missing[0]}" if len(missing) == 1 else f"Add {len(missing)} @param tags"
    yield title, (Edit(last.end, last.end, separated + tags),)


def _last_tag(comments: Sequence[ast.Comment]) -> int | None:
    """The index of the comment in which the last `@param` tag ends; None if there is no such tag."""
    at = next((at for at in range(len(comments) - 1, -1, -1) if content(comments[at]).startswith("@param")), None)
    while at is not None and at + 1 < len(comments) and content(comments[at + 1]).startswith(" "):
        at += 1
    return at


def sorted_parameters(view: View, path: Sequence[ast.Node], offset: int) -> Iterator[Rewritten]:
    """Put required parameters before optional ones, each in the order of their names."""
    owner = next((each for each in reversed(path) if isinstance(each, Owner)), None)
    given = () if owner is None else owner.parameters
    if owner is None or len(given) < 2 or not owner.name_end <= offset <= given[-1].end:
        return
    wanted = sorted(given, key=lambda each: (each.value is not None, each.name))
    order = [each.name for each in wanted]
    is_commented = any(given[0].start <= each.start < given[-1].end for each in view.program.comments)
    if wanted == list(given) or is_commented or any(_reads_later(each, order) for each in wanted):
        return
    edits = [Edit(*old.span, view.text.slice(*new.span)) for old, new in zip(given, wanted, strict=True) if old is not new]
    yield "Sort the parameters", tuple(edits)


def _reads_later(parameter: ast.Parameter, order: list[str]) -> bool:
    """Whether a default reads a parameter that comes later in an order."""
    later = order[order.index(parameter.name) :]
    default = () if parameter.value is None else ast.walk(parameter.value)
    return any(isinstance(each, ast.VariableExpression) and each.name in later for each in default)
