"""Variables that templates read: ERB templates get all variables of the scope that calls them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from puppet_check.features.navigation.variable_occurrences import SCOPES, declared
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.bodies import Body
from puppet_check.features.renaming.draft import Draft, RenameError
from puppet_check.features.renaming.template_parameters import literal_name
from puppet_check.features.symbols import Symbol
from puppet_check.features.view import View
from puppet_check.semantics.calls import arguments, called
from puppet_check.semantics.node_at import path_at
from puppet_check.workspace.computed import Computed
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Edit

INLINE = {"inline_template": rb"@(%b)\b", "inline_epp": rb"\$\{?(?:::)?(%b)\b"}
"""Functions whose argument is the text of a template, with how such a text reads a variable."""
TAG = lazy_pattern(rb"<%(?!%).*?%>", re.DOTALL)
COMPUTED = lazy_pattern(rb"instance_variable_get|scope\.to_h|scope(?:\.lookupvar\(|\[)\s*[^'\"\s]")
"""Ruby code that reads variables by names that are computed."""
STRINGS = (ast.LiteralString, ast.ConcatenatedString, ast.HeredocExpression)


class TemplateCall(NamedTuple):
    """An argument of a call of `template`."""

    view: View
    argument: ast.Expression


def change_templates(symbol: Symbol, name: str, bodies: Iterable[Body], draft: Draft, project_files: ProjectFiles) -> None:
    """Change a variable in the templates that its scopes call. Raises RenameError where they may be called by others as well."""
    several = list(bodies)
    _change_inline(symbol.name, name, several, draft)
    calls = [each for body in several for each in _calls(body, symbol.name)]
    if not calls:
        return
    readers = {path: found for path in _all_templates(project_files) if (found := _reads(path, symbol.name, project_files))}
    for call in calls:
        for path in _called(call, [*_all_templates(project_files)], project_files):
            if COMPUTED.search(project_files.text(path).source):
                raise RenameError(f"the template '{os.path.basename(path)}' reads variables by computed names")
            if path in readers:
                _refuse_shared(symbol.name, path, several, project_files)
                draft.change(path, [Edit(*span, name) for span in readers[path]])
    _refuse_parts(symbol.name, readers, calls, project_files)


def _change_inline(old: str, name: str, bodies: Iterable[Body], draft: Draft) -> None:
    for view, scope in bodies:
        for call in _calls_outside(scope, old, frozenset(INLINE)):
            pattern = re.compile(INLINE[called(call)] % old.encode())
            for each in arguments(call):
                found = [match.span(1) for match in pattern.finditer(_source(view, each))]
                if isinstance(each, STRINGS):
                    start = _start(each)
                    draft.change(os.path.abspath(view.path), [Edit(start + first, start + last, name) for first, last in found])
                elif pattern.search(view.text.source, scope.start, scope.end):
                    raise RenameError("an inline template whose text is computed may read it")


def _source(view: View, node: ast.Expression) -> bytes:
    text = node.text_expr if isinstance(node, ast.HeredocExpression) else node
    return view.text.source[text.start : text.end]


def _start(node: ast.Expression) -> int:
    return node.text_expr.start if isinstance(node, ast.HeredocExpression) else node.start


def _calls(body: Body, name: str) -> Iterator[TemplateCall]:
    for call in _calls_outside(body.scope, name, frozenset(("template",))):
        yield from (TemplateCall(body.view, each) for each in arguments(call))


def _calls_outside(scope: ast.Node, name: str, functions: frozenset[str]) -> Iterator[ast.Node]:
    """The calls of some functions in a scope, without those in lambdas with a variable of the same name."""
    waiting = [*ast.children(scope)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, SCOPES) and name in declared(node):
            continue
        if called(node) in functions:
            yield node
        waiting.extend(ast.children(node))


def _all_templates(project_files: ProjectFiles) -> Iterator[str]:
    for each in project_files.known.project.modules:
        yield from project_files.ruby_templates(each)


def _reads(path: str, name: str, project_files: ProjectFiles) -> list[tuple[int, int]]:
    """The places where an ERB template reads an unqualified variable, without `@`."""
    source = project_files.text(path).source
    word = name.encode()
    if word not in source:
        return []
    pattern = re.compile(rb"(?<![\w@])@(%b)\b|(?:lookupvar\(|scope\[|has_variable\?\(?)\s*['\"](%b)['\"]" % (word, word))
    tags = [each.span() for each in TAG.finditer(source, 0, source.rfind(b"%>") + 2)]
    found = (each.span(1 if each[1] is not None else 2) for each in pattern.finditer(source))
    return [each for each in found if any(start <= each[0] < end for start, end in tags)]


def _template_name(path: str, project_files: ProjectFiles) -> str:
    module = project_files.known.project.module_of(path)
    assert module is not None
    inner = os.path.relpath(path, os.path.join(module.folder, "templates")).replace(os.sep, "/")
    return f"{module.name}/{inner}"


def _called(call: TemplateCall, paths: Iterable[str], project_files: ProjectFiles) -> Iterator[str]:
    """The templates that a call may be of: the one that it names or, where the name is computed, those of the same module that it fits."""
    own = project_files.known.project.module_of(call.view.path)
    wanted = literal_name(call.argument, "" if own is None else own.name)
    if wanted is not None:
        yield from (each for each in paths if wanted == _template_name(each, project_files))
        return
    computed = _computed(call.argument)
    for each in paths:
        if project_files.known.project.module_of(each) == own and computed.fits(_template_name(each, project_files)):
            yield each


def _computed(node: ast.Expression) -> Computed:
    segments = node.segments if isinstance(node, ast.ConcatenatedString) else (node,)
    parts = [""]
    for each in segments:
        if isinstance(each, ast.LiteralString):
            parts[-1] += each.value
        else:
            parts.append("")
    return Computed(tuple(parts))


def _refuse_shared(name: str, path: str, bodies: list[Body], project_files: ProjectFiles) -> None:
    """Raise RenameError if a scope that is not one of the variable's has a variable of that name and calls the template as well."""
    own = {each.key for each in bodies}
    wanted = _template_name(path, project_files)
    for view in project_files.with_words([os.path.basename(path)]):
        module = project_files.known.project.module_of(view.path)
        for node in ast.walk(view.program):
            if isinstance(node, STRINGS) and literal_name(node, "" if module is None else module.name) == wanted:
                around = [each for each in path_at(view.program, node.start) if isinstance(each, SCOPES)]
                first = next((each for each in reversed(around) if name in declared(each)), None)
                is_own = any(Body(view, each).key in own for each in around)
                if not is_own or (first is not None and Body(view, first).key not in own):
                    raise RenameError(f"the template '{wanted}', which reads it, is also used in {os.path.basename(view.path)}")


def _refuse_parts(name: str, readers: Iterable[str], calls: Iterable[TemplateCall], project_files: ProjectFiles) -> None:
    """Raise RenameError if a called template includes another one that reads the variable."""
    paths = [*_all_templates(project_files)]
    texts = {path: project_files.text(path).source for call in calls for path in _called(call, paths, project_files)}
    for part in readers:
        wanted = _template_name(part, project_files).encode()
        if any(path != part and wanted in text for path, text in texts.items()):
            raise RenameError(f"the template '{wanted.decode()}', which reads '{name}', is a part of another template")
