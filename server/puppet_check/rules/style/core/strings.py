"""Quotes that are not needed, or not those that were meant."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity
from puppet_typesys.types import model
from puppet_typesys.types.relate import is_assignable

ESCAPES = lazy_pattern(r"""\\[$"'tsn\\]|['\r\t\n]""")
"""What makes double quotes necessary, or easier to read."""
REFERENCE = lazy_pattern(r"(?:\A|::)[A-Z]")
"""What makes a name in braces that of a type."""
DOUBLE_ONLY = lazy_pattern(r"\\[ru]")
"""Escapes that are text in single quotes; other escapes that `ESCAPES` lacks are text in both."""
INLINE = lazy_pattern(r"inline_(?:epp|template)")


@style_issue()
def double_quoted_strings() -> str:
    """Double quotes around a string without variables"""
    return "double quotes around a string without variables; expected single quotes"


@style_issue()
def only_variable_string() -> str:
    """String that consists of a variable only"""
    return "this string consists of a variable only; the variable needs no quotes"


@style_issue(Severity.ERROR)
def single_quote_string_with_variables() -> str:
    """Variable in a string with single quotes"""
    return "a variable is not interpolated in single quotes"


@style_issue()
def quoted_booleans() -> str:
    """Boolean in quotes"""
    return "a boolean in quotes is a string"


@style_issue()
def puppet_url_without_modules() -> str:
    """`puppet://` URL whose path does not begin with `modules/`"""
    return "the path of this `puppet://` URL does not begin with `modules/`"


@style_issue()
def variables_not_enclosed() -> str:
    """Variable without braces in a string"""
    return "a variable in a string needs braces, as in `${name}`"


@style(on=Tokens)
def check_double_quotes(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report double quotes that are not needed."""
    for each in tokens.of("double"):
        if not ESCAPES.search(each.value) and not _is_indented(each, tokens):
            edits = (Edit(each.start, each.start + 1, "'"), Edit(each.end - 1, each.end, "'"))
            fixes = () if DOUBLE_ONLY.search(each.value) else (Fix("Use single quotes", edits, "safe", "tree"),)
            yield double_quoted_strings().at(each.start, each.end, fixes=fixes)


def _is_indented(string: Token, tokens: Tokens) -> bool:
    """Whether a string has as many spaces as there are columns up to its own, which counts as a line break."""
    return " " * min(tokens.column(string) + 1, len(string.value) + 1) in string.value


@style(on=Tokens)
def check_only_variables(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report strings that only have an interpolated variable, with or without keys."""
    strings = {(each.start, each.end): each for each in file.of_class(ast.ConcatenatedString)} if file.model is not None else {}
    for start in tokens.of("start"):
        variable = tokens.next(start)
        if start.value or variable is None or variable.kind not in ("variable", "bare-variable"):
            continue
        end = tokens.next(variable)
        while end is not None and end.kind == "[":
            end = tokens.next(tokens.partner(end) or end)
        following = None if end is None else tokens.next_code(end)
        if end is not None and end.kind == "end" and not end.value and (following is None or following.kind != "=>"):
            inner = tokens.text.slice(variable.start, end.start).removeprefix("$")
            safety = "safe" if _is_text(strings.get((start.start, end.end)), file) else "unsafe"
            fix = Fix("Remove the quotes", (Edit(start.start, end.end, f"${inner}"),), safety)  # type: ignore[arg-type]  # one of both
            yield only_variable_string().at(variable.start, variable.end, fixes=(fix,))


def _is_text(string: ast.ConcatenatedString | None, file: StyleFile) -> bool:
    """Whether the value of the variable in a string is certainly a String, so that the quotes change nothing."""
    if string is None or file.model is None:
        return False
    inner = next((each.expr for each in string.segments if isinstance(each, ast.TextExpression)), None)
    type = None if inner is None else file.model.type_of(inner)
    return type is not None and is_assignable(model.STRING, type)


@style(on=Tokens)
def check_single_quotes(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report `${` in single quotes, apart from the text of a template."""
    for each in tokens.of("single"):
        if "${" not in each.value:
            continue
        before = tokens.all[each.index - 2] if each.index >= 2 else None
        if before is None or not INLINE.search(before.value):
            yield single_quote_string_with_variables().at(each.start, each.end)


@style(on=Tokens)
def check_booleans(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report booleans in quotes. A string has another meaning, so the fix is not safe."""
    for each in tokens.of("single", "double"):
        if each.value in ("true", "false"):
            yield quoted_booleans().at(each.start, each.end, fixes=(Fix("Remove the quotes", (Edit(each.start, each.end, each.value),)),))


@style(on=Tokens)
def check_urls(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report URLs of files that are not those of modules. They may be those of another mount, so the fix is not safe."""
    for each in tokens.of("single", "double", "start"):
        if not each.value.startswith("puppet://"):
            continue
        host, slash, path = each.value.removeprefix("puppet://").partition("/")
        if not (slash and path.startswith("modules/")):
            at = each.start + 1 + len(f"puppet://{host}/".encode())
            fixes = (Fix("Insert modules/", (Edit(at, at, "modules/"),)),) if slash and (path or each.kind == "start") else ()
            yield puppet_url_without_modules().at(each.start, each.end, fixes=fixes)


@style(on=Tokens)
def check_braces(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report variables without braces; Puppet ends their name before a dash."""
    for each in tokens.of("bare-variable"):
        name = each.value.partition("-")[0]
        fix = Fix("Add braces", (Edit(each.start, each.start + 1 + len(name.encode()), f"${{{name}}}"),), "safe", "tree")
        yield variables_not_enclosed().at(each.start, each.end, fixes=() if REFERENCE.search(name) else (fix,))
