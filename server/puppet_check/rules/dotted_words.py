"""Words with dots, which call functions, and keys with capitals, which are types: texts without quotes, variables without their dollar, and
parts of facts.

`graphite.example.com` calls a function `example`, `changes.empty` asks whether the word is empty, and `"${facts.os.family}"` calls a
function `os`. A word before a dot is hardly ever meant as a string, so a function that no known module has shows a text without quotes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.rules.bare_word import bare_word, is_of_no_type, unquoted_text
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.unknown_fact import TRUSTED_KEYS, parts_of
from puppet_check.workspace.elsewhere import is_of_bolt
from puppet_grammar import ast
from puppet_typesys.builtins.facts import fact
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.builtins.value_reads import FACTS, TRUSTED
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity
from puppet_typesys.functions.registry import function_names
from puppet_typesys.issues.evaluation.names import unknown_function
from puppet_typesys.loader import FUNCTION, RESOURCE_TYPE, TypedName
from puppet_typesys.types.parse import BUILTIN

OF_PUPPET = frozenset(("class", "resource"))
"""Types of references that are neither data types nor resource types."""

EXTENSIONS = frozenset(
    """bak cfg cnf conf config crt csr csv deb erb html ini jar json jks log pem php pid pl pp properties ps1 py rb repo rpm service sh sock
    socket sql tar tgz txt war xml yaml yml zip""".split()
)
"""Extensions of files that no function is called like."""


@bare_word.variant()
def dotted_text(text: str) -> str:
    return f"`{text}` calls functions; expected the string '{text}' in quotes"


@bare_word.variant()
def unquoted_key(key: str) -> str:
    return f"`{key}` calls a function; expected the key '{key}' in quotes"


@unknown_function.variant()
def part_as_function(name: str, path: str) -> str:
    return f"unknown function '{name}'; expected `{path}`"


@unknown_function.variant()
def extension_as_function(name: str, written: str) -> str:
    return f"unknown function '{name}'; expected `{written}`"


@rule(on=ast.CallMethodExpression, whole=True)
def check_first(call: ast.CallMethodExpression, file: File) -> Iterator[Diagnostic]:
    """Report the first of the calls that follow each other, by what stands before it."""
    first = call.functor_expr.left_expr
    if isinstance(first, ast.QualifiedName):
        yield from _check_word(first, call, file)
    elif isinstance(first, ast.VariableExpression):
        yield from _check_variable(first, call, file)
        yield from _check_extension(first, call, file)


def _check_extension(variable: ast.VariableExpression, call: ast.CallMethodExpression, file: File) -> Iterator[Diagnostic]:
    """Report the extension of a file in the braces of an interpolation."""
    around, extension = file.parents.get(call), call.functor_expr.right_expr
    if not isinstance(around, ast.TextExpression) or not isinstance(extension, ast.QualifiedName) or extension.value not in EXTENSIONS:
        return
    if call.arguments or call.lambda_ is not None or call.paren_start is not None or _may_be_function(extension.value, file):
        return
    if "." in file.source(around)[len(f"${{{variable.name}.") :] or file.has_finding_in(call):
        return
    written = f"${{{variable.name}}}.{extension.value}"
    fixes = (Fix(f"Change to {written}", (Edit(around.start, around.end, written),)),)
    yield extension_as_function(extension.value, written).at(extension.start, extension.end, fixes=fixes, severity=Severity.WARNING)


@rule(on=ast.KeyedEntry, whole=True)
def check_key(node: ast.KeyedEntry, file: File) -> Iterator[Diagnostic]:
    """Report a key that is words with dots between them, or begins with a capital and is no data type."""
    inner: ast.Expression = node.key
    if isinstance(inner, ast.QualifiedReference) and _is_key(inner, file):
        quoted = Fix("Add quotes", (Edit(inner.start, inner.end, f"'{inner.cased_value}'"),))
        yield unquoted_text(inner.cased_value).at(inner.start, inner.end, fixes=(quoted,))
    while isinstance(inner, ast.CallMethodExpression) and not inner.arguments and inner.lambda_ is None and inner.paren_start is None:
        inner = inner.functor_expr.left_expr
    if isinstance(inner, ast.QualifiedName) and inner is not node.key:
        text = file.source(node.key)
        if not any(map(str.isspace, text)):
            quoted = Fix("Add quotes", (Edit(node.key.start, node.key.end, f"'{text}'"),))
            yield unquoted_key(text).at(node.key.start, node.key.end, fixes=(quoted,))


def _check_word(word: ast.QualifiedName, call: ast.CallMethodExpression, file: File) -> Iterator[Diagnostic]:
    if is_in_scope(word.value, word, file):
        yield bare_word(word.value).at(word.start, word.end, fixes=(Fix(f"Change to ${word.value}", (Edit(word.start, word.start, "$"),)),))
        return
    calls = _plain_calls(call, file)
    if not calls or all(_may_be_function(_name(each), file) for each in calls) or file.has_finding_in(calls[-1]):
        return
    whole, around = calls[-1], file.parents.get(calls[-1])
    text = file.source(whole)
    if any(map(str.isspace, text)) or (isinstance(around, ast.KeyedEntry) and around.key is whole):
        return  # Keys are reported by another rule.
    fix = Fix("Add quotes", (Edit(whole.start, whole.end, f"'{text}'"),))
    yield dotted_text(text).at(whole.start, whole.end, fixes=(fix,))


def _check_variable(variable: ast.VariableExpression, call: ast.CallMethodExpression, file: File) -> Iterator[Diagnostic]:
    """Report parts of a fact after dots, as Hiera data have them."""
    name = variable.name.removeprefix("::")
    called = call.functor_expr.right_expr
    if not isinstance(called, ast.QualifiedName) or not is_part(name, called.value) or _may_be_function(called.value, file):
        return
    calls = _plain_calls(call, file)
    if not calls or name in file.assignments or is_in_scope(name, variable, file) or file.has_finding_in(calls[-1]):
        return
    keys = "".join(f"['{_name(each)}']" for each in _parts(name, calls))
    last = calls[len(_parts(name, calls)) - 1]
    fix = Fix("Use brackets", (Edit(variable.end, last.end, keys),))
    found = part_as_function(called.value, f"${variable.name}{keys}")
    yield found.at(called.start, called.end, fixes=(fix,), severity=Severity.WARNING)


def is_part(variable: str, name: str) -> bool:
    """Whether the value of a variable of the top scope has a part."""
    if variable == FACTS:
        return fact(name) is not None
    if variable == TRUSTED:
        return name in TRUSTED_KEYS
    return name in parts_of(variable, ())


def _parts(variable: str, calls: Sequence[ast.CallMethodExpression]) -> Sequence[ast.CallMethodExpression]:
    """The calls up to the first whose function Puppet has, which may be meant."""
    known = function_names()
    end = next((index for index, each in enumerate(calls) if index and _name(each) in known), len(calls))
    return calls[:end]


def _plain_calls(call: ast.CallMethodExpression, file: File) -> list[ast.CallMethodExpression]:
    """A call and those that follow it, as long as they are words alone."""
    calls: list[ast.CallMethodExpression] = []
    while not call.arguments and call.lambda_ is None and call.paren_start is None:
        calls.append(call)
        access = file.parents.get(call)
        around = file.parents.get(access) if isinstance(access, ast.NamedAccessExpression) else None
        if not isinstance(around, ast.CallMethodExpression) or around.functor_expr is not access:
            return calls
        call = around
    return []


def _name(call: ast.CallMethodExpression) -> str:
    name = call.functor_expr.right_expr
    return name.value if isinstance(name, ast.QualifiedName) else ""


def _may_be_function(name: str, file: File) -> bool:
    """Whether Puppet or a known module has a function."""
    return not name or name in function_names() or file.known.external.load(TypedName(FUNCTION, name)) is not None


def is_in_scope(name: str, node: ast.Node, file: File) -> bool:
    """Whether a variable is set before a node, in the definition or a lambda around it."""
    around = file.parents.get(node)
    while around is not None:
        if isinstance(around, ast.NamedDefinition | ast.LambdaExpression):
            if any(each.name == name and each.end <= node.start for each in around.parameters):
                return True
            if isinstance(around, ast.NamedDefinition):
                return any(around.start <= each.start and each.end <= node.start for each in file.assignments.get(name, ()))
        around = file.parents.get(around)
    return False


def _is_key(reference: ast.QualifiedReference, file: File) -> bool:
    """Whether a key with a capital is the name of no type that is known, nor, as those of modules, has an underscore."""
    from puppet_check.workspace.interfaces.file import bundled_modules  # few keys are types

    name = reference.value.removeprefix("::")
    if "::" in name or "_" in name or name in BUILTIN or name in OF_PUPPET or is_of_bolt(name) or file.has_finding_in(reference):
        return False
    if native_type(name) is not None or _is_in_alias(reference, file):
        return False
    return is_of_no_type(name, file) and not bundled_modules(TypedName(RESOURCE_TYPE, name))


def _is_in_alias(node: ast.Node, file: File) -> bool:
    """Whether a node is a part of a type: a TypeSet has names of types as keys."""
    around = file.parents.get(node)
    while around is not None and not isinstance(around, ast.TypeAlias):
        around = file.parents.get(around)
    return around is not None
