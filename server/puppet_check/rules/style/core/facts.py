"""Facts: legacy ones, and those that are read as variables of the top scope."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from puppet_check.rules.legacy_names import indexed, is_set_by_main_manifest, legacy_named, replacement_of
from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import Fact, fact, facts
from puppet_typesys.builtins.value_reads import FACTS, TRUSTED
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix
from puppet_typesys.loader import FACT, TypedName

KEY = lazy_pattern(rf"\A(?:::)?{FACTS}\[(?P<quote>'?)(?P<name>.+)(?P=quote)\]\Z")
LISTS = frozenset(("blockdevices", "dhcp_servers", "interfaces", "zones"))
"""Legacy facts that no structured fact replaces."""
OF_SERVER = frozenset(("environment", "servername", "serverip", "serverip6", "serverversion"))
"""Variables that the server sets, which are not in `$facts`."""
OF_MODULE = lazy_pattern(r"\A::[a-z0-9_][a-zA-Z0-9_]+::")


@style_issue()
def legacy_facts(name: str) -> str:
    """Legacy fact"""
    return f"legacy fact '{name}'"


@style_issue()
def top_scope_facts(name: str) -> str:
    """Fact that is read as a variable of the top scope"""
    return f"`$::{name}` is read as a variable of the top scope; expected `$facts['{name}']`"


@top_scope_facts.variant()
def top_scope_variable(name: str) -> str:
    return f"`$::{name}` is not a known fact, and no manifest sets it; expected `$facts['{name}']` if nodes send it as a fact"


@style(on=Tokens)
def check_legacy(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report legacy facts, as keys of `$facts` and as variables of the top scope."""
    for each in tokens.of("variable", "bare-variable"):
        name, end = _fact(each, tokens)
        found = None if name is None else legacy_named(name)
        if name is None or found is None:
            continue
        if not (each.value.startswith("::") and KEY.match(each.value) is None and is_set_by_main_manifest(name, file.known)):
            yield legacy_facts(name).at(each.start, end, fixes=_structured(name, found, each, end, tokens, file))


def _structured(name: str, found: Fact, variable: Token, end: int, tokens: Tokens, file: StyleFile) -> tuple[Fix, ...]:
    """The structured fact; not safe where the value may be another one, or a method call may not stand."""
    instead = replacement_of(name, found)
    if instead is not None:
        is_safe = instead.is_equal and (instead.is_indexed or file.may_have_call(variable.start, end))
        return (_instead(variable, end, instead.access, tokens, "safe" if is_safe else "unsafe"),)
    if found.pattern is None or found.replacement is None:
        return ()
    before, _, rest = found.name.partition("<")
    part = name.removeprefix(before).removesuffix(rest.partition(">")[2])
    keys = tuple(part if each.startswith("<") else each for each in found.replacement.split("."))
    return () if "'" in part else (_instead(variable, end, indexed(keys), tokens, "unsafe"),)


def _fact(variable: Token, tokens: Tokens) -> tuple[str | None, int]:
    """The fact that a variable reads, and the end of the expression."""
    found = KEY.match(variable.value)
    if found is not None:
        return found["name"], variable.end
    if variable.value.startswith("::"):
        return variable.value.removeprefix("::"), variable.end
    opening = tokens.next_code(variable) if variable.value == FACTS else None
    key = tokens.next_code(opening) if opening is not None and opening.kind == "[" else None
    closing = None if key is None or key.kind not in ("single", "double", "name") else tokens.next_code(key)
    if key is None or closing is None or closing.kind != "]":
        return None, variable.end
    return key.value, closing.end


@style(on=Tokens)
def check_top_scope(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report variables of the top scope that may be facts."""
    for each in tokens.of("variable", "bare-variable"):
        if not each.value.startswith("::") or each.value.startswith(_exempt()) or OF_MODULE.match(each.value):
            continue
        name, bracket, keys = each.value.removeprefix("::").partition("[")
        if name in OF_SERVER:
            continue
        # The name of a fact that nodes do not send may be that of a variable as well.
        if is_set_by_main_manifest(name, file.known):
            continue
        words, safety = (top_scope_facts, "safe") if _is_fact(name, file) else (top_scope_variable, "unsafe")
        yield words(name).at(each.start, each.end, fixes=(_instead(each, each.end, f"['{name}']{bracket}{keys}", tokens, safety),))


def _is_fact(name: str, file: StyleFile) -> bool:
    """Whether a variable of the top scope is a fact, as opposed to one that a manifest or classifier sets."""
    return fact(name) is not None or file.known.external.load(TypedName(FACT, name)) is not None


def _instead(variable: Token, end: int, keys: str, tokens: Tokens, safety: str) -> Fix:
    """The fact of some keys in place of a variable."""
    if variable.kind == "bare-variable":
        text = f"${{{FACTS}{keys}}}"
    else:
        text = f"{'$' if tokens.source(variable).startswith('$') else ''}{FACTS}{keys}"
    return Fix(f"Use ${FACTS}{keys}", (Edit(variable.start, end, text),), "safe" if safety == "safe" else "unsafe")


@cache
def _exempt() -> tuple[str, ...]:
    """How variables begin that are another check's business, as most legacy facts are."""
    legacy = (each.name for each in facts().values() if each.legacy and each.pattern is None and each.name not in LISTS)
    return tuple(f"::{name}" for name in (TRUSTED, FACTS, *legacy))
