"""`run`: the rules of a repository over one file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from time import thread_time
from typing import Literal

from tree_sitter import Node as TreeNode
from tree_sitter import QueryCursor

from puppet_check.config.own_rules import OwnRule
from puppet_check.config.queries import MATCHES, compiled, matches_text
from puppet_check.rules.file import File
from puppet_check.rules.own.subjects import DEFINITIONS, FORMS, Subject
from puppet_grammar import ast
from puppet_grammar.parse import SyntaxTree, origin
from puppet_typesys.diagnostics import SEVERITY, Diagnostic, Severity, issue

MOST_STATES = 64
"""The number of matches that a query may have begun at a time; more make it quadratic."""
MOST_NODES = 100_000
"""The number of nodes of the largest tree that queries are run on."""
MOST_EFFORT = 200_000_000
"""The product of the nodes of a tree and the effort of a query, which takes up to two seconds."""
SECONDS = 3.0
"""The time after which the queries that are left are not run on a file."""
POSITIVE = tuple(each.capitalize() for each in MATCHES if "not-" not in each)


@issue(Severity.INFO)
def query_not_finished(code: str, reason: str) -> str:
    """Query of a repository's own rule not run, or not to its end"""
    return f"the query of the rule `{code}` {reason}"


def run(rules: Sequence[OwnRule], file: File, tree: SyntaxTree) -> list[Diagnostic]:
    """The diagnostics of rules, in the order of the rules."""
    return [each for rule, found in _subjects(rules, file, tree) for each in _reported(rule, found, file)]


def _subjects(rules: Sequence[OwnRule], file: File, tree: SyntaxTree) -> Iterator[tuple[OwnRule, list[Subject] | Diagnostic]]:
    """The subjects of each rule, or why there are none."""
    begun = thread_time()
    for rule in rules:
        if rule.query is None:
            yield rule, [subject for key, form in FORMS.items() if getattr(rule, key) for subject in form(rule, file)]
        elif file.whole:  # a tree with errors has nodes where there should be none
            is_late = thread_time() - begun > SECONDS
            yield (
                rule,
                query_not_finished(rule.code, "was not run, as other queries take too long").at(0, 0)
                if is_late
                else _queried(rule, file, tree),
            )


def _queried(rule: OwnRule, file: File, tree: SyntaxTree) -> list[Subject] | Diagnostic:
    """What a query finds; or a diagnostic if there is too much to look at."""
    root = tree.tree.root_node
    if root.descendant_count > MOST_NODES:
        return query_not_finished(rule.code, f"was not run, as the file has more than {MOST_NODES} nodes").at(0, 0)
    query, report, effort = compiled(rule.query or "")
    if root.descendant_count * effort > MOST_EFFORT:
        return query_not_finished(rule.code, "was not run, as it has too many optional or repeated nodes for the size of the file").at(0, 0)
    cursor = QueryCursor(query, match_limit=MOST_STATES)
    predicates = _Predicates(file)
    try:
        found = cursor.captures(root, predicates)
    except SystemError as error:
        raise origin(error) from None
    if cursor.did_exceed_match_limit:
        return query_not_finished(rule.code, "has too many possible matches; name nodes instead of `(_)*`").at(0, 0)
    return [
        Subject(start, end, file.text.slice(start, end))
        for start, end in sorted({(each.start_byte, each.end_byte) for each in found.get(report, ())})
    ]


class _Predicates:
    """The predicates with regular expressions, which Puppet's dialect and limits apply to."""

    def __init__(self, file: File) -> None:
        self._file = file

    def __call__(
        self, predicate: str, args: list[tuple[str, Literal["capture", "string"]]], pattern_index: int, captures: dict[str, list[TreeNode]]
    ) -> bool:
        """Whether the texts of the nodes of a capture match, or do not match."""
        (capture, _), (expression, _) = args
        is_positive = predicate in POSITIVE
        texts = (self._file.text.slice(each.start_byte, each.end_byte) for each in captures.get(capture, ()))
        answers = (matches_text(expression, each) is is_positive for each in texts)
        return any(answers) if predicate.startswith("Any-") else all(answers)


def _reported(rule: OwnRule, found: list[Subject] | Diagnostic, file: File) -> Iterator[Diagnostic]:
    """The findings of a rule with some subjects."""
    if isinstance(found, Diagnostic):
        yield found
        return
    if rule.required_in:
        subjects = (
            [*_lacking(rule, [each for each in found if each.text is None or _is_right(rule, each.text)], file)] if file.whole else []
        )
    else:
        subjects = [each for each in found if each.text is not None and not _is_right(rule, each.text)] if _is_about_texts(rule) else found
    for each in subjects:
        yield Diagnostic(each.start, each.end, SEVERITY[rule.severity], rule.code, rule.message)


def _is_about_texts(rule: OwnRule) -> bool:
    return rule.must_match is not None or rule.must_not_match is not None


def _is_right(rule: OwnRule, text: str) -> bool:
    """Whether a text is as a rule wants it."""
    if rule.must_match is not None and not matches_text(rule.must_match, text):
        return False
    return rule.must_not_match is None or not matches_text(rule.must_not_match, text)


def _lacking(rule: OwnRule, subjects: Sequence[Subject], file: File) -> Iterator[Subject]:
    """The definitions of the kinds that a rule names without any of its subjects."""
    starts = sorted(each.start for each in subjects)
    kinds = [kind for name, kind in DEFINITIONS.items() if name in rule.required_in]
    for each in file.of_class(*kinds):
        if not _has(starts, each):
            yield Subject(*each.name_span, each.name)
    for node in file.of_class(ast.NodeDefinition) if "node" in rule.required_in else ():
        if not _has(starts, node):
            yield Subject(node.host_matches[0].start, node.host_matches[-1].end, None)


def _has(starts: Sequence[int], definition: ast.Definition) -> bool:
    at = bisect_left(starts, definition.start)
    return at < len(starts) and starts[at] < definition.end
