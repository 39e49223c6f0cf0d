"""Completion in expressions: variables, keys, functions, data types, values of the expected type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from puppet_check.features.completion.expected import Variables, expected_type, expression_type, words_of
from puppet_check.features.completion.facts import dotted_keys, facts_of_modules
from puppet_check.features.completion.items import Item, escaped
from puppet_check.features.completion.likely import FITTING, values_used
from puppet_check.features.completion.names import CLASS, Clock, known_functions, manifests, resource_types
from puppet_check.features.completion.names import data_types as all_data_types
from puppet_check.features.completion.names import functions as all_functions
from puppet_check.features.completion.receivers import fit
from puppet_check.features.completion.resources import value_about
from puppet_check.features.completion.slot import Slot
from puppet_check.features.completion.usual import order, uses
from puppet_check.features.describe.runs import parameters
from puppet_check.features.describe.signatures import shortest
from puppet_check.features.describe.template_parameters import TemplateParameter, template_parameters
from puppet_check.features.describe.variables import keys_of, type_of_variable
from puppet_check.features.view import View
from puppet_check.semantics.calls import arguments, called, run_around
from puppet_check.semantics.node_context import attribute_owner
from puppet_check.semantics.value_paths import value_path
from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_grammar.parse import Mode
from puppet_grammar.text import Text
from puppet_typesys.builtins.argument_roles import Role, role_of
from puppet_typesys.builtins.texts import function as function_text
from puppet_typesys.builtins.value_reads import FACTS
from puppet_typesys.loader import CLASS as CLASS_KIND
from puppet_typesys.loader import FUNCTION, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import is_assignable

LITERALS = ("true", "false", "undef", "default")
BLOCKS = frozenset(
    "each map filter reduce any all with then lest tap group_by partition flat_map index tree_each slice step reverse_each".split()
)
ITERATING = BLOCKS - {"with", "then", "lest"}
"""The methods of arrays and hashes only."""
WITHOUT_RESULT = ("each", "reverse_each")
"""The methods that give their receiver."""


def variables(view: View, found: Variables, mark: str, wanted: Type | None, scores: dict[str, float]) -> Iterator[Item]:
    """The variables in scope, those that cannot have the expected type last."""
    for variable in filter(lambda each: each.name, found.values()):
        kind = type_of_variable(view, variable)
        rank = 3
        score = scores.get(variable.name, 0)
        if wanted is not None and kind is not None:
            rank = 6 if disjoint(wanted, kind) else 3
            score += FITTING if is_assignable(wanted, kind) else 0
        # The type of all facts is long, and not useful as text.
        detail = variable.about if kind is None or (variable.node is None and variable.about) else shortest(kind)
        about = f"variable:{variable.name}" if variable.node is None else None
        yield Item(
            f"{mark}{variable.name}",
            "parameter" if variable.is_parameter else "variable",
            detail,
            escaped(f"{mark}{variable.name}"),
            rank,
            about,
            order=order(score),
        )


def class_variables(view: View, word: str, clock: Clock) -> Iterator[Item]:
    """Qualified variables (`$class::var`): the variables of the given class, and the classes in its namespace."""
    owner, _, _ = word.removeprefix("$").rpartition("::")
    colons = "::" if owner.startswith("::") else ""
    name = owner.removeprefix("::")
    data = view.known.loader.load(TypedName(CLASS_KIND, name.lower()))
    if data is not None:
        for each in data.parameters:
            label = f"${colons}{data.name}::{each.name}"
            yield Item(label, "parameter", each.type or "", escaped(label), 0, f"class variable:{data.name}::{each.name}")
        for variable in data.variables:
            label = f"${colons}{data.name}::{variable}"
            yield Item(label, "variable", f"variable of {data.name}", escaped(label), 1, f"class variable:{data.name}::{variable}")
    for below in manifests(CLASS, f"{name}::", view.known, clock):
        yield Item(f"${colons}{below}::", "class", "class", escaped(f"${colons}{below}::"), 4, f"class:{below}")


def keys(view: View, left: ast.Expression, found: Variables, quoted: bool) -> Iterator[Item]:
    """The known keys of a hash."""
    read = value_path(left)
    path = None if read is None or read.variable != FACTS else read.names
    for each in keys_of(expression_type(view, left, found)):
        about = None if path is None else f"fact:{'.'.join([*path, each.name])}"
        yield Item(each.name if quoted else f"'{each.name}'", "key", shortest(each.value), rank=0, about=about, filter=each.name)


def keys_of_code(view: View, code: str, found: Variables, quoted: bool) -> Iterator[Item]:
    """The known keys of a hash that is given as code, such as `$facts['os']`."""
    program, _ = read(Text(code.encode()), Mode())
    left = program.body.statements[0] if isinstance(program.body, ast.BlockExpression) else program.body
    if isinstance(left, ast.VariableExpression | ast.AccessExpression):
        yield from keys(view, left, found, quoted)


def dotted_facts(view: View, word: str, prefix: str) -> Iterator[Item]:
    """Facts in dotted notation after a prefix: `facts.os.family`."""
    if word.startswith(prefix):
        for each in dotted_keys(view, FACTS, [], word.removeprefix(prefix)):
            yield each._replace(label=f"{prefix}{each.label}")
        yield from (each._replace(label=f"{prefix}{each.label}", filter=None) for each in facts_of_modules(view, quoted=True))


def entry_keys(view: View, slot: Slot, found: Variables) -> Iterator[Item]:
    """The keys of a hash whose expected type is a Struct, or the parameters of what a call of `epp` or `run_task` names."""
    literal = slot.path[-3]
    given = {getattr(each.key, "value", None) for each in literal.entries} if isinstance(literal, ast.LiteralHash) else set()
    elements = [(each.name, shortest(each.value), each.is_optional) for each in keys_of(expected_type(view, slot, found))]
    quoted = not isinstance(slot.node, ast.QualifiedName)
    run = run_around(slot.path) if view.mode.tasks else None
    if run is not None:
        elements += [(each.name, each.type, not each.is_required) for each in parameters(run[0], run[1], view.known)]
    for name, detail, optional in (*elements, *_template_parameters(view, slot)):
        if name not in given:
            label = name if quoted else f"'{name}'"
            yield Item(label, "key", detail, None if quoted else f"'{name}' => $0", 1 if optional else 0, filter=name)


def arguments_of_run(view: View, slot: Slot) -> Iterator[Item]:
    """The parameters of the task or plan that a call runs, each as an argument."""
    run = run_around(slot.path)
    given = {
        each.key.value
        for node in slot.path
        for each in ast.walk(node)
        if isinstance(each, ast.KeyedEntry) and isinstance(each.key, ast.LiteralString)
    }
    for each in parameters(run[0], run[1], view.known) if run is not None else ():
        if each.name not in given:
            yield Item(f"'{each.name}'", "key", each.type, f"'{each.name}' => $0", 0 if each.is_required else 1, filter=each.name)


def _template_parameters(view: View, slot: Slot) -> list[TemplateParameter]:
    """The parameters of the template that a call passes a hash to."""
    call = next((each for each in reversed(slot.path) if role_of(called(each), 1) is Role.PARAMETERS), None)
    first = arguments(call)[0] if call is not None else None
    return template_parameters(first.value, view.known) if isinstance(first, ast.LiteralString) else []


def functions(view: View, word: str) -> Iterator[Item]:
    """The functions."""
    counts, clock = uses("function"), Clock() if "::" in word else None
    for name in all_functions(word.lower().removeprefix("::"), view.known):
        yield Item(
            name,
            "function",
            _summary(name),
            f"{name}($0)",
            4,
            f"function:{name}",
            deprecated=_is_deprecated(view, name, clock),
            order=order(counts.get(name, 0)),
        )


def _is_deprecated(view: View, name: str, clock: Clock | None) -> bool:
    """Whether the documentation of a function of a module says that it is deprecated; files are read as long as a clock allows."""
    if "::" not in name:
        return False
    found = [*known_functions(name, view.known)]
    if not found and clock is not None and not clock.is_over():
        found = [*view.known.loader.load_all(TypedName(FUNCTION, name))]
    return any(each.deprecated is not None for each in found)


def methods(view: View, word: str, receiver: Type | None, *, is_value: bool) -> Iterator[Item]:
    """The functions as methods of the receiver before the dot, those that do not accept it last.

    `is_value` says whether the result is used.
    """
    clock = Clock() if "::" in word else None
    is_plain = isinstance(_resolved(receiver), PLAIN)
    counts = dict(uses("method"))
    for name in ITERATING if is_plain else WITHOUT_RESULT if is_value else ():
        counts[name] = 0
    for name in all_functions(word.lower().removeprefix("::"), view.known):
        call = " |\\$${1:x}| { $0 }" if name.rpartition("::")[2] in BLOCKS else "$0"
        fitting = fit(name, receiver)
        score = order(counts.get(name, 0) + (fitting or 0))
        deprecated = _is_deprecated(view, name, clock)
        rank = 8 if fitting is None else 4
        yield Item(name, "function", _summary(name), name + call, rank, f"function:{name}", deprecated=deprecated, order=score)


PLAIN = (model.String, model.Enum, model.Pattern, model.Boolean, model.Sensitive, model.Integer, model.Float, model.Numeric)
"""The types of values that have no elements."""


def _resolved(kind: Type | None) -> Type | None:
    """The type that an alias or an optional type stands for; an alias may stand for an optional type of itself."""
    seen: set[int] = set()
    while isinstance(kind, model.TypeAlias | model.Optional | model.NotUndef) and id(kind) not in seen:
        seen.add(id(kind))
        kind = kind.resolved if isinstance(kind, model.TypeAlias) else kind.type if isinstance(kind.type, Type) else None
    return kind


def _summary(name: str) -> str:
    text = function_text(name)
    return "function" if text is None else text.summary


def data_types(view: View, word: str, clock: Clock) -> Iterator[Item]:
    """Data types, and resource types as references."""
    for name in all_data_types(word, view.known, clock):
        yield Item(name, "type", "data type", rank=3, about=f"type:{name}")
    yield from references(view, word)


def references(view: View, word: str) -> Iterator[Item]:
    """References to resources and classes."""
    for name, origin in resource_types(word.lower(), view.known):
        shown = "::".join(part.capitalize() for part in name.split("::"))
        yield Item(shown, "reference", origin, f"{shown}['$1']$0", 4, f"resource_type:{name}")
    if "class".startswith(word.lower()):
        yield Item("Class", "reference", "reference to a class", "Class['$1']$0", 4, "type:Class")


def type_parameters(view: View, name: str, word: str, clock: Clock, quoted: bool) -> Iterator[Item]:
    """The parameters of a data type, in its brackets."""
    if quoted or name not in (
        "array",
        "hash",
        "optional",
        "variant",
        "notundef",
        "tuple",
        "type",
        "sensitive",
        "struct",
        "iterable",
        "callable",
        "init",
    ):
        return
    for type_name in all_data_types(word, view.known, clock):
        yield Item(type_name, "type", "data type", rank=2, about=f"type:{type_name}")


def values(view: View, slot: Slot, found: Variables, word: str, scores: dict[str, float]) -> Iterator[Item]:
    """The literals of the expected type, then everything else that may begin an expression."""
    kind = expected_type(view, slot, found)
    fitting = words_of(kind)
    counts = usual_values(view, slot)
    fitting += [each for each in counts if each not in fitting and f"'{each}'" not in fitting] if _takes_words(kind) else []
    for index, each in enumerate(fitting):
        plain = each.strip("'")
        yield Item(
            each if each.startswith("'") or each in LITERALS or each.isdigit() else f"'{each}'",
            "value",
            shortest(kind) if kind is not None else "",
            rank=0 if index < 100 else 1,
            about=value_about(slot, plain),
            filter=plain,
            order=order(counts.get(plain, 0)),
        )
    for each in LITERALS:
        if each not in fitting:
            yield Item(each, "keyword", rank=7, about=f"keyword:{each}")
    yield from variables(view, found, "$", kind, scores)
    yield from functions(view, word)
    if isinstance(kind, model.TypeType | model.CatalogEntry):
        yield from data_types(view, word, Clock())


def usual_values(view: View, slot: Slot) -> dict[str, int]:
    """The words that real code uses as the value of the attribute at the cursor, with scores; those of this file first."""
    operation = slot.parent
    if not isinstance(operation, ast.AttributeOperation):
        return {}
    owner = attribute_owner(slot.path[:-1])
    found = Counter(uses("value", f"{owner} {operation.attribute_name}"))
    for name, count in values_used(view, operation.attribute_name).items():
        found[name] += 20 * count
    return found


def _takes_words(kind: Type | None) -> bool:
    """Whether values of a type may be words that are not literals of it."""
    return kind is None or isinstance(kind, model.String | model.Scalar | model.Any | model.Variant | model.Optional)
