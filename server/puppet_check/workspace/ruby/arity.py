"""The number of arguments of a function that takes them as a list, by the checks in its body: `raise(...) if args.size < 2`.

Only top-level guards count, up to the first assignment to the argument list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import tree_sitter

from puppet_check.workspace.ruby.tree import RubyCall, call_of, text

GUARDS = {"if_modifier": True, "if": True, "unless_modifier": False, "unless": False}
"""Kinds of conditional statements, and whether their body runs when the condition is true."""
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}


class Arity:
    """The smallest and the largest number of arguments; `most` is None without a limit."""

    def __init__(self) -> None:
        self.least = 0
        self.most: int | None = None

    def constrain(self, operator: str, number: int) -> None:
        """Restrict the number of arguments by a comparison with a number."""
        if operator in ("==", ">=", ">"):
            self.least = max(self.least, number + (operator == ">"))
        if operator in ("==", "<=", "<"):
            most = number - (operator == "<")
            self.most = most if self.most is None else min(self.most, most)
        if operator == "!=" and number == 0:
            self.least = max(self.least, 1)


def block_arity(call: RubyCall) -> Arity:
    """The arity that the checks in a function's block imply."""
    name = text(call.parameters[0]) if call.parameters else ""
    return arity_of(name, call.block) if name.isidentifier() and call.block is not None else Arity()


def arity_of(name: str, body: Iterable[tree_sitter.Node]) -> Arity:
    """The arity that the checks in a body imply for the argument list with this name."""
    found = Arity()
    condition = re.compile(rf"!?\(?{re.escape(name)}\.(?:(?:size|length|count)\s*([=!<>]=|<|>)\s*(\d+)|(empty\?))\)?")
    for statement in body:
        if statement.type == "assignment" and text(statement.child_by_field_name("left")) == name:
            break
        raises_when = GUARDS.get(statement.type)
        if raises_when is not None and _raises(statement):
            _apply_guard(found, _inner(statement.child_by_field_name("condition")), condition, raises_when=raises_when)
    return found


def _raises(statement: tree_sitter.Node) -> bool:
    body = statement.child_by_field_name("body") or statement.child_by_field_name("consequence")
    if body is None or statement.child_by_field_name("alternative") is not None:
        return False
    inner = [each for each in body.named_children if each.type != "comment"] if body.type == "then" else [body]
    call = call_of(inner[0]) if len(inner) == 1 else None
    return call is not None and call.name in ("raise", "fail") and not call.receiver


def _inner(condition: tree_sitter.Node | None) -> str:
    found = text(condition).strip()
    return found[1:-1].strip() if found.startswith("(") and found.endswith(")") and found.count("(") == 1 else found


def _apply_guard(found: Arity, name: str, condition: re.Pattern[str], *, raises_when: bool) -> None:
    if raises_when:
        alternatives = re.split(r"(?<!\s)\s*&&\s*", name)
        matches = [condition.fullmatch(each) for each in alternatives]
        if len(matches) > 1 and all(each is not None and each.group(1) == "!=" for each in matches):
            numbers = [int(each.group(2)) for each in matches if each is not None]
            found.constrain(">=", min(numbers))
            found.constrain("<=", max(numbers))
            return
        for each in re.split(r"(?<!\s)\s*\|\|\s*", name) if "&&" not in name else ():
            _constrain(found, each, condition, is_opposite=True)
        return
    for each in re.split(r"(?<!\s)\s*&&\s*", name) if "||" not in name else ():
        _constrain(found, each, condition, is_opposite=False)


def _constrain(found: Arity, name: str, condition: re.Pattern[str], *, is_opposite: bool) -> None:
    match = condition.fullmatch(name)
    if match is None:
        return
    is_opposite ^= name.startswith("!")
    operator, number = ("==", 0) if match.group(3) else (match.group(1), int(match.group(2)))
    found.constrain(OPPOSITE[operator] if is_opposite else operator, number)
