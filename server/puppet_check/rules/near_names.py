"""Names that differ by one letter from those that the language or the project has, while a module is missing that might define them.

Without a missing module every unknown name is an error of the evaluation, and so are those slips that leave no doubt. What is left are
names that a module could have, but hardly beside the known one: `regsubstr`, `create_resource`, `Clas['x']`, `OptionalString`. They are
warnings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_check.workspace.elsewhere import is_of_bolt
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES, native_type
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.functions.registry import function_names
from puppet_typesys.issues.evaluation.names import unknown_function, unknown_type_reference
from puppet_typesys.loader import DEFINE, FUNCTION, RESOURCE_TYPE, TYPE, TypedName
from puppet_typesys.spelling import is_mistyped, is_one_letter_off
from puppet_typesys.types.parse import BUILTIN
from puppet_typesys.types.show import capitalize_segments

OF_OTHER_LANGUAGES = {"error": "err", "len": "length", "warn": "warning"}
"""Functions that other languages have under another name."""
TYPES_OF_OTHER_LANGUAGES = {
    "bool": "boolean",
    "dict": "hash",
    "double": "float",
    "int": "integer",
    "list": "array",
    "map": "hash",
    "num": "numeric",
    "number": "numeric",
    "str": "string",
}
"""Data types that other languages have under another name."""  # fmt: skip
OF_BOLT = frozenset(
    """ctrl::do_until ctrl::sleep dir::children file::delete file::exists file::join file::read file::readable file::write log::debug
    log::error log::fatal log::info log::trace log::warn out::message out::verbose prompt::menu system::env""".split()
)
"""The qualified names of Bolt's functions."""
TYPES = (TYPE, DEFINE, RESOURCE_TYPE)
FOLDERS = ("manifests",)
STDLIB = "puppetlabs-stdlib"
SHORTEST_OF_STDLIB = 8
UNWRAP = "unwrap"
LONGEST_REST = 4
"""The number of letters that one of two such functions has more than the other."""
FEWEST_WORDS, MOST_WORDS = 2, 20
"""The number of words in the name of a function that is compared with those of its module."""
SHORTEST = 5
"""The length of the shortest function of which one with another letter is a slip."""


@unknown_function.variant()
def seemingly_unknown_function(name: str) -> str:
    return f"unknown function '{name}'"


@unknown_type_reference.variant()
def seemingly_unknown_type(type: str) -> str:
    return f"unknown type '{type}'"


def _slip_of_bolt(name: str, call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a function of Bolt whose last part is misspelt, unless a module of the project has it."""
    near = [each for each in OF_BOLT if is_mistyped(name, each)]
    if len(near) == 1 and file.known.external.load(TypedName(FUNCTION, name)) is None:
        part = call.functor_expr  # type: ignore[attr-defined]  # of a call
        found = seemingly_unknown_function(name).suggesting(near[0])
        fixes = respelled(file.text, part.start, part.end, name, near[0])
        yield found.at(part.start, part.end, fixes=fixes, severity=Severity.WARNING)


def _slip_of_unwrap(name: str, call: ast.CallMethodExpression, file: File) -> Iterator[Diagnostic]:
    """Report what a plan may call of a sensitive value under nearly the right name."""
    part = call.functor_expr.right_expr
    if is_one_letter_off(name, UNWRAP):
        found = seemingly_unknown_function(name).suggesting(UNWRAP)
        yield found.at(part.start, part.end, fixes=respelled(file.text, part.start, part.end, name, UNWRAP), severity=Severity.WARNING)


STATEMENTS_OF = (ast.Program, ast.BlockExpression, ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.NodeDefinition)
"""What statements stand in."""


@unknown_function.variant()
def type_as_function(name: str) -> str:
    return f"unknown function '{name}'; expected the resource `{name} {{ … }}`"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_function(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a function whose name is nearly that of a known one."""
    name = called(call)
    if "::" in name and name not in OF_BOLT and is_of_bolt(name):
        yield from _slip_of_bolt(name, call, file)
    if not name or "::" in name or name in _functions() or is_of_bolt(name):
        return
    if file.model is None and isinstance(call, ast.CallMethodExpression) and not call.arguments:
        # In a plan, it may be an attribute of an object, such as the result of a task.
        yield from _slip_of_unwrap(name, call, file)
        return
    own = _of_own_module(name, file) or _with_own_words(name, file)
    if (
        own is None
        and native_type(name) is not None
        and _is_statement(call, file)
        and _is_type(name)
        and _is_undecided(FUNCTION, name, file)
    ):
        yield type_as_function(name).at(call.start, call.start + len(name), severity=Severity.WARNING)
        return
    known = own or OF_OTHER_LANGUAGES.get(name) or _near(name, (each for each in _functions() if len(each) >= SHORTEST))
    known = known or _of_stdlib(name, file)
    if known is None or (own is None and not _is_undecided(FUNCTION, name, file)):
        return
    part = call.functor_expr.right_expr if isinstance(call, ast.CallMethodExpression) else call.functor_expr  # type: ignore[attr-defined]  # the functor of a method is an access
    fixes = respelled(file.text, part.start, part.end, name, known)
    found = seemingly_unknown_function(name).suggesting(known)
    yield found.at(part.start, part.end, fixes=fixes, severity=Severity.WARNING)


def _of_stdlib(name: str, file: File) -> str | None:
    """The only function of stdlib whose last word a name abbreviates or continues: `validate_bool` for `validate_boolean`."""
    if "_" not in name or len(name) < SHORTEST_OF_STDLIB:
        return None
    interface = file.known.loader.interfaces.any_release(STDLIB)
    known = () if interface is None else interface.names(FUNCTION)
    near = [each for each in known if "_" in each and 1 < abs(len(each) - len(name)) <= LONGEST_REST and _begins(name, each)]
    return near[0] if len(near) == 1 else None


def _begins(one: str, other: str) -> bool:
    """Whether one of two names is the beginning of the other, up to a part of its last word."""
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= SHORTEST_OF_STDLIB and longer.startswith(shorter) and "_" not in longer[len(shorter) :]


def _is_statement(call: ast.Expression, file: File) -> bool:
    """Whether a call without a receiver is not the value of something, for which a resource would be no use."""
    return isinstance(call, ast.CallNamedFunctionExpression) and isinstance(file.parents.get(call), STATEMENTS_OF)


def _is_type(name: str) -> bool:
    """Whether the name of a built-in resource type is that of a function of no known module."""
    from puppet_check.workspace.interfaces.file import bundled_modules  # only for a name that seems unknown

    return not bundled_modules(TypedName(FUNCTION, name))


def _of_own_module(name: str, file: File) -> str | None:
    """The function of the file's module of this name, which was called without the module, if no other module is known to have it."""
    module, loader = file.known.project.module_of(file.path), file.known.external
    short, typed = "" if module is None else module.name, TypedName(FUNCTION, name)
    if not short or loader.load(TypedName(FUNCTION, f"{short}::{name}")) is None or loader.load(typed) is not None:
        return None
    is_elsewhere = any(each.partition("-")[2] != short for each in file.known.loader.interfaces.modules_with(typed))
    return None if loader.is_complete(typed) or is_elsewhere else f"{short}::{name}"


def _with_own_words(name: str, file: File) -> str | None:
    """The only function of the file's module with one inner word more or less than a name that no other module is known to have.

    A function with a word more in front or at the end is another one, as `get_user_home` is beside `get_user`.
    """
    module, words = file.known.project.module_of(file.path), name.split("_")
    if module is None or not FEWEST_WORDS <= len(words) <= MOST_WORDS or not _is_undecided(FUNCTION, name, file):
        return None
    near = {
        each
        for each in file.known.loader.likely_names(FUNCTION)
        if "_" in each and abs(each.count("_") + 1 - len(words)) == 1 and _lacks_a_word(*sorted((words, each.split("_")), key=len))
    }
    return near.pop() if len(near) == 1 and _is_of_module(next(iter(near)), module.folder, file) else None


def _lacks_a_word(shorter: list[str], longer: list[str]) -> bool:
    """Whether a list, of at least two words, is another without one of its inner words."""
    return len(shorter) > 1 and any(longer[:at] + longer[at + 1 :] == shorter for at in range(1, len(longer) - 1))


def _is_of_module(name: str, folder: str, file: File) -> bool:
    """Whether a function is defined in a folder."""
    found = file.known.external.load(TypedName(FUNCTION, name))
    return found is not None and found.place.path.startswith(f"{folder}/")


@rule(on=ast.AccessExpression, whole=True)
def check_reference(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report a reference whose type is nearly a known one."""
    kind = node.left_expr
    if not isinstance(kind, ast.QualifiedReference) or "::" in kind.value or kind.value in BUILTIN or kind.value in NAMES:
        return
    if any(isinstance(each, ast.LiteralString) and each.value in file.declared_titles for each in node.keys):
        return  # `misspelt_type` knows more: the type of the resource with that title.
    if any(file.known.external.load(TypedName(each, kind.value)) is not None for each in TYPES):
        return
    known = _near(kind.value, [*BUILTIN, *NAMES]) or _near_elsewhere(kind.value, node.keys, file)
    if known is None or not is_unknown_type(kind.value, file):
        return
    written = known.capitalize()
    fixes = respelled(file.text, kind.start, kind.end, kind.cased_value, written)
    found = seemingly_unknown_type(kind.cased_value).suggesting(written)
    yield found.at(kind.start, kind.end, fixes=fixes, severity=Severity.WARNING)


@rule(on=ast.Parameter, whole=True)
def check_declared_type(parameter: ast.Parameter, file: File) -> Iterator[Diagnostic]:
    """Report a type of another language, and one that is two data types without the bracket between them: `OptionalString`."""
    yield from _types_of_other_languages(parameter, file)
    kind = parameter.type_expr
    if not isinstance(kind, ast.QualifiedReference) or "::" in kind.value or kind.value in BUILTIN or kind.value in NAMES:
        return
    pairs = [(each, kind.value.removeprefix(each)) for each in BUILTIN if kind.value.startswith(each)]
    meant = [f"{outer.capitalize()}[{inner.capitalize()}]" for outer, inner in pairs if inner in BUILTIN]
    if len(meant) == 1 and is_unknown_type(kind.value, file):
        fix = Fix(f"Change to '{meant[0]}'", (Edit(kind.start, kind.end, meant[0]),), "unsafe")
        found = seemingly_unknown_type(kind.cased_value).suggesting(meant[0])
        yield found.at(kind.start, kind.end, fixes=(fix,), severity=Severity.WARNING)


def _types_of_other_languages(parameter: ast.Parameter, file: File) -> Iterator[Diagnostic]:
    for each in () if parameter.type_expr is None else ast.of_class(parameter.type_expr, ast.QualifiedReference):
        known = TYPES_OF_OTHER_LANGUAGES.get(each.value)
        if known is not None and is_unknown_type(each.value, file):
            fixes = respelled(file.text, each.start, each.end, each.cased_value, known.capitalize())
            found = seemingly_unknown_type(each.cased_value).suggesting(known.capitalize())
            yield found.at(each.start, each.end, fixes=fixes, severity=Severity.WARNING)


@rule(on=(ast.IfExpression, ast.UnlessExpression), whole=True)
def check_guard(node: ast.IfExpression | ast.UnlessExpression, file: File) -> Iterator[Diagnostic]:
    """Report an unknown type that `defined` asks for before a resource of the same title whose type ends with that name is declared."""
    test: ast.Expression = node.test
    while isinstance(test, ast.ParenthesizedExpression | ast.NotExpression):
        test = test.expr
    asked = arguments(test) if called(test) == "defined" else ()
    if len(asked) != 1 or not isinstance(asked[0], ast.AccessExpression) or not isinstance(asked[0].left_expr, ast.QualifiedReference):
        return
    kind, keys = asked[0].left_expr, asked[0].keys
    if "::" in kind.value or kind.value in BUILTIN or kind.value in NAMES or len(keys) != 1 or node.then_expr is None:
        return
    title = file.source(keys[0])
    meant = {
        each.type_name.value.removeprefix("::")
        for each in ast.of_class(node.then_expr, ast.ResourceExpression)
        if isinstance(each.type_name, ast.QualifiedName) and any(file.source(body.title) == title for body in each.bodies)
    }
    near = [each for each in meant if each.rpartition("::")[2] == kind.value.lower() and "::" in each]
    if len(near) == 1 and len(meant) == 1 and is_unknown_type(kind.value, file):
        written = capitalize_segments(near[0])
        fixes = respelled(file.text, kind.start, kind.end, kind.cased_value, written)
        found = seemingly_unknown_type(kind.cased_value).suggesting(written)
        yield found.at(kind.start, kind.end, fixes=fixes, severity=Severity.WARNING)


def _near_elsewhere(name: str, titles: Sequence[ast.Expression], file: File) -> str | None:
    """The type that the manifests of the module name with the same title, if that is nearly the name."""
    module = file.known.project.module_of(file.path)
    title = titles[0].value if titles and isinstance(titles[0], ast.LiteralString) else ""
    if module is None or not title:
        return None
    file.known.world.ask_below(module.folder, FOLDERS)
    named = re.compile(rf"\b([a-z]\w*)\s*[\[{{]\s*['\"]{re.escape(title)}['\"]", re.IGNORECASE)
    uses = Counter(type.lower() for text in texts(file.known.disk, module.folder, FOLDERS) for type in named.findall(text))
    return _near(name, uses) if uses[name] == 1 else None


def _near(name: str, known: Iterable[str]) -> str | None:
    """The only known name that one differs from by a letter."""
    near = {each for each in known if is_one_letter_off(name, each)}
    return near.pop() if len(near) == 1 else None


@cache
def _functions() -> frozenset[str]:
    return frozenset(function_names())


def is_unknown_type(name: str, file: File) -> bool:
    """The same for a type, which may be of several kinds."""
    undecided = [each for each in TYPES if not file.known.external.is_complete(TypedName(each, name))]
    return bool(undecided) and all(_is_undecided(each, name, file) for each in undecided)


def _is_undecided(kind: str, name: str, file: File) -> bool:
    """Whether no file defines a name, no published module has it, and the evaluation takes it for one of a missing module."""
    typed = TypedName(kind, name)
    loader = file.known.external
    if loader.load(typed) is not None or loader.is_complete(typed):
        return False
    if name in file.known.project.missing or file.known.loader.interfaces.is_known_elsewhere(typed):
        return False
    own = map(str.lower, file.defined_names)
    return name not in own
