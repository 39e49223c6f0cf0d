"""Problems in the reference's words, for comparisons.

Our own messages are more detailed, and are placed where the text is to be changed.
"""

from __future__ import annotations

import re

from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text


class ReferenceMessage(NamedTuple):
    """A message with its line and column, both from 1; None if the reference gives no position."""

    message: str
    code: str | None
    line: int | None
    column: int | None
    place: int | None
    """The byte offset of that line and column."""


END = "Syntax error at end of input"
TOKEN = lazy_pattern(
    r"""
    (?P<variable>\$(?:::)?\w+(?:::\w+)*)
    | (?P<word>(?:::)?[A-Za-z_](?:[\w-]*\w)?(?:::[A-Za-z_](?:[\w-]*\w)?)*)
    | (?P<number>0[xX][0-9A-Fa-f]+|\d+(?:\.\d+)?(?:[eE]-?\d+)?)
    | (?P<single>'(?:[^'\\]|\\.)*')
    | (?P<double>"(?:[^"\\$]|\\.|\$(?![{\w:]))*)
    | (?P<operator><<\||\|>>|<\||\|>|\+=|-=|==|!=|=~|!~|=>|\+>|<=|>=|<<|>>|->|~>|<-|<~|@@|::|.)
    """,
    re.VERBOSE | re.DOTALL,
)
REGEX = lazy_pattern(r"/((?:[^/\\\n]|\\.)*)/")
OPERATORS = frozenset(
    "<<| |>> <| |> += -= == != =~ !~ => +> <= >= << >> -> ~> <- <~ @@ [ ] { } ( ) , . ; : ? = + - * / % ! < > | @ ~".split()
)


def reference_message(problem: Problem, text: Text) -> ReferenceMessage:
    """The reference's message for a problem."""
    place = problem.place
    if problem.code == "heredoc-unclosed-parenthesis":
        place = text.source.rfind(b"@(", 0, place + 1)
        problem = problem._replace(noticed=place)
    code: str | None = problem.code.upper().replace("-", "_")
    message = _message(problem, text)
    if message == END:
        return ReferenceMessage(message, code, None, None, None)
    if problem.code in ("not-a-resource", "illegal-argument-list", "class-keyword-as-name", "quoted-name"):
        code = None
    if problem.code == "illegal-bom":
        return ReferenceMessage(message, code, None, None, None)
    is_internal = problem.reference is not None and problem.reference.is_internal
    if is_internal or problem.code in ("invalid-utf8", "invalid-regexp"):
        return ReferenceMessage(message, None, None, None, None)
    line, column = text.position(place)
    return ReferenceMessage(message, code, line + 1, column + 1, place)


def _message(problem: Problem, text: Text) -> str:
    place = problem.place
    rest = text.source[place : place + 400].decode("utf-8", "replace")
    match problem.code:
        case "syntax-error":
            return _syntax_error(rest)
        case "illegal-class-reference":
            return "Illegal class reference"
        case "unclosed-quote":
            quote = text.source[place - 1 : place].decode("utf-8", "replace") if place else ""
            shown = '"\'"' if quote == "'" else f"'{quote}'" if quote == '"' else f"'{_word_before(text, place)}'"
            return f"Unclosed quote after {shown} followed by '{_followed(rest)}'"
        case "heredoc-unclosed-parenthesis":
            return f"Unclosed parenthesis after '@(' followed by '{_followed(rest)}'"
        case "invalid-utf8":
            return "invalid byte sequence in UTF-8"
        case "heredoc-without-end-tagged-line":
            return "Heredoc without end-tagged line"
    return problem.message if problem.reference is None else problem.reference.message


def _word_before(text: Text, place: int) -> str:
    found = re.search(rb"(?<!\w)(\w+)$", text.source[:place])
    return found.group(1).decode("utf-8", "replace") if found else ""


def _followed(rest: str) -> str:
    """The rest of the text as the reference's lexer shows it, shortened."""
    if not rest:
        return "<eof>"
    return (rest[:5] + "...").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _syntax_error(rest: str) -> str:
    found = TOKEN.match(rest)
    if found is None or not rest.strip(" \t\r\n"):
        return END
    token = found.group()
    match found.lastgroup:
        case "variable":
            token = token[1:]
        case "single":
            token = token[1:-1].replace("\\'", "'").replace("\\\\", "\\")
        case "double":
            token = token[1:]
        case "operator" if token == "/" and (regex := REGEX.match(rest)):
            token = f"(?-mix:{regex.group(1)})"
        case "operator" if token not in OPERATORS:
            token = ""
    return f"Syntax error at '{token}'"
