"""Variables of the top scope without their namespace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.rules.style.parts import Definition
from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic

ALWAYS = frozenset(
    "name title module_name environment clientcert clientversion servername serverip serverversion caller_module_name alias audit before "
    "loglevel noop notify require schedule stage subscribe tag facts trusted server_facts".split()
)
"""The variables and metaparameters that exist everywhere."""
LONGEST = 200
"""The number of tokens of an array whose variables are assigned."""
KEYS = lazy_pattern(r"\[.+\]\Z")


@style_issue()
def variable_scope(name: str) -> str:
    """Variable of the top scope without `::`"""
    return f"`${name}` is not set here; a variable of the top scope needs its namespace"


@style(on=Tokens)
def check_scopes(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report variables that a definition neither has as parameters nor assigns."""
    set_before = set(ALWAYS)
    for definition in file.definitions:
        set_before |= _parameters(definition, tokens) | _assigned(definition, tokens)
        of_lambdas = _of_lambdas(definition, tokens)
        in_lambdas = Counter[str]()
        for each in definition.tokens:
            if each.index in of_lambdas.starting:
                in_lambdas.update(of_lambdas.starting[each.index])
            elif each.index in of_lambdas.ending:
                in_lambdas.subtract(of_lambdas.ending[each.index])
            if each.kind != "variable" or "::" in each.value:
                continue
            name = KEYS.sub("", each.value)
            if name not in set_before and not name.isdigit() and in_lambdas[name] <= 0:
                yield variable_scope(name).at(each.start, each.end)


def _parameters(definition: Definition, tokens: Tokens) -> set[str]:
    """The names of parameters."""
    found = set()
    for each in definition.parameters or ():
        following = tokens.next_code(each) if each.kind == "variable" else None
        if following is not None and following.kind in (",", "=", ")"):
            found.add(each.value)
    return found


def _assigned(definition: Definition, tokens: Tokens) -> set[str]:
    """The names of variables before `=`, also in arrays."""
    found: set[str] = set()
    for each in definition.tokens:
        before = tokens.previous_code(each) if each.kind == "=" else None
        if before is None:
            continue
        opening = tokens.partner(before) if before.kind == "]" else None
        targets = [before] if opening is None else tokens.all[opening.index : min(before.index, opening.index + LONGEST)]
        found |= {target.value for target in targets if target.kind == "variable"}
    return found


class Lambdas(NamedTuple):
    """The names of parameters of lambdas, by the indices of the tokens that begin and end them."""

    starting: dict[int, set[str]]
    ending: dict[int, list[str]]


def _of_lambdas(definition: Definition, tokens: Tokens) -> Lambdas:
    found = Lambdas({}, {})
    opened: Token | None = None
    for each in definition.tokens:
        if each.kind != "|":
            continue
        if opened is None:
            opened = each
            continue
        brace = tokens.next_code(each)
        while brace is not None and brace.kind not in ("{", "|"):
            brace = tokens.next_code(brace)
        closing = None if brace is None or brace.kind == "|" else tokens.partner(brace)
        names = {one.value for one in tokens.all[opened.index : each.index] if one.kind == "variable"}
        found.starting[opened.index] = names
        if closing is not None:
            found.ending.setdefault(closing.index, []).extend(names)
        opened = None
    return found
