"""Diagnostics of one file: its syntax problems, what the language's own rules say about the rest, and what its examination found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from puppet_check.rules.documents import check_document
from puppet_check.rules.file import File
from puppet_check.rules.run import run
from puppet_check.workspace.kinds import kind_of
from puppet_check.workspace.workspace import Known
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text
from puppet_typesys.builtins.targets import target
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.infer.check import check_program
from puppet_typesys.infer.compiler import CheckCompiler
from puppet_typesys.infer.model import FileModel
from puppet_typesys.issues.syntax.problems import diagnostic
from puppet_typesys.validate import Place, validate

FROM_BROKEN = frozenset(("unknown-variable", "unknown-class", "unknown-function", "unknown-resource-type", "missing-parameter"))
"""What may follow from a part that could not be read, and is not told of a text with such parts."""


def check(
    program: ast.Program,
    problems: tuple[Problem, ...],
    text: Text,
    mode: Mode,
    place: Place | None,
    model: FileModel | None = None,
    from_rules: Sequence[Diagnostic] = (),
    nodes: ast.ByClass | None = None,
) -> tuple[Diagnostic, ...]:
    """What is wrong in a file, in order of place, with what the rules have `judged`. A syntax error hides nothing of what is healthy."""
    syntax = [diagnostic(each, text) for each in problems]
    whole = all(each.severity is not Severity.ERROR for each in syntax)
    rules = validate(program, tasks=mode.tasks, whole=whole, place=place, read=first_error, by_class=nodes)
    found = [] if model is None else [Diagnostic(*each) for each in model.findings.values() if whole or each.code not in FROM_BROKEN]
    known = {(each.start, each.code) for each in rules}
    # The evaluation reports a text with a syntax of its own at the text, the rules at its tag.
    heredocs = () if nodes is None else nodes.get(ast.HeredocExpression, ())
    known |= {
        (each.text_expr.start, code)
        for each in heredocs
        if isinstance(each, ast.HeredocExpression)
        for at, code in known
        if at == each.start
    }
    return tuple(sorted((*syntax, *rules, *from_rules, *(each for each in found if (each.start, each.code) not in known)), key=_order))


def model_of(program: ast.Program, text: Text, mode: Mode, path: str, known: Known) -> FileModel | None:
    """What is known about a file's expressions; None for plans, which a server does not evaluate."""
    if mode.tasks:
        return None
    is_site = known.project.is_environment and path in known.project.sites
    compiler = CheckCompiler(
        known.world, known.loader, loaded=known.external, strict=is_site, facts=known.facts, target=target(known.settings.target)
    )
    # The manifests of an environment are one program; what one of several does not set another may.
    compiler.top.is_open = is_site and len(known.project.sites) > 1
    try:
        return check_program(program, text, compiler, whole=is_site and len(known.project.sites) == 1)
    finally:
        compiler.close()


def rule_diagnostics(
    program: ast.Program,
    problems: tuple[Problem, ...],
    text: Text,
    path: str,
    model: FileModel | None,
    known: Known,
    nodes: ast.ByClass,
) -> list[Diagnostic]:
    """What the rules beyond the language's own say."""
    whole = all(each.severity != "error" for each in problems)
    return run(nodes, File(path, program, text, model, known, whole))


def check_other(path: str, source: bytes, known: Known) -> tuple[Diagnostic, ...]:
    """What is wrong in a file that is not Puppet code but goes with it."""
    kind = kind_of(path)
    return () if kind is None else tuple(check_document(kind, path, source, known))


def first_error(text: str, language: Literal["pp", "epp"]) -> str | None:
    """The message of the first error of a text inside a file, such as a heredoc tagged `pp`, in its syntax or by the language's rules."""
    program, problems = lower(parse(text, Mode(epp=language == "epp")))
    messages = [problem.message for problem in problems if problem.severity == "error"]
    return next(iter(messages or [finding.message for finding in validate(program)]), None)


@issue(Severity.ERROR)
def unreadable_file(reason: str) -> str:
    """File cannot be read"""
    return f"cannot read the file: {reason}"


@issue(Severity.ERROR)
def internal_error(reason: str) -> str:
    """Internal error of puppet-check"""
    return f"checking this file failed because of a bug in puppet-check ({reason})"


@internal_error.variant()
def too_large(megabytes: int) -> str:
    return f"the file is too large to be checked in an editor: {megabytes} MB"


def _order(diagnostic: Diagnostic) -> tuple[int, int, Severity, str, str]:
    return diagnostic.start, diagnostic.end, diagnostic.severity, diagnostic.code, diagnostic.message
