"""What conditions say of variables and of elements of their values, where values are unknown.

Variables never change, so what a condition says of one holds for the whole branch: `$x` is a String in the branch of `if $x =~ String`, and
`$h['a']` is not undef in that of `if $h['a']`. The same is known after a branch that always leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from puppet_grammar import ast
from puppet_typesys.evaluate.alternatives import one_of
from puppet_typesys.evaluate.evaluator import Evaluator, unwrapped
from puppet_typesys.evaluate.paths import is_plain, path_of, subject_of, value_at
from puppet_typesys.evaluate.scope import MISSING, Path, Scope
from puppet_typesys.operators.refusal import Refusal
from puppet_typesys.types import model
from puppet_typesys.types.conditions import equal, falsy, matched, matching, ordered, sized, truthy
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import NEVER, STRINGS, difference, intersection, is_never, joined, members, names_undef, texts
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.values.errors import MessageError
from puppet_typesys.values.unknown import PossiblyUnset, Selected, Unknown, UnknownValue

Known = dict[Path, Type]
"""What conditions say of paths, in addition to what is known of them anyway."""
MAX_BRANCHES = 48
"""The maximum number of branches of a choice that are compared with what is known of its variables."""
MAX_OPERANDS = 32
"""The maximum number of operands of a chain of which any may be the one that decides."""
MAX_OPTIONS = 64
"""The maximum number of options of `in` of which each limits what remains of a type other than an Enum; more limit it to their kinds."""
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
MEASURES = frozenset(("length", "size", "count"))
KINDS_OF_CHECKS: dict[str, Type] = {"is_array": model.ARRAY, "is_hash": model.HASH, "is_bool": model.Boolean()}
"""Functions of modules that tell whether a value is of a type."""


class Conditions:
    """What holds where some conditions hold: each adds to what the ones before have said."""

    def __init__(self, ev: Evaluator, scope: Scope) -> None:
        self.ev = ev
        self.scope = scope
        self.known: Known = {}
        self.is_impossible = False
        """Whether no value is left of some path."""

    def copy(self) -> Conditions:
        """The same, to be continued separately."""
        other = Conditions(self.ev, self.scope)
        other.known, other.is_impossible = dict(self.known), self.is_impossible
        return other

    def type_at(self, path: Path) -> Type | None:
        """What is known of the value at a path; None if nothing is."""
        if path in self.known:
            return self.known[path]
        value = value_at(self.ev, self.scope, path)
        if value is MISSING:
            return None
        if isinstance(value, PossiblyUnset):
            return joined((infer_set(value), model.UNDEF))
        return infer_set(value)

    def limit(self, path: Path | None, change: Callable[[Type], Type]) -> None:
        """Apply what a condition says to the type of a path."""
        if path is None:
            return
        before = self.type_at(path)
        if before is None:
            return
        after = change(before)
        if is_never(after):
            self.is_impossible = True
        elif after != before:
            self.known[path] = after

    def assume(self, test: ast.Expression | None, holds: bool) -> None:
        """Assume that a condition is truthy, or that it is not."""
        if test is None:
            return
        test = unwrapped(test)
        rule = RULES.get(test.__class__)
        if rule is not None:
            rule(self, test, holds)

    def capture(self, kind: model.Regexp) -> None:
        """Assume that `$0`, `$1` and so on are of a match of a regular expression."""
        self.known = {path: type for path, type in self.known.items() if not str(path[0]).isdecimal()}
        self.known |= {(str(group),): model.STRING for group in range(kind.regexp.certain_groups() + 1)}

    def either(self, ways: Iterable[Conditions]) -> None:
        """Assume that one of several groups of conditions holds, all of which continue these."""
        possible = [each for each in ways if not each.is_impossible]
        if not possible:
            self.is_impossible = True
            return
        for path in set.intersection(*(set(each.known) for each in possible)):
            self.known[path] = joined(each.known[path] for each in possible)

    def values(self) -> dict[Path, object]:
        """The narrower values of paths, as a scope takes them, with those of variables that were set by choices about the same paths."""
        found: dict[Path, object] = {path: Unknown(type) for path, type in self.known.items() if self._says_enough(path, type)}
        if self.known:
            found |= _chosen(self.scope, self.known, found)
        return found

    def _says_enough(self, path: Path, type: Type) -> bool:
        """Whether a narrower value may be used: not for one that is known, and not for one that may still be unset."""
        value = value_at(self.ev, self.scope, path)
        if isinstance(value, PossiblyUnset):
            return disjoint(type, model.UNDEF)
        return isinstance(value, Unknown)


def _chosen(scope: Scope, known: Mapping[Path, Type], found: Mapping[Path, object]) -> dict[Path, object]:
    """The values of variables that earlier choices have set, of which only those branches count that agree with what is known."""
    values: dict[Path, object] = {}
    for choice in scope.choices(known):
        if len(choice.branches) > MAX_BRANCHES:
            continue
        possible = [set_ for said, set_ in choice.branches if not _contradicts(said, known)]
        if not possible or len(possible) == len(choice.branches):
            continue
        for name in choice.names:
            if (name,) not in found and all(name in each for each in possible):
                values[(name,)] = one_of([each[name] for each in possible])
    return values


def _contradicts(said: Mapping[Path, Type], known: Mapping[Path, Type]) -> bool:
    return any(path in known and disjoint(type, known[path]) for path, type in said.items())


# ---- conditions by their form


def _of_not(conditions: Conditions, test: ast.Expression, holds: bool) -> None:
    assert isinstance(test, ast.NotExpression)
    conditions.assume(test.expr, not holds)


def _of_and(conditions: Conditions, test: ast.Expression, holds: bool) -> None:
    assert isinstance(test, ast.AndExpression | ast.OrExpression)
    both = isinstance(test, ast.AndExpression)
    if holds == both:
        conditions.assume(test.left_expr, holds)
        conditions.assume(test.right_expr, holds)
        return
    if _is_long(test):
        return
    first, second = conditions.copy(), conditions.copy()
    first.assume(test.left_expr, holds)
    second.assume(test.left_expr, not holds)
    second.assume(test.right_expr, holds)
    conditions.either((first, second))


def _is_long(test: ast.AndExpression | ast.OrExpression) -> bool:
    """Whether a chain has so many operands that it is not asked which of them decides."""
    node: ast.Expression = test
    for _ in range(MAX_OPERANDS):
        if not isinstance(node, ast.AndExpression | ast.OrExpression):
            return False
        node = node.left_expr
    return True


def _of_path(conditions: Conditions, test: ast.Expression, holds: bool) -> None:
    conditions.limit(path_of(conditions.ev, conditions.scope, test), truthy if holds else falsy)
    if isinstance(test, ast.AssignmentExpression):
        return
    name, subject, arguments = subject_of(test)
    if subject is not None:
        _of_call(conditions, name, subject, arguments, holds)


def _of_call(conditions: Conditions, name: str, subject: ast.Expression, arguments: tuple[ast.Expression, ...], holds: bool) -> None:
    path = path_of(conditions.ev, conditions.scope, subject)
    if name == "empty" and not arguments:
        conditions.limit(path, (lambda type: sized(difference(type, NUMBERS), EMPTY)) if holds else _not_empty)
    elif name == "defined" and not arguments and isinstance(subject, ast.LiteralString) and subject.value.startswith("$") and holds:
        conditions.limit((subject.value[1:],), lambda type: difference(type, model.UNDEF) if not disjoint(type, model.UNDEF) else type)
    elif name in KINDS_OF_CHECKS and not arguments:
        kind = KINDS_OF_CHECKS[name]
        conditions.limit(path, lambda type: intersection(type, kind) if holds else difference(type, kind))
    elif name == "is_a" and len(arguments) == 1:
        _of_type(conditions, path, arguments[0], holds)
    elif name == "has_key" and len(arguments) == 1 and path is not None and holds:
        key = arguments[0]
        if isinstance(key, ast.LiteralString) and isinstance(conditions.type_at(path), model.Struct):
            conditions.limit((*path, key.value), lambda type: type)


EMPTY, FILLED = Integer(0, 0), Integer(1, None)
NUMBERS = model.Variant((model.Numeric(), model.Sensitive()))


def _not_empty(type: Type) -> Type:
    return difference(sized(type, FILLED), model.UNDEF)


def _of_match(conditions: Conditions, test: ast.Expression, holds: bool) -> None:
    assert isinstance(test, ast.MatchExpression)
    path = path_of(conditions.ev, conditions.scope, test.left_expr)
    holds = holds == (test.operator == "=~")
    pattern = unwrapped(test.right_expr)
    if isinstance(pattern, ast.LiteralRegularExpression):
        kind = _type_of(conditions, pattern)
        if isinstance(kind, model.Regexp):
            # Only Strings are matched at all: for others the match fails, whether it is expected to hold or not.
            conditions.limit(
                path, lambda type: matching(type, kind) if holds else matched(intersection(type, model.STRING), kind, holds=False)
            )
            if holds:
                conditions.capture(kind)
        return
    _of_type(conditions, path, pattern, holds)


def _of_type(conditions: Conditions, path: Path | None, node: ast.Expression, holds: bool) -> None:
    kind = _type_of(conditions, node)
    if path is not None and isinstance(kind, model.TypeType) and isinstance(kind.type, Type):
        wanted = kind.type
        conditions.limit(path, lambda type: intersection(type, wanted) if holds else difference(type, wanted))


def _of_comparison(conditions: Conditions, test: ast.Expression, holds: bool) -> None:
    assert isinstance(test, ast.ComparisonExpression)
    _compared(conditions, test.left_expr, test.operator, test.right_expr, holds)
    _compared(conditions, test.right_expr, MIRRORED[test.operator], test.left_expr, holds)


def _compared(conditions: Conditions, one: ast.Expression, operator: str, other: ast.Expression, holds: bool) -> None:
    if is_plain(one):
        return  # Nothing is learnt of a literal.
    bound = _type_of(conditions, other)
    if bound is None or isinstance(bound, model.TypeType):
        return
    name, subject, arguments = subject_of(one)
    if subject is not None and name in MEASURES and not arguments:
        _measured(conditions, path_of(conditions.ev, conditions.scope, subject), operator, bound, holds)
    if operator in ("==", "!="):
        same = holds == (operator == "==")
        if isinstance(bound, model.Boolean) and bound.value is not None:
            # `(condition) == true`: a condition is true or false.
            inner = unwrapped(one)
            if not isinstance(inner, ast.VariableExpression | ast.AccessExpression) and inner.__class__ in BOOLEAN:
                conditions.assume(inner, same == bound.value)
        conditions.limit(path_of(conditions.ev, conditions.scope, one), lambda type: equal(type, bound, holds=same))
    else:
        conditions.limit(path_of(conditions.ev, conditions.scope, one), lambda type: ordered(type, operator, bound, holds=holds))


def _measured(conditions: Conditions, path: Path | None, operator: str, bound: Type, holds: bool) -> None:
    """Apply what a condition says of a size: `$x.length > 0`."""
    if operator in ("==", "!="):
        remaining = equal(SIZES, bound, holds=holds == (operator == "=="))
    else:
        remaining = ordered(SIZES, operator, bound, holds=holds)
    if is_never(remaining):
        conditions.is_impossible = True
    elif isinstance(remaining, Integer) and remaining != SIZES:
        conditions.limit(path, lambda type: sized(type, remaining))


SIZES = Integer(0, None)


def _of_in(conditions: Conditions, test: ast.Expression, holds: bool) -> None:
    assert isinstance(test, ast.InExpression)
    path = path_of(conditions.ev, conditions.scope, test.left_expr)
    container = unwrapped(test.right_expr)
    options = [_type_of(conditions, each) for each in container.values] if isinstance(container, ast.LiteralList) else None
    if options is not None and path is not None and None not in options:
        among = [each for each in options if each is not None]
        conditions.limit(path, lambda type: _among(type, among, holds))
    where = path_of(conditions.ev, conditions.scope, container)
    if where is None or not holds:
        return
    wanted = _type_of(conditions, test.left_expr)
    kind = conditions.type_at(where)
    if isinstance(kind, model.Array) and path is not None and kind.element != model.ANY:
        conditions.limit(path, lambda type: equal(type, kind.element, holds=True))
    if isinstance(kind, model.Struct) and isinstance(wanted, model.String) and wanted.value is not None:
        _of_key(conditions, where, kind, wanted.value)
    # The empty text is in every text; in an empty Array or Hash there is nothing.
    conditions.limit(where, lambda type: joined(each if isinstance(each, STRINGS) else sized(each, FILLED) for each in members(type)))


def _among(type: Type, options: list[Type], holds: bool) -> Type:
    if len(options) > MAX_OPTIONS:
        words = [each.value for each in options if isinstance(each, model.String) and each.value is not None]
        if len(words) == len(options):
            return joined(_among_words(each, frozenset(map(ascii_lower, words)), holds) for each in members(type))
        return type
    if holds:
        return joined(matched(type, each, holds=True) for each in options)
    for each in options:
        type = matched(type, each, holds=False)
    return type


def _among_words(type: Type, words: frozenset[str], holds: bool) -> Type:
    """What remains of a type if its value is one of many strings, given in lower case, or is not."""
    if isinstance(type, model.Enum) and type.values and not type.case_insensitive:
        return texts([each for each in type.values if (ascii_lower(each) in words) == holds])
    return intersection(type, model.STRING) if holds else type


def _of_key(conditions: Conditions, where: Path, kind: model.Struct, key: str) -> None:
    """A key that a Struct has, if there is none that differs from it in case alone."""
    alike = [each for each in kind.elements if each.name.lower() == key.lower()]
    if len(alike) == 1 and alike[0].name == key:
        conditions.limit((*where, key), lambda type: intersection(type, alike[0].value))


RULES: dict[type[ast.Node], Callable[[Conditions, ast.Expression, bool], None]] = {
    ast.NotExpression: _of_not,
    ast.AndExpression: _of_and,
    ast.OrExpression: _of_and,
    ast.VariableExpression: _of_path,
    ast.AccessExpression: _of_path,
    ast.AssignmentExpression: _of_path,
    ast.CallMethodExpression: _of_path,
    ast.CallNamedFunctionExpression: _of_path,
    ast.MatchExpression: _of_match,
    ast.ComparisonExpression: _of_comparison,
    ast.InExpression: _of_in,
}
BOOLEAN = frozenset(
    (ast.NotExpression, ast.AndExpression, ast.OrExpression, ast.MatchExpression, ast.ComparisonExpression, ast.InExpression)
)
"""Expressions whose values are true or false."""


def _type_of(conditions: Conditions, node: ast.Expression) -> Type | None:
    """The type of an operand: of a path, or of an expression whose evaluation has no effect; None for any other."""
    path = path_of(conditions.ev, conditions.scope, node)
    if path is not None:
        return conditions.type_at(path)
    return infer_set(conditions.ev.evaluate(node, conditions.scope)) if is_plain(node) else None


# ---- what the constructs of the language ask


def assuming(ev: Evaluator, scope: Scope, test: ast.Expression, holds: bool) -> Conditions:
    """What holds where a condition is truthy, or is not."""
    found = Conditions(ev, scope)
    found.assume(test, holds)
    return found


def asserted(ev: Evaluator, scope: Scope, name: str, arguments: Sequence[ast.Expression]) -> Mapping[Path, object]:
    """What holds after a call that fails for values of other types."""
    if name != "assert_type" or len(arguments) != 2:
        return {}
    found = Conditions(ev, scope)
    _of_type(found, path_of(ev, scope, arguments[1]), unwrapped(arguments[0]), True)
    return {} if found.is_impossible else found.values()


def refuses_undef(ev: Evaluator, scope: Scope, node: ast.Expression, user: str) -> None:
    """Note that a value of a path may be undef, which is refused: what follows is only evaluated where it is not."""
    path = path_of(ev, scope, node)
    if path is None:
        return
    found = Conditions(ev, scope)
    if _is_meant(found, path):
        ev.observer.undef_refused(node, user, scope)
    found.limit(path, lambda type: difference(type, model.UNDEF))
    scope.narrow({} if found.is_impossible else found.values())


def check_undef(
    ev: Evaluator, scope: Scope, operands: Sequence[tuple[ast.Expression, object]], user: str, use: Callable[[int], object]
) -> None:
    """Note the operands that may be undef where `use`, which is called with the number of an operand that is undef, fails."""
    for number, (node, value) in enumerate(operands):
        if isinstance(value, Unknown) and isinstance(value.type, Type) and names_undef(value.type):
            try:
                use(number)
            except (MessageError, Refusal):
                refuses_undef(ev, scope, node, user)
            except UnknownValue:
                continue


def _is_meant(conditions: Conditions, path: Path) -> bool:
    """Whether the code around says that a value may be undef, as opposed to a fact, a key of a Hash or a variable of another class."""
    name = str(path[0])
    if "::" in name or name in FACTS or name in conditions.ev.compiler.top.variables:
        return False
    if len(path) == 1:
        return True
    if not isinstance(path[-1], str):
        return False
    around = conditions.type_at(path[:-1])
    return around is not None and all(isinstance(each, model.Struct | model.Undef) for each in members(around))


FACTS = frozenset(("facts", "trusted", "server_facts"))


class Options:
    """What holds in the options of a `case` or selector: that of an option holds, and those of all before do not."""

    def __init__(self, ev: Evaluator, scope: Scope, subject: ast.Expression) -> None:
        self._before = Conditions(ev, scope)
        self._subject = unwrapped(subject)
        self._path = path_of(ev, scope, subject)

    def option(self, values: Iterable[ast.Expression]) -> Conditions:
        """What holds where one of the values of the next option matches; after it, none of them does."""
        before = self._before
        ways: list[Conditions] = []
        for each in values:
            way = before.copy()
            self._assume(way, each, True)
            ways.append(way)
            self._assume(before, each, False)
        found = before.copy() if not ways else Conditions(before.ev, before.scope)
        if ways:
            found.known = dict(ways[0].known) if len(ways) == 1 else {}
            found.is_impossible = all(each.is_impossible for each in ways)
            if len(ways) > 1:
                found.either(ways)
        return found

    def rest(self) -> Conditions:
        """What holds where none of the options so far matches."""
        return self._before.copy()

    def note(self, option: ast.CaseOption | ast.SelectorEntry, value: object, matched: Conditions | None) -> None:
        """Pass on what an option selects of an unknown value, and what it leaves; `matched` is None if the option never matches."""
        if self._path is not None and isinstance(value, Unknown):
            selected = Selected(NEVER if matched is None else self._tested(matched), self._tested(self._before))
            self._before.ev.observer.option_tried(option, selected)

    def remaining(self, value: Unknown) -> Unknown:
        """A tested value where none of the options so far matches."""
        return value if self._path is None else Unknown(self._tested(self._before))

    def _tested(self, conditions: Conditions) -> Type:
        """The type of the tested value where conditions hold."""
        found = None if self._path is None else conditions.type_at(self._path)
        return NEVER if conditions.is_impossible else model.ANY if found is None else found

    def _assume(self, conditions: Conditions, value: ast.Expression, holds: bool) -> None:
        value = unwrapped(value)
        if isinstance(self._subject, ast.LiteralBoolean):
            if value.__class__ in BOOLEAN:
                conditions.assume(value, holds == self._subject.value)
            return
        if self._path is None or not is_plain(value):
            return
        option = infer_set(conditions.ev.evaluate(value, conditions.scope))
        conditions.limit(self._path, lambda type: matched(type, option, holds=holds))


def common(ways: Iterable[Mapping[Path, object]]) -> dict[Path, object]:
    """What all of several groups of narrower values have in common: for each path that all of them know, one of the values."""
    several = list(ways)
    if not several:
        return {}
    paths = set.intersection(*(set(each) for each in several))
    return {path: one_of([each[path] for each in several]) for path in sorted(paths, key=repr)}
