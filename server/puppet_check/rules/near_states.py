"""Words beside `ensure` that are no state of the resource, where Puppet takes any word for a version, or nothing says what is accepted.

`package { 'a': ensure => running }` asks for a version of that name. What differs from `present` or `absent` by a letter is a slip
whatever the type is; the evaluation reports what a type refuses, and `file_states` the words of files.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.infer.issues import wrong_value
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TypedName
from puppet_typesys.spelling import is_one_letter_off

STATES = ("absent", "present")
OF_PACKAGES = ("absent", "installed", "latest", "present", "purged")
OF_OTHERS = {
    **dict.fromkeys(("create", "created", "exist", "exists", "install", "running", "started"), "installed"),
    **dict.fromkeys(("delete", "deleted", "remove", "removed", "stopped", "uninstall", "uninstalled"), "absent"),
    **dict.fromkeys(("newest", "update", "updated", "upgrade", "upgraded"), "latest"),
}
"""Words for states that packages do not have; no version is one of them. Each has what may be meant."""
WORDS = frozenset(("preset", "prevent"))
"""Words that only look like a state."""
OTHER_RULES = frozenset(("class", "file"))


@wrong_value.variant()
def seemingly_no_state(state: str) -> str:
    return f"'{state}' is not a known state"


@wrong_value.variant()
def state_as_version(state: str) -> str:
    return f"'{state}' is taken for a version of the package; expected one of installed, absent, latest, purged, or a version"


@rule(on=ast.ResourceExpression, whole=True)
def check_ensure(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report a misspelt state, and a word that is no state of a package."""
    if not isinstance(node.type_name, ast.QualifiedName):
        return
    type = node.type_name.value.removeprefix("::")
    for body in node.bodies if type not in OTHER_RULES else ():
        for each in body.operations:
            if isinstance(each, ast.AttributeOperation) and each.attribute_name == "ensure" and not file.has_finding_in(each):
                yield from _check(type, each.value_expr, file)


def _check(type: str, value: ast.Expression, file: File) -> Iterator[Diagnostic]:
    if not isinstance(value, ast.LiteralString | ast.QualifiedName):
        return
    state, is_package = value.value, type == "package"
    if not state.isalpha() or state in (*OF_PACKAGES, *WORDS):
        return
    near = [each for each in (OF_PACKAGES if is_package else STATES) if is_one_letter_off(state.lower(), each)]
    meant = OF_OTHERS.get(state) if is_package else None
    if meant is None and (len(near) != 1 or not (is_package or _takes_anything(type, file))):
        return
    message = state_as_version(state) if is_package else seemingly_no_state(state)
    meant = meant or near[0]
    fixes = respelled(file.text, value.start, value.end, state, meant)
    yield message.suggesting(meant).at(value.start, value.end, fixes=fixes, severity=Severity.WARNING)


def _takes_anything(type: str, file: File) -> bool:
    """Whether nothing says which states a type has: that of a module that is not there, or a define whose parameter has no type."""
    if native_type(type) is not None or file.known.external.load(TypedName(RESOURCE_TYPE, type)) is not None:
        return False
    define = file.known.external.load(TypedName(DEFINE, type))
    return define is None or any(each.name == "ensure" and each.type is None for each in define.parameters)
