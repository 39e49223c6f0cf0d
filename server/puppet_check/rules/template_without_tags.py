"""Code for `inline_template` and `inline_epp` without tags, so that the result is the text of the code."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

INLINE = frozenset(("inline_template", "inline_epp"))
TAG = "<%"
CODE = lazy_pattern(r"(?<!\w)@[a-z_]\w*[.\[]|\bscope[.\[]|(?:\{|\bdo)\s*\|\s*\w+(?:\s*,\s*\w+)*\s*\|")
"""What code in Ruby or Puppet has: methods of variables, and the parameters of blocks."""


@issue(Severity.WARNING)
def template_without_tags(function: str) -> str:
    """Inline template without tags"""
    return f"the text has no tags, so `{function}()` returns it as it is; expected `<%= … %>` around code"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_text(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report an inline template whose only argument is a text without tags that looks like code."""
    given = arguments(call) if called(call) in INLINE else ()
    text = given[0] if given and not any(isinstance(each, ast.LambdaExpression) for each in given) else None
    if (
        not isinstance(text, ast.LiteralString)
        or TAG in text.value
        or CODE.search(text.value) is None
        or (len(given) > 1 and called(call) == "inline_template")
    ):
        return
    fix = Fix("Wrap in a tag", (Edit(text.start + 1, text.start + 1, "<%= "), Edit(text.end - 1, text.end - 1, " %>")), "unsafe")
    is_quoted = file.source(text)[:1] in ("'", '"')
    yield template_without_tags(called(call)).at(text.start, text.end, fixes=(fix,) if is_quoted else ())
