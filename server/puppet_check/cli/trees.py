"""`puppet-eval --ast`: the syntax trees of files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

from puppet_check.cli.untrusted import shown
from puppet_check.reading.files import read
from puppet_grammar.lower import lower, reference_error
from puppet_grammar.parse import mode_of, parse
from puppet_grammar.pn import NoPN, pn
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text

DONE, REFUSED = 0, 1
"""Exit codes: success; a file has a syntax error or cannot be read."""
STDIN = "-"


class Error(NamedTuple):
    """The reason why there is no tree. Line and column count from 1, columns in characters; the issue is the reference's code."""

    message: str
    line: int | None = None
    pos: int | None = None
    issue: str | None = None


def print_trees(files: Sequence[str]) -> int:
    """Print the tree of each file on one line, and errors on the standard error. Returns the exit code."""
    code = DONE
    for file in files:
        answer = _tree(file)
        if isinstance(answer, str):
            print(answer)
        else:
            place = "".join(f"{number}:" for number in (answer.line, answer.pos) if number is not None)
            print(f"{shown(file)}:{place} error: {shown(answer.message)}{f' [{answer.issue}]' if answer.issue else ''}", file=sys.stderr)
            code = REFUSED
    return code


def answer_paths() -> int:
    """Answer each path immediately, so that a program can wait for each answer. Returns the exit code."""
    for line in sys.stdin.buffer:
        path = os.fsdecode(line.rstrip(b"\r\n"))
        if not path:
            continue
        answer = _tree(path)
        outcome = {"pn": answer} if isinstance(answer, str) else {"error": answer._asdict()}
        sys.stdout.write(json.dumps({"path": path, **outcome}) + "\n")
        sys.stdout.flush()
    return DONE


def _tree(path: str) -> str | Error:
    """The tree of a file in PN, the reference's dump format."""
    try:
        source = _source(path)
    except OSError as error:
        return Error(f"cannot read the file: {error.strerror}")
    tree = parse(source, mode_of(path))
    program, problems = lower(tree)
    if (problem := reference_error(tree.text, tree.mode, problems)) is not None:
        return _error(problem, tree.text)
    try:
        return pn(program)
    except NoPN as missing:
        return Error(str(missing))


def _source(path: str) -> bytes:
    if path == STDIN:
        return sys.stdin.buffer.read()
    return read(path)


def _error(problem: Problem, text: Text) -> Error:
    # The reference reports no place for an error at the end of the text, so that of the unclosed bracket is used.
    place = problem.start if problem.code == "syntax-error" and problem.place >= len(text) else problem.place
    line, column = text.position(place)
    return Error(problem.message, line + 1, column + 1, problem.code.upper().replace("-", "_"))
