"""Messages for syntax errors: what was found, what is expected, and where to change the text.

The tree shows where the parser recovered (ERROR and MISSING nodes). The refused token is the first one there that the parse state before
it does not allow; that is also where the reference reports the error.
"""

from __future__ import annotations

from itertools import islice

from puppet_grammar.brackets import unclosed_bracket
from puppet_grammar.expectations import expectation
from puppet_grammar.parse import SyntaxTree
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.problems import Problem, Reference
from puppet_grammar.refusal import Refusal, likely_refusal
from puppet_grammar.repair import Repaired, SyntaxFault, broken_parts
from puppet_grammar.text import Text

_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xef\xbb\xbf", "UTF-8"),
    (b"\xfe\xff", "UTF-16"),
    (b"\xff\xfe", "UTF-16"),
)


_WORD = lazy_pattern(rb"\w+")


def encoding_problems(text: Text) -> list[Problem]:
    """A byte order mark or invalid UTF-8, in which case no other problem is reported."""
    for mark, name in _MARKS:
        if text.source.startswith(mark):
            shown = " ".join(f"{byte:X}" for byte in mark)
            message = f"Illegal {name} Byte Order mark at beginning of input: [{shown}] - remove these from the puppet source"
            return [Problem(0, len(mark), "illegal-bom", message)]
    invalid = text.invalid_utf8()
    if invalid is None:
        return []
    return [Problem(invalid, invalid + 1, "invalid-utf8", f"invalid byte sequence in UTF-8: {text.source[invalid]:#04x}")]


# Errors in the structure of a program; after a syntax error they are most likely consequences of it.
_SHAPE = frozenset(("illegal-argument-list", "not-a-resource", "virtual-non-resource", "exported-non-resource"))
_MAX_PARTS = 40
"""The number of broken parts of which problems are made."""
_MAX_PROBLEMS = 8
"""The maximum number of syntax errors that are reported for a text."""


def syntax_problems(text: Text, repaired: Repaired, found: list[Problem]) -> tuple[list[Problem], list[Problem]]:
    """The problems of a text with syntax errors.

    There is one for each place where the parser recovered, and those `found` by lowering that still apply. Consequences of an earlier
    problem are omitted: problems on its line or on the next one.
    """
    place = text.position
    problems: list[Problem] = []
    for fault in (*repaired.faults, *filter(None, [repaired.remaining])):
        problem = _problem(fault)
        if problems and problem.place < problems[-1].place:
            # A token that is refused after a repair cannot have been reported before it.
            problem = problem._replace(noticed=problems[-1].place)
        problems.append(problem)
    covered = problems[-1].end if repaired.remaining else 0
    for broken in islice(broken_parts(repaired.tree.tree.root_node), _MAX_PARTS):
        if repaired.remaining and broken.start_byte >= max(covered, repaired.remaining.broken.end_byte):
            problem = _problem(SyntaxFault(repaired.tree, broken, None))
            covered = max(covered, problem.end)
            problems.append(problem)
    unclosed = [problem for problem in found if problem.code == "unclosed-quote"]
    genuine = [problem for problem in unclosed if not repaired.faults or _is_unclosed_in(repaired.faults[0].tree, problem.start)]
    problems = _independent(text, [*problems, *genuine], found)
    first = min((place(problem.place).line for problem in problems), default=len(text))
    others = [problem for problem in found if problem not in unclosed]
    return problems, [problem for problem in others if problem.code not in _SHAPE or place(problem.place).line < first]


def _is_unclosed_in(tree: SyntaxTree, start: int) -> bool:
    """Whether the string at an offset is unclosed in a tree, so that a repair is not the cause."""
    node = tree.tree.root_node.descendant_for_byte_range(start, start + 1)
    if node is not None and node.type == "string_start":
        node = node.parent
    return node is not None and (
        node.type == "unclosed_string" or (node.type == "interpolated_string" and node.children[-1].type == "string_unclosed")
    )


def _independent(text: Text, problems: list[Problem], found: list[Problem]) -> list[Problem]:
    """The problems that are not consequences of the one before."""
    other = [problem for problem in found if problem.severity == "error" and problem.code not in _SHAPE | {"unclosed-quote"}]
    lexical = [(text.position(problem.start).line, problem.place) for problem in other]
    lines: set[int] = set()
    apart: list[Problem] = []
    for problem in sorted(problems, key=lambda problem: problem.place):
        line, noticed = text.position(problem.start).line, text.position(problem.place).line
        near = {line, line - 1, noticed}
        known = {at for at, noticed_at in lexical if noticed_at < problem.place and problem.code != "unclosed-quote"}
        follows = near & lines or near & known or (apart and problem.place >= len(text))
        lines |= {line, noticed} if problem.code != "unclosed-quote" else {line}
        if not follows:
            apart.append(problem)
    return apart[:_MAX_PROBLEMS]


def _problem(fault: SyntaxFault) -> Problem:
    tree, broken = fault.tree, fault.broken
    text = tree.text
    refused = fault.refused or likely_refusal(tree, broken)
    noticed = len(text) if refused.at_end else refused.start if refused.noticed is None else refused.noticed
    if refused.at_end and tree.mode.epp and (tag := text.source.rfind(b"<%")) > text.source.rfind(b"%>"):
        message = "Unbalanced epp tag, reached <eof> without closing tag."
        return Problem(tag, tag + 2, "epp-unbalanced-tag", message, noticed=noticed)
    if refused.at_end or (broken.is_missing and broken.type in "})]"):
        bracket = unclosed_bracket(tree, refused.start)
        if bracket is not None and bracket.opener == '"':
            message = 'the string that starts with " here is never closed'
            return Problem(bracket.start, bracket.start + 1, "unclosed-quote", message, noticed=noticed)
        if bracket is not None:
            message = f"'{bracket.opener}' is never closed, expected '{bracket.closer}'"
            return Problem(bracket.start, bracket.start + 1, "syntax-error", message, noticed=noticed)
    expected = expectation(refused.expected)
    if refused.at_end:
        return Problem(refused.start, refused.start, "syntax-error", f"the file ends too early{expected}", noticed=noticed)
    return _lexical(text, refused.start) or _unexpected(text, refused, expected)


def _lexical(text: Text, start: int) -> Problem | None:
    """The problem of text that is not a token; None if the text begins with one."""
    source = text.source
    first = source[start : start + 1]
    if first in (b"'", b'"') and _is_unclosed(source, start):
        message = f"the string that starts with {first.decode()} here is never closed"
        # The reference reports the string, or the text after its quote if there is no closing quote at all.
        noticed = start if first in source[start + 1 :] else start + 1
        return Problem(start, start + 1, "unclosed-quote", message, noticed=noticed)
    if source[start : start + 2] == b"::" and not source[start + 2 : start + 3].isalpha():
        message = "Illegal fully qualified name, expected a name after ::"
        reference = Reference("Illegal fully qualified name")
        return Problem(start, start + 2, "illegal-fully-qualified-name", message, noticed=start + 2, reference=reference)
    return None


def _is_unclosed(source: bytes, start: int) -> bool:
    """Whether a quote has no partner on its line."""
    line = source[start + 1 : source.find(b"\n", start) if b"\n" in source[start:] else len(source)]
    return source[start : start + 1] not in line


def _unexpected(text: Text, refused: Refusal, expected: str) -> Problem:
    start, end = refused.start, refused.end
    found = text.slice(start, end)
    if not found[:1].isalnum() and len(found) > 4:
        found = found[:1]
        end = start + len(found.encode())
    elif len(found) <= 1 and (word := _WORD.match(text.source, start)):
        end = word.end()
        found = text.slice(start, end)
    found = found.split("\n")[0]
    shown = found if len(found) <= 40 else found[:37] + "..."
    message = f"Syntax error at '{shown}'{expected}"
    return Problem(start, max(end, start + 1), "syntax-error", message, noticed=refused.noticed)
