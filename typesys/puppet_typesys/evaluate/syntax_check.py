"""Syntax checks of interpolated heredocs, whose text is only known at evaluation."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.lower import lower, reference_error
from puppet_grammar.parse import Mode, parse
from puppet_grammar.reference_message import reference_message
from puppet_typesys.diagnostics import Severity
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.validate.anchor import anchor
from puppet_typesys.validate.heredocs import illegal_base64, illegal_epp, illegal_json, illegal_pp
from puppet_typesys.validate.run import validate

ILLEGAL = {"json": illegal_json, "base64": illegal_base64, "pp": illegal_pp, "epp": illegal_epp}
MAX_SHOWN = 100
"""The number of characters of the reason that are shown."""


def check_syntax(ev: Evaluator, text: str, heredoc: ast.HeredocExpression) -> None:
    """Raise an error if a text violates the syntax that the heredoc's tag names; json, base64, pp and epp are checked."""
    syntax = heredoc.syntax
    kind = syntax if syntax in ("pp", "epp") else syntax.rpartition("+")[2]
    reason: str | None = None
    match kind:
        case "json":
            from puppet_typesys.validate.json_text import reference_json_error  # 2.2 ms to compile its patterns, and few programs have JSON

            found = reference_json_error(text)
            reason = None if found is None else f'JSON syntax checker: Cannot parse invalid JSON string. "{_one_line(found[:MAX_SHOWN])}"'
        case "base64":
            from puppet_typesys.validate.base64_text import base64_error  # 1.5 ms to compile its patterns, and few programs have Base64

            reason = (
                None if base64_error(text) is None else "Base64 syntax checker: Cannot parse invalid Base64 string - padding is not correct"
            )
        case "pp" | "epp":
            reason = _puppet_error(text, kind)
    if reason is not None:
        message = ILLEGAL[kind](syntax, reason)
        raise EvaluationError(message, message.wording.reference, anchor(heredoc.text_expr), ev.text)


def _one_line(text: str) -> str:
    return text.replace("\r\n", "\\n").replace("\n", "\\n")


def _puppet_error(text: str, kind: str) -> str | None:
    tree = parse(text, Mode(epp=kind == "epp"))
    program, problems = lower(tree)
    problem = reference_error(tree.text, tree.mode, problems)
    if problem is None:
        errors = [each for each in validate(program) if each.severity is Severity.ERROR]
        if not errors:
            return None
        if len(errors) > 1:
            return f'{kind.upper()} syntax checker: "Language validation logged {len(errors)} errors. Giving up"'
        line, column = tree.text.position(errors[0].start)
        return f'{kind.upper()} syntax checker: "{errors[0].message} (line: {line + 1}, column: {column + 1})"'
    words = reference_message(problem, tree.text)
    place = "" if words.line is None else f" (line: {words.line}, column: {words.column})"
    return f'{kind.upper()} syntax checker: "{words.message}{place}"'
