"""`case` expressions whose options do not cover every value of the tested type."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.declared import selected
from puppet_check.rules.equality import is_constant, type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.edits import indentation, is_first_on_line
from puppet_typesys.infer.exhaustiveness import are_exhaustive, missing_words, shown_values
from puppet_typesys.types.model import ANY, Type
from puppet_typesys.types.narrow import is_never

OWN_TAG = lazy_pattern(r"(?P<open>[ \t]*<%- )\}(?P<close> -%>)")
"""A line of a template with nothing but the brace that ends an option. These tags leave no text between options, which has to be empty."""
MOST_OPTIONS = 12
"""The number of options that a fix adds."""


@issue(Severity.INFO)
def case_without_default() -> str:
    """`case` has no default and does not cover all values"""
    return "this `case` has no default for other values"


@case_without_default.variant()
def case_without_options(missing: str) -> str:
    return f"this `case` has no default and no option for {missing}"


@rule(on=ast.CaseExpression, whole=True)
def check_options(node: ast.CaseExpression, file: File) -> Iterator[Diagnostic]:
    """Report a `case` without a default unless its options cover the type of its value."""
    options = [each for option in node.options for each in option.values]
    if any(isinstance(each, ast.LiteralDefault) for each in options):
        return
    type = type_seen(node.test, file)
    if type is None or type == ANY or is_constant(node.test, file):
        return
    found = selected(node.options[-1], node.test, file) if node.options else None
    rest = found.rest if found is not None and isinstance(found.rest, Type) else type
    missing = shown_values(rest)
    # The engine knows what is left after types and regular expressions, if that is a few values.
    if is_never(rest) or (are_exhaustive(options, rest) and (found is None or missing is None)):
        return
    reported = case_without_default() if found is None or missing is None else case_without_options(missing)
    yield reported.at(
        node.start, node.test.end, fixes=(*_with_default(node, file), *_with_options(node, missing_words(options, type), file))
    )


def _with_default(node: ast.CaseExpression, file: File) -> tuple[Fix, ...]:
    """A last option for all other values, in which nothing happens."""
    if not node.options:
        return ()
    return (Fix("Add a default", (_after_last(node, ["default: { }"], file),), "safe"),)


def _with_options(node: ast.CaseExpression, words: list[str], file: File) -> tuple[Fix, ...]:
    """An empty option for each string of the type that has none."""
    if not node.options or not 0 < len(words) <= MOST_OPTIONS or any(each in "".join(words) for each in "'\\"):
        return ()
    title = f"Add the option '{words[0]}'" if len(words) == 1 else f"Add {len(words)} missing options"
    return (Fix(title, (_after_last(node, [f"'{each}': {{ }}" for each in words], file),)),)


def _after_last(node: ast.CaseExpression, options: list[str], file: File) -> Edit:
    """The edit that adds options, on lines as that of the last one: in a template, in tags as that which ends it."""
    last = node.options[-1]
    line, end = file.text.line_span(file.text.line_of(last.end))
    tag = OWN_TAG.fullmatch(file.text.slice(line, end)) if file.path.endswith(".epp") else None
    if tag is not None:
        added = "".join(f"\n{tag['open']}{each}{tag['close']}" for each in options)
        return Edit(end, end, added)
    before = f"\n{indentation(file.text, last.start)}" if is_first_on_line(file.text, last.start) else " "
    # What follows may be the end of a tag.
    after = "" if file.text.slice(last.end, last.end + 1).isspace() else " "
    return Edit(last.end, last.end, "".join(f"{before}{each}" for each in options) + after)
