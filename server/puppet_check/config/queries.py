"""The queries of a repository's own rules: checked and compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tree_sitter import Query, QueryError

from puppet_grammar.parse import language
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.spelling import hint
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import UnknownValue

REPORT = "report"
"""The capture that is reported if there are several."""
NO_CAPTURE = "the query has no capture; add `@report` after the node to report"
TOKEN = lazy_pattern(
    r"""(?P<string>"(?:\\.|[^"\\])*+(?:"|\Z))|(?P<comment>;[^\n]*)|\#(?P<predicate>[\w.-]+[?!]?)|@(?P<capture>[\w.-]+)""", re.DOTALL
)
PART = lazy_pattern(r"""[()\[\]?*"]|(?<![\w-])_(?![\w-])""")
"""A bracket, a node without one, or what follows a node that may be absent or repeated."""
MATCHES = ("match?", "not-match?", "any-match?", "any-not-match?")
"""Predicates with a regular expression, which are compiled in title case, unknown to the library: it would run their expressions without
a limit of time, and in the dialect of Python."""
PREDICATES = (*MATCHES, "eq?", "not-eq?", "any-eq?", "any-not-eq?", "any-of?", "not-any-of?")
ESCAPE = lazy_pattern(r"\\(.)", re.DOTALL)
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
PROBLEM = lazy_pattern(r"(?P<what>.*?) at row (?P<line>\d+)(?:, column (?P<column>\d+))?(?:: (?P<name>.*))?", re.DOTALL)


class InvalidQueryError(Exception):
    """Raised for a query that is not valid, with a line and a column in it, both from 0."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class CompiledQuery(NamedTuple):
    """A query, and the name of the capture that is reported."""

    query: Query
    report: str
    effort: int
    """A measure of the time that it takes for a node of a tree."""


@lru_cache(256)
def compiled(source: str) -> CompiledQuery:
    """Compile a query. Raises InvalidQueryError."""
    tokens = [*TOKEN.finditer(source)]
    parts = [*_with_predicates(source, tokens)]
    try:
        query = Query(language(), "".join(parts))
    except QueryError as error:
        raise _mistake(str(error), source) from None
    captures = [query.capture_name(index) for index in range(query.capture_count)]
    if REPORT not in captures and len(captures) != 1:
        raise InvalidQueryError("the query has several captures, but none is named `@report`" if captures else NO_CAPTURE)
    report = REPORT if REPORT in captures else captures[0]
    if "#" not in source:
        for name in captures:
            if name != report:
                query.disable_capture(name)  # collecting long lists takes much time
    return CompiledQuery(query, report, _effort(source))


def _effort(source: str) -> int:
    """The cubes of the numbers of nodes in the patterns of a query in which some may be absent or repeated.

    The library follows each way to leave some out, which takes that long: 6 s for a tree of 27,000 nodes and 30 nodes with `*`.
    """
    effort = depth = nodes = 0
    is_varied = False
    for mark in PART.findall(TOKEN.sub(lambda token: '"' if token["string"] else " ", source)):
        depth += (mark in "([") - (mark in ")]")
        nodes += mark in '(_"'
        is_varied = is_varied or mark in "?*"
        if depth <= 0 and mark in "?*)]" and is_varied:
            effort += nodes**3
        if depth <= 0 and mark in ")]":
            nodes, is_varied = 0, False
    return effort


def matches_text(source: str, text: str) -> bool:
    """Whether a regular expression matches anywhere in a text. Raises BudgetError if it takes too long."""
    return Regexp(source).match(text) is not None


def regexp_problem(source: str) -> str | None:
    """What is wrong with a regular expression; None if it is valid."""
    try:
        Regexp(source).match("")
    except (MessageError, BudgetError) as error:
        return str(error)
    except UnknownValue:
        return f"the regular expression /{source}/ is not supported"
    return None


def _with_predicates(source: str, tokens: list[re.Match[str]]) -> Iterator[str]:
    """The parts of a query in which predicates with expressions have names that the library does not know."""
    at = 0
    for number, token in enumerate(tokens):
        name = token["predicate"]
        if name is None:
            continue
        if name not in PREDICATES:
            words = hint(name, PREDICATES) or f"; expected one of {', '.join(f'#{each}' for each in PREDICATES)}"
            raise _placed(f"unknown predicate `#{name}`{words}", source, token.start())
        if name in MATCHES:
            _check_expression(source, token, tokens[number + 1 : number + 3])
            yield source[at : token.start()] + "#" + name.capitalize()
            at = token.end()
    yield source[at:]


def _check_expression(source: str, predicate: re.Match[str], arguments: list[re.Match[str]]) -> None:
    """Raise InvalidQueryError unless a predicate has a capture and a valid regular expression."""
    if [each.lastgroup for each in arguments] != ["capture", "string"]:
        name = predicate["predicate"]
        raise _placed(f'`#{name}` requires a capture and a regular expression: `(#{name} @report "^x")`', source, predicate.start())
    expression = ESCAPE.sub(lambda found: ESCAPES.get(found[1], found[1]), arguments[1][0][1:-1])
    problem = regexp_problem(expression)
    if problem is not None:
        raise _placed(problem, source, arguments[1].start())


def _placed(message: str, source: str, at: int) -> InvalidQueryError:
    line = source.count("\n", 0, at)
    return InvalidQueryError(message, line, at - (source.rfind("\n", 0, at) + 1))


def _mistake(error: str, source: str) -> InvalidQueryError:
    """A mistake that the library found, in other words: it names what exists."""
    found = PROBLEM.fullmatch(error)
    if found is None:
        return _placed("a bracket or string of the query is not closed", source, max(0, len(source.rstrip()) - 1))
    line, column = int(found["line"]), int(found["column"] or 0)
    before = source.split("\n")[line].encode()[:column]
    tables = {"Invalid node type": ("node type", _node_types()), "Invalid field name": ("field", _fields())}
    name = found["name"] or ""
    if found["what"] in tables:
        kind, names = tables[found["what"]]
        suggestion = hint(name, names) or f"; expected one of {', '.join(names)}"
        message = f"unknown {kind} '{name}' in the query{suggestion}"
    else:
        message = f"{found['what'][:1].lower()}{found['what'][1:]} in the query" + (f": {name}" if name else "")
    return InvalidQueryError(message, line, len(before.decode("utf-8", "replace")))


def _node_types() -> list[str]:
    """The named nodes of the syntax tree."""
    grammar = language()
    kinds = (each for each in range(grammar.node_kind_count) if grammar.node_kind_is_named(each) and grammar.node_kind_is_visible(each))
    return sorted({name for each in kinds if (name := grammar.node_kind_for_id(each)) is not None})


def _fields() -> list[str]:
    """The fields of the nodes."""
    grammar = language()
    return sorted(name for each in range(1, grammar.field_count + 1) if (name := grammar.field_name_for_id(each)) is not None)
