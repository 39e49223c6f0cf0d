"""Attributes of resources."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from puppet_check.rules.style.parts import Resource
from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity

WITH_MODE = ("file", "concat")
"""The types whose attribute `mode` is checked."""
CLAUSE = "[ugoa]*[-=+][-=+rstwxXugo]*"
MODE = lazy_pattern(rf"\A(?:[0-7]{{4}}|{CLAUSE}(?:,{CLAUSE})*)\Z")
THREE_DIGITS = lazy_pattern(r"\A[0-7]{3}\Z")
COMPUTED = ("variable", "undef", "function")
"""The kinds of tokens that modes begin with which are not literals."""


@style_issue(Severity.ERROR)
def duplicate_params(name: str) -> str:
    """Attribute that a resource sets twice"""
    return f"attribute `{name}` is set twice"


@style_issue()
def ensure_first_param() -> str:
    """`ensure` after other attributes"""
    return "`ensure` is not the first attribute"


@style_issue()
def ensure_not_symlink_target() -> str:
    """Target of a link as the value of `ensure`"""
    return "the target of a link belongs into `target`"


@style_issue()
def file_mode() -> str:
    """File mode that has neither four digits nor a symbolic form"""
    return "file mode is neither symbolic nor four octal digits"


@style_issue()
def unquoted_file_mode() -> str:
    """File mode without quotes"""
    return "file mode without quotes"


@style_issue()
def selector_inside_resource() -> str:
    """Selector as the value of an attribute"""
    return "selector as the value of an attribute; expected a variable that is set before the resource"


@style(on=Tokens)
def check_duplicates(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report names that stand twice in the same braces."""
    for resource in file.resources:
        level = 0
        seen: dict[int, set[str]] = defaultdict(set)
        for each in resource.tokens:
            if each.kind == "{":
                level += 1
            elif each.kind == "}":
                seen.pop(level, None)
                level -= 1
            elif each.kind == "=>" and (name := tokens.previous_code(each)) is not None and name.kind == "name":
                if name.value in seen[level]:
                    yield duplicate_params(name.value).at(name.start, name.end)
                seen[level].add(name.value)


@style(on=Tokens)
def check_ensure(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report `ensure` if another attribute precedes it."""
    for resource in file.resources:
        attributes = resource.attributes
        at = next((index for index, each in enumerate(attributes) if each.value == "ensure"), 0)
        if at and resource.type.kind != "class":
            name = attributes[at]
            yield ensure_first_param().at(name.start, name.end, fixes=_first(attributes[0], name, resource, tokens))


def _first(first: Token, ensure: Token, resource: Resource, tokens: Tokens) -> tuple[Fix, ...]:
    """`ensure` and the first attribute in exchanged places."""
    spans = [_span(each, resource, tokens) for each in (first, ensure)]
    if None in spans:
        return ()
    (one, two), (three, four) = ((each.start, end) for each, end in zip((first, ensure), spans, strict=True) if end is not None)
    before, after = tokens.text.slice(one, two), tokens.text.slice(three, four)
    return (Fix("Move ensure to the front", (Edit(one, two, after), Edit(three, four, before)), "safe"),)


def _span(name: Token, resource: Resource, tokens: Tokens) -> int | None:
    """The end of the value of an attribute."""
    end = name
    at: Token | None = name
    last = resource.tokens[-1]
    while at is not None and at.index < last.index and at.kind != ",":
        if at.kind in ("{", "[", "("):
            at = tokens.partner(at)
            if at is None:
                return None
        if at.is_code:
            end = at
        at = tokens.next(at)
    return end.end


@style(on=Tokens)
def check_targets(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report paths as the value of `ensure`."""
    for resource, name, value in _values(tokens, file, "ensure"):
        if resource.type.value == "file" and value.value.startswith("/") and value.kind not in ("/", "regexp"):
            yield ensure_not_symlink_target().at(value.start, value.end, fixes=_with_target(name, value, tokens))


def _with_target(name: Token, value: Token, tokens: Tokens) -> tuple[Fix, ...]:
    before = tokens.previous(name)
    indent = f"\n{before.value}" if before is not None and before.kind == "indent" else " "
    return (Fix("Move it to target", (Edit(value.start, value.start, f"symlink,{indent}target => "),), "safe"),)


@style(on=Tokens)
def check_modes(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report modes of other forms."""
    for resource, _, value in _values(tokens, file, "mode"):
        if resource.type.value not in WITH_MODE:
            continue
        if value.kind not in COMPUTED and not MODE.match(value.value):
            is_short = THREE_DIGITS.match(value.value) is not None
            fixes = (Fix("Use four digits", (Edit(value.start, value.end, f"'0{value.value}'"),), "safe"),) if is_short else ()
            yield file_mode().at(value.start, value.end, fixes=fixes)
        if value.kind in ("name", "number"):
            fix = Fix("Add quotes", (Edit(value.start, value.end, f"'{value.value}'"),), "safe")
            yield unquoted_file_mode().at(value.start, value.end, fixes=(fix,))


@style(on=Tokens)
def check_selectors(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report selectors about a variable in attributes."""
    for resource in file.resources:
        for arrow in resource.tokens:
            value = tokens.next_code(arrow) if arrow.kind == "=>" else None
            following = tokens.next_code(value) if value is not None and value.kind == "variable" else None
            if following is not None and following.kind == "?":
                yield selector_inside_resource().at(arrow.start, arrow.end)


def _values(tokens: Tokens, file: StyleFile, attribute: str) -> Iterator[tuple[Resource, Token, Token]]:
    """The first tokens of the values of an attribute, with its name."""
    for resource in file.resources:
        for name in resource.attributes:
            arrow = tokens.next_code(name) if name.value == attribute else None
            value = None if arrow is None else tokens.next_code(arrow)
            if value is not None:
                yield resource, name, value
