"""Words that are not states of files as their `ensure`, which takes every other word for the path of a link: `ensure => installed`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.infer.issues import wrong_value
from puppet_typesys.spelling import is_mistyped, is_one_letter_off

PRESENT = frozenset(("created", "enabled", "exist", "exists", "held", "installed", "latest", "mounted", "running"))
ABSENT = frozenset(("disabled", "deleted", "purged", "removed", "stopped", "uninstalled", "unmounted"))
"""Words for states of resources, hardly ever the names of files beside a link."""
STATES = ("absent", "directory", "file", "link", "present")
OTHER_WORDS = {"dir": "directory", "folder": "directory", "hardlink": "link", "softlink": "link", "symlink": "link"}
"""What else the states of files are called."""
SHORTEST = 4
"""The length of the shortest words of which one with other letters is a slip."""
LONG = 6
"""The length of the shortest states that a word which lacks any letter stands for."""


@wrong_value.variant()
def state_as_link(state: str) -> str:
    return f"'{state}' makes the file a link to a file of that name beside it; expected one of absent, present, file, directory, link"


@wrong_value.variant()
def unknown_state(state: str) -> str:
    return f"'{state}' is not a state of a file; expected one of absent, present, file, directory, link, or the path that a link has"


@rule(on=ast.ResourceExpression, whole=True)
def check_ensure(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report a state that files do not have."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value.removeprefix("::") != "file":
        return
    with_target = {body for body in node.bodies if any(map(_may_be_target, body.operations))}
    is_shared = any(isinstance(body.title, ast.LiteralDefault) for body in with_target)
    for body in node.bodies:
        given = {each.attribute_name: each for each in body.operations if isinstance(each, ast.AttributeOperation)}
        value = given["ensure"].value_expr if "ensure" in given else None
        if isinstance(value, ast.LiteralBoolean) and value.value and body not in with_target and not file.has_finding_in(given["ensure"]):
            yield state_as_link("true").at(value.start, value.end, severity=Severity.WARNING)
        elif isinstance(value, ast.LiteralString | ast.QualifiedName) and not file.has_finding_in(given["ensure"]):
            has_target = is_shared or body in with_target or (isinstance(body.title, ast.LiteralDefault) and bool(with_target))
            yield from _check(value.value, value, file, has_target=has_target)


def _may_be_target(given: ast.Node) -> bool:
    """Whether an attribute is the target of a link, or may be one."""
    return not isinstance(given, ast.AttributeOperation) or given.attribute_name == "target"


def _check(state: str, value: ast.Expression, file: File, *, has_target: bool) -> Iterator[Diagnostic]:
    """The finding about a word; a target that is given takes the place of the word."""
    if state in PRESENT | ABSENT:
        meant, message = "present" if state in PRESENT else "absent", state_as_link(state)
    elif not has_target and (near := OTHER_WORDS.get(state) or _near(state)) is not None:
        meant, message = near, unknown_state(state)
    else:
        return
    fixes = respelled(file.text, value.start, value.end, state, meant)
    yield message.suggesting(meant).at(value.start, value.end, fixes=fixes, severity=Severity.WARNING)


def _near(state: str) -> str | None:
    """The only state that a word differs from by a slip."""
    is_slip = {each: is_one_letter_off if len(each) >= LONG else is_mistyped for each in STATES}
    near = [each for each in STATES if len(state) >= SHORTEST and state != each and is_slip[each](state, each)]
    return near[0] if len(near) == 1 else None
