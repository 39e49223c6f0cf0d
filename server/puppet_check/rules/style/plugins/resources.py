"""Resources of `anchor`, `exec`, `file` and `package` whose attributes are of doubtful use."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

CONDITIONS = frozenset(("creates", "onlyif", "refreshonly", "unless"))
"""The attributes that decide whether a command is run."""
STRINGS = ("name", "single", "double")


@style_issue()
def anchor_resource() -> str:
    """Resource of type `anchor`"""
    return "`anchor` resource; `contain` keeps the order of classes without it"


@style_issue()
def exec_idempotency() -> str:
    """`exec` that runs its command each time"""
    return "this `exec` runs each time; expected `creates`, `onlyif`, `unless` or `refreshonly`"


@style_issue()
def file_ensure() -> str:
    """`ensure => present` for a file"""
    return "`present` accepts a file, a directory and a link; expected the one that is meant"


@style_issue()
def package_ensure() -> str:
    """`ensure => latest` for a package"""
    return "`latest` upgrades the package at any time; expected `installed` or a version"


@style(on=Tokens)
def check_anchors(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the type of anchors, once for all resources in the same braces."""
    for type in {each.type.index: each.type for each in file.resources if each.type.value == "anchor"}.values():
        yield anchor_resource().at(type.start, type.end)


@style(on=Tokens)
def check_commands(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report `exec` without a condition, unless attributes come from a hash."""
    for each in file.resources:
        if each.type.value == "exec" and not any(_decides(token, tokens) for token in each.tokens):
            colon = each.tokens[0]
            yield exec_idempotency().at(colon.start, colon.end)


def _decides(token: Token, tokens: Tokens) -> bool:
    """Whether a token is the name of an attribute that may be a condition."""
    if token.kind != "*" and token.value not in CONDITIONS:
        return False
    following = tokens.next_code(token)
    return following is not None and following.kind == "=>"


@style(on=Tokens)
def check_ensure(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the values of `ensure`. What is on the disk may not be a file, so the fixes are not safe."""
    for each in file.resources:
        if each.type.value not in ("file", "package"):
            continue
        names = {name.value: name for name in reversed(each.attributes)}
        value = _value(names["ensure"], tokens) if "ensure" in names else None
        if value is None:
            continue
        if each.type.value == "file" and value.value == "present":
            yield file_ensure().at(value.start, value.end, fixes=_replaced(value, "link" if "target" in names else "file"))
        if each.type.value == "package" and value.value == "latest":
            yield package_ensure().at(value.start, value.end, fixes=_replaced(value, "installed"))


def _value(name: Token, tokens: Tokens) -> Token | None:
    """The string that is the value of an attribute."""
    arrow = tokens.next_code(name)
    value = None if arrow is None else tokens.next_code(arrow)
    return value if value is not None and value.kind in STRINGS else None


def _replaced(value: Token, text: str) -> tuple[Fix, ...]:
    quote = 0 if value.kind == "name" else 1
    return (Fix(f"Use {text}", (Edit(value.start + quote, value.end - quote, text),)),)
