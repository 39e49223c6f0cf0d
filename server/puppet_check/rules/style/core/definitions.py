"""Classes and defined types: names, places, parents and documentation."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity


@style_issue(Severity.ERROR)
def autoloader_layout(name: str, path: str) -> str:
    """Class or defined type in a file where the autoloader does not look for it"""
    return f"`{name}` is only found in a file {path}"


@style_issue()
def class_inherits_from_params_class() -> str:
    """Class that inherits from a class for parameters"""
    return "class inherits from a class for parameters; expected data in Hiera"


@style_issue()
def inherits_across_namespaces() -> str:
    """Class that inherits from a class of another module"""
    return "class inherits from a class of another module"


@style_issue()
def code_on_top_scope(text: str) -> str:
    """Code outside of classes and defined types"""
    return f"`{text}` is outside of any class or defined type"


@style_issue(Severity.ERROR)
def names_containing_dash(noun: str) -> str:
    """Name of a class or defined type with a dash"""
    return f"the name of this {noun} contains a dash"


@style_issue(Severity.ERROR)
def names_containing_uppercase(noun: str, name: str) -> str:
    """Name of a class or defined type with an uppercase letter"""
    return f"the name `{name}` of this {noun} contains an uppercase letter"


@style_issue()
def nested_classes_or_defines(noun: str) -> str:
    """Class or defined type inside of a class"""
    return f"{noun} inside of a class; expected a file of its own"


@style_issue()
def documentation(noun: str) -> str:
    """Class or defined type without a comment above it"""
    return f"{noun} without a comment that documents it"


@style(on=Tokens)
def check_definitions(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report definitions with an invalid name, place or parent, or without documentation."""
    for each in file.definitions:
        name, parent = each.name, each.inherited
        first, *rest = name.value.split("::")
        path = "/".join((first, "manifests", *(rest or ["init"]))) + ".pp"
        if not _path_in_module(file).endswith(f"/{path}") and not file.known.project.is_peripheral(file.path):
            yield autoloader_layout(name.value, path).at(name.start, name.end)
        if "-" in name.value:
            yield names_containing_dash(each.noun).at(name.start, name.end)
        if any("A" <= letter <= "Z" for letter in name.value):
            fix = Fix("Use lowercase letters", (Edit(name.start, name.end, name.value.lower()),))
            yield names_containing_uppercase(each.noun, name.value).at(name.start, name.end, fixes=(fix,))
        if not _is_documented(each.keyword, tokens):
            yield documentation(each.noun).at(each.keyword.start, each.keyword.end)
        if each.keyword.kind != "class":
            continue
        if parent is not None and parent.value.endswith("::params"):
            yield class_inherits_from_params_class().at(parent.start, parent.end)
        if parent is not None and _module(parent.value) != _module(name.value):
            yield inherits_across_namespaces().at(parent.start, parent.end)
        for inner in each.tokens[1:]:
            following = tokens.next_code(inner) if inner.kind in ("class", "define") else None
            if following is not None and following.kind != "{":
                noun = "class" if inner.kind == "class" else "defined type"
                yield nested_classes_or_defines(noun).at(inner.start, inner.end)


def _path_in_module(file: StyleFile) -> str:
    """The path of a file, with the name that metadata gives a module in place of its folder's, which may be that of a repository."""
    module = file.known.project.module_of(file.path)
    path = file.path
    if module is not None and module.metadata is not None and module.folder == file.known.project.root:
        path = os.path.join(os.sep, module.name, os.path.relpath(path, module.folder))
    return path.replace(os.sep, "/")


def _module(name: str) -> str:
    return name.removeprefix("::").partition("::")[0]


def _is_documented(keyword: Token, tokens: Tokens) -> bool:
    """Whether a comment ends on the line above a definition, or on its own."""
    breaks = 0
    each = tokens.previous(keyword)
    while each is not None and each.kind in ("space", "indent", "newline") and breaks < 2:
        breaks += each.kind == "newline"
        if breaks < 2:
            each = tokens.previous(each)
    return each is not None and each.is_comment


@style(on=Tokens)
def check_top_scope(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report each token outside of definitions."""
    inside = [(each.tokens[0].index, each.tokens[-1].index) for each in file.definitions]
    end = -1
    spans: list[tuple[int, int]] = []
    for first, last in sorted(inside):
        if last > end:
            spans.append((first, last))
            end = last
    waiting = iter([*spans, (len(tokens), len(tokens))])
    first, last = next(waiting)
    for token in tokens.code:
        while token.index > last:
            first, last = next(waiting)
        if token.index < first:
            yield code_on_top_scope(token.value).at(token.start, token.end)
