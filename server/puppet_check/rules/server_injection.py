"""Values of nodes that the server runs: as commands, or as the code of templates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.security_bodies import HOLE, written
from puppet_check.rules.value_origins import Origin, origins
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

TEMPLATES = frozenset(("inline_template", "inline_epp"))
SHELLS = frozenset(("sh", "bash", "dash", "zsh", "ksh", "env", "python", "python3", "perl", "ruby", "sudo", "su", "ssh"))
"""Programs that run what they get as an argument."""
CODE = lazy_pattern(r"-[a-zA-Z]*[ce]|--command|--eval")
"""The option before code."""
VALUED = frozenset(("-u", "-g", "-h", "-p", "-C", "-U", "-r", "-t", "-W", "-X", "--user", "--group"))
"""Options of `sudo`, `env` and interpreters before a value that is not run."""
ASSIGNMENT = lazy_pattern(r"\w+=")


@issue(Severity.ERROR)
def server_injection(origin: str, function: str) -> str:
    """Value of a node that the server runs"""
    if function == "generate":
        return f"{origin}, becomes a command of `generate`, which runs on the server"
    return f"{origin}, becomes a part of the code of `{function}`, which runs on the server; expected a variable that the template reads"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_calls(node: ast.Node, file: File) -> Iterator[Diagnostic]:
    """Report facts and values of other nodes in commands of `generate` and in the texts of templates."""
    name = called(node)
    if name in TEMPLATES:
        given = arguments(node) if name == "inline_template" else arguments(node)[:1]
    elif name == "generate":
        every = arguments(node)
        given = tuple(every[index] for index in run_by_server([written(each, file) for each in every]))
    else:
        return
    for each in given:
        found = [origin for origin in (Origin.OTHER_NODE, Origin.FACT) if origin in origins(each, file)]
        if found:
            yield server_injection(found[0].value, name).at(each.start, each.end)
            return


def run_by_server(given: Sequence[str | None], start: int = 0) -> Iterator[int]:
    """The places of the arguments of `generate` that are run: the program, and of a shell's the code or script, but not what it is passed.

    The arguments are texts with placeholders for what is not known; None if they are not texts.
    """
    if start >= len(given):
        return
    yield start
    program = (given[start] or "").rpartition("/")[2]
    if program not in SHELLS:
        return
    previous, has_code = "", program == "su"
    for number in range(start + 1, len(given)):
        text = given[number] or HOLE
        if program == "ssh" or CODE.fullmatch(previous):
            yield number
            has_code = True
        elif text.startswith("-"):
            if HOLE in text:
                yield number
        elif previous not in VALUED and ASSIGNMENT.match(text) is None and not has_code:
            yield from run_by_server(given, number)
            return
        previous = text
