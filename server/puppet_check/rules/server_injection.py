"""Values of nodes that the server runs: as commands, or as the code of templates."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.security_bodies import written
from puppet_check.rules.value_origins import Origin, origins
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

TEMPLATES = frozenset(("inline_template", "inline_epp"))
SHELLS = frozenset(("sh", "bash", "dash", "zsh", "ksh", "env", "python", "python3", "perl", "ruby", "sudo", "su", "ssh"))
"""Programs that run what they get as an argument."""


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
        given = _commands(arguments(node), file)
    else:
        return
    for each in given:
        found = [origin for origin in (Origin.OTHER_NODE, Origin.FACT) if origin in origins(each, file)]
        if found:
            yield server_injection(found[0].value, name).at(each.start, each.end)
            return


def _commands(given: tuple[ast.Expression, ...], file: File) -> tuple[ast.Expression, ...]:
    """The arguments of `generate` that are run: the program, and what a shell is told."""
    program = written(given[0], file) if given else None
    is_shell = program is not None and program.rpartition("/")[2] in SHELLS
    return given if is_shell else given[:1]
