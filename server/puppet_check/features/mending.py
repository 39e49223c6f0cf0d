"""Edits that mend findings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.features.context_of import type_of_body
from puppet_check.features.edits import Mended, indentation
from puppet_check.features.mending_codes import mended_by_code
from puppet_check.features.node_at import path_at
from puppet_check.features.subjects import plain
from puppet_check.features.uses import own_definition
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix
from puppet_typesys.loader import CLASS, DEFINE, TypedName

MEANT = re.compile(r"did you mean '([^']+)'\?\Z")
NO_CLASS = re.compile(r"there is no class ([\w:]+)\Z")
INSTEAD = re.compile(r"; use (\$facts(?:\['[^']+'\])+)\Z")
QUOTED = re.compile(r"'([^']+)'")
WHOLE, PART = re.compile(r"[A-Za-z_][\w:-]*"), re.compile(r"[A-Za-z_]\w*")
"""Names, and what they are made of."""
PLACEHOLDER = "undef"


REMOVING = frozenset(("unknown-parameter", "duplicate-attribute", "unused-variable", "unused-suppression"))


def with_fixes(view: View, found: Diagnostic) -> Diagnostic:
    """A finding with its fixes; those of findings of the evaluation are still read from their messages here."""
    if found.fixes:
        return found
    ways = list(mended(view, found))
    is_safe = len(ways) == 1 and found.code not in REMOVING and not is_guess(found)
    return found._replace(fixes=tuple(Fix(title, edits, "safe" if is_safe else "unsafe") for title, edits in ways))


def mended(view: View, found: Diagnostic) -> Iterator[Mended]:
    """The ways to mend a finding, each with its name."""
    yield from respelt(view.text, found)
    match found.code:
        case "legacy-fact" if (instead := INSTEAD.search(found.message)) is not None:
            yield from _modern_fact(view, found, instead.group(1))
        case "missing-parameter":
            yield from _with_parameters(view, found)
        case "unknown-variable" | "epp-unset-variable" if view.mode.epp:
            yield from _with_template_parameter(view, found)
        case "unknown-type":
            yield from _other_type(view, found)
    yield from mended_by_code(view, found)


def is_guess(found: Diagnostic) -> bool:
    """Whether the only fix of a finding is a name that is spelt much like the one that is unknown."""
    return found.code == "unknown-type" or MEANT.search(found.message) is not None


def respelt(text: Text, found: Diagnostic) -> Iterator[Mended]:
    """The name that was meant in the place of what was misspelt: the word of the finding, or a part of it, that is most like it."""
    meant = MEANT.search(found.message)
    if meant is None or not text.source[found.start : found.end].isascii():
        return
    from puppet_typesys.spelling import near

    name, source = meant[1], text.slice(found.start, found.end)
    words = {each[0]: each for pattern in (PART, WHOLE) for each in pattern.finditer(source)}
    quoted = next((each for each in QUOTED.findall(found.message) if each in words and each != name), None)
    close = quoted or near(name.lower(), [each.lower() for each in words])
    word = next((words[each] for each in words if close in (each, each.lower())), None)
    if word is not None and word[0] != name:
        shown = "::".join(part.capitalize() for part in name.split("::")) if word[0][:1].isupper() else name
        yield f"Change to '{shown}'", (Edit(found.start + word.start(), found.start + word.end(), shown),)


def _modern_fact(view: View, found: Diagnostic, instead: str) -> Iterator[Mended]:
    path = path_at(view.program, (found.start + found.end) // 2)
    for node, parent in zip(reversed(path), reversed((path[0], *path[:-1])), strict=True):
        if node.span == (found.start, found.end) and not isinstance(node, ast.QualifiedName):
            start, end = found.start, found.end
            if isinstance(parent, ast.TextExpression):
                start, end, instead = parent.start, parent.end, f"${{{instead.removeprefix('$')}}}"
            yield f"Use {instead}", (Edit(start, end, instead),)
            return


def _with_parameters(view: View, found: Diagnostic) -> Iterator[Mended]:
    """All parameters that a resource still needs."""
    for resource, body in _bodies(view, found):
        owner = type_of_body(resource, body)
        kind, name = (CLASS, owner.removeprefix("class ")) if owner and owner.startswith("class ") else (DEFINE, owner)
        loaded = None if name is None else own_definition(view, plain(name)) or view.known.loader.load(TypedName(kind, plain(name)))
        if loaded is None:
            continue
        given = {each.attribute_name for each in body.operations if isinstance(each, ast.AttributeOperation)}
        missing = [each.name for each in loaded.parameters if each.is_required and each.name not in given]
        if missing:
            yield f"Add {', '.join(missing)}", (_added(view, body, missing),)
            return


def _bodies(view: View, found: Diagnostic) -> Iterator[tuple[ast.ResourceExpression, ast.ResourceBody]]:
    for node in reversed(path_at(view.program, found.start)):
        if isinstance(node, ast.ResourceExpression):
            around = [each for each in node.bodies if each.start <= found.start <= each.end]
            yield from ((node, each) for each in around or node.bodies)


def _added(view: View, body: ast.ResourceBody, names: list[str]) -> Edit:
    width = max(map(len, names))
    if body.operations:
        last = body.operations[-1]
        indent, at, before = indentation(view.text, last.start), last.end, ","
        operators = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
        if operators:
            width = max(width, operators[-1].operator_start - operators[-1].start - 1)
        if view.text.source[at : at + 1] == b",":
            at, before = at + 1, ""
    else:
        indent = indentation(view.text, body.start) + "  "
        colon = view.text.source.find(b":", body.title.end)
        at, before = (colon + 1, "") if colon >= 0 else (body.end, ":")
    lines = "".join(f"\n{indent}{name.ljust(width)} => {PLACEHOLDER}," for name in names)
    return Edit(at, at, f"{before}{lines}")


def _with_template_parameter(view: View, found: Diagnostic) -> Iterator[Mended]:
    """A parameter of the template for a variable that it reads."""
    variable = next((each for each in reversed(path_at(view.program, found.start)) if isinstance(each, ast.VariableExpression)), None)
    body = view.program.body
    if not isinstance(body, ast.LambdaExpression) or not isinstance(body.body, ast.EppExpression):
        return
    if variable is None or "::" in variable.name:
        return
    added = f"Any ${variable.name}"
    if body.parameters:
        at = body.parameters[-1].end
        yield f"Declare ${variable.name}", (Edit(at, at, f", {added}"),)
    elif not body.body.parameters_specified:
        yield f"Declare ${variable.name}", (Edit(0, 0, f"<%- | {added} | -%>\n"),)


def _other_type(view: View, found: Diagnostic) -> Iterator[Mended]:
    """The data type that a name is most like."""
    from puppet_check.features.completion.names import Clock, data_types
    from puppet_typesys.spelling import near

    written = view.text.slice(found.start, found.end)
    meant = near(written, data_types(written.rpartition("::")[0], view.known, Clock())) if WHOLE.fullmatch(written) else None
    if meant is not None:
        yield f"Change to '{meant}'", (Edit(found.start, found.end, meant),)
