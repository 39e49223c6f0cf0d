"""Diagnostics of one file: syntax errors, and the findings of validation, of evaluation and of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Literal

from puppet_check.config.own_rules import OwnRule
from puppet_check.rules.file import File
from puppet_check.rules.merge_conflict import merge_conflicts
from puppet_check.rules.other_files import check_document
from puppet_check.rules.run import run
from puppet_check.rules.same_place import once_per_place, without_refused, without_spaced_access
from puppet_check.workspace.kinds import kind_of
from puppet_check.workspace.known import Known
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, SyntaxTree, parse
from puppet_grammar.problems import Problem, is_nesting_certain
from puppet_grammar.text import Text
from puppet_typesys.builtins.targets import PUPPET_8, Target
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.infer.check import SECONDS, SECONDS_PER_BYTE, check_program
from puppet_typesys.infer.compiler import CheckCompiler
from puppet_typesys.infer.issues import unfinished_check
from puppet_typesys.infer.model import FileModel
from puppet_typesys.issues.syntax.problems import diagnostic
from puppet_typesys.validate import AutoloadPlace, validate
from puppet_typesys.values.errors import BudgetError

RULE_STEPS = 100_000
"""The steps that rules may take for values and types."""


def check(
    program: ast.Program,
    problems: tuple[Problem, ...],
    text: Text,
    mode: Mode,
    place: AutoloadPlace | None,
    model: FileModel | None = None,
    from_rules: Sequence[Diagnostic] = (),
    nodes: ast.ByClass | None = None,
    target: Target = PUPPET_8,
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a file in order of their offsets, including those of the rules. Code outside of syntax errors is checked too."""
    conflict = merge_conflicts(text.source)
    if conflict is not None:
        return (conflict,)
    syntax = [diagnostic(each, text) for each in problems]
    errors = [each for each in problems if each.severity == "error"]
    whole = is_nesting_certain(errors)
    rules = validate(program, tasks=mode.tasks, whole=whole, place=place, read=first_error, by_class=nodes, target=target)
    found = [] if model is None else [Diagnostic(*each) for each in model.findings.values()]
    found = once_per_place(without_spaced_access(without_refused(found, rules, nodes), rules, text))
    if errors and found:
        from puppet_check.semantics.broken_text import certain_in  # few texts have errors

        found = certain_in(found, errors, text, nodes, nested=whole)
    known = {(each.start, each.code) for each in rules}
    # The evaluation reports errors in the text of a heredoc with a syntax at its text, validation at its tag.
    heredocs = () if nodes is None else nodes.get(ast.HeredocExpression, ())
    texts = {each.start: each.text_expr.start for each in heredocs if isinstance(each, ast.HeredocExpression)}
    known |= {(texts[at], code) for at, code in known if at in texts}
    return tuple(sorted((*syntax, *rules, *from_rules, *(each for each in found if (each.start, each.code) not in known)), key=_order))


def model_of(program: ast.Program, text: Text, mode: Mode, path: str, known: Known, earlier: FileModel | None = None) -> FileModel | None:
    """The types and values of a file's expressions; None for plans, which are not evaluated.

    What still holds of the model of an earlier text is not evaluated again.
    """
    if mode.tasks:
        return None
    found = None if earlier is None else _model(program, text, path, known, earlier)
    return found or _model(program, text, path, known, None)


def _model(program: ast.Program, text: Text, path: str, known: Known, earlier: FileModel | None) -> FileModel | None:
    is_site = known.project.is_environment and path in known.project.sites
    compiler = CheckCompiler(known.world, known.loader, loaded=known.external, strict=is_site, facts=known.facts, target=known.target)
    compiler.is_alone = not known.project.is_environment
    module = known.project.module_of(path)
    compiler.module_name = None if module is None else module.name
    # The manifests of an environment are one program: a variable that one does not set may be set by another.
    if is_site and len(known.project.sites) > 1:
        compiler.top.mark_open()
    try:
        return check_program(program, text, compiler, known.answers, whole=is_site and len(known.project.sites) == 1, earlier=earlier)
    finally:
        compiler.close()


def rule_diagnostics(file: File) -> list[Diagnostic]:
    """The diagnostics of the rules in `rules/`."""
    try:
        with _budget(len(file.text)).metered():
            return run(file.nodes, file)
    except (BudgetError, RecursionError):
        return [unfinished_check().at(0, 0)]


def style_diagnostics(file: File, codes: frozenset[str], others: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics of the style rules with some codes, and others that do not say the same.

    Rules about tokens find nothing in a text that cannot be divided into tokens.
    """
    from puppet_check.rules.style.lexer import tokens_of  # by default no style rule is selected
    from puppet_check.rules.style.rule import with_tokens
    from puppet_check.rules.style.run import run as run_styles
    from puppet_check.rules.style.run import without_doubles
    from puppet_check.rules.style.tokens import Tokens

    tokens = tokens_of(file.text) or Tokens(file.text, [])
    return without_doubles([*others, *run_styles(file.nodes, with_tokens(file, tokens), codes)])


def own_diagnostics(file: File, tree: SyntaxTree, rules: Sequence[OwnRule]) -> list[Diagnostic]:
    """The diagnostics of a repository's own rules."""
    from puppet_check.rules.own.run import run as run_own  # few repositories have any

    try:
        with _budget(len(file.text)).metered():
            return run_own(rules, file, tree)
    except (BudgetError, RecursionError):
        return [unfinished_check().at(0, 0)]


def _budget(size: int) -> Budget:
    """The budget of the rules for a text of some bytes."""
    budget = Budget(seconds=inf)
    budget.begin(RULE_STEPS + size, RULE_STEPS + size, SECONDS + SECONDS_PER_BYTE * size)
    return budget


def check_other(path: str, source: bytes, known: Known) -> tuple[Diagnostic, ...]:
    """The diagnostics of a file that is not Puppet code."""
    kind = kind_of(path)
    conflict = None if kind is None else merge_conflicts(source)
    if conflict is not None:
        return (conflict,)
    return () if kind is None else tuple(check_document(kind, path, source, known, syntax_only=known.is_peripheral(path)))


def first_error(text: str, language: Literal["pp", "epp"]) -> str | None:
    """The message of the first syntax or validation error in embedded Puppet code, such as a heredoc tagged `pp`; None without errors."""
    program, problems = lower(parse(text, Mode(epp=language == "epp")))
    messages = [problem.message for problem in problems if problem.severity == "error"]
    return next(iter(messages or [finding.message for finding in validate(program)]), None)


@issue(Severity.ERROR)
def unreadable_file(reason: str) -> str:
    """File cannot be read"""
    return f"cannot read the file: {reason}"


@unreadable_file.variant()
def unreadable_folder(reason: str) -> str:
    return f"cannot read the folder, so nothing below it was checked: {reason}"


@unreadable_file.variant()
def unwritable_file(reason: str) -> str:
    return f"cannot write the file: {reason}"


@issue(Severity.ERROR)
def internal_error(reason: str) -> str:
    """Internal error of puppet-check"""
    return f"checking this file failed because of a bug in puppet-check ({reason})"


@issue(Severity.WARNING)
def check_given_up(reason: str) -> str:
    """Check of a file takes too long or too much memory"""
    return f"the check of this file was given up: {reason}"


@internal_error.variant()
def too_large(megabytes: int) -> str:
    return f"the file is too large to be checked in an editor: {megabytes} MB"


def _order(diagnostic: Diagnostic) -> tuple[int, int, Severity, str, str]:
    return diagnostic.start, diagnostic.end, diagnostic.severity, diagnostic.code, diagnostic.message
