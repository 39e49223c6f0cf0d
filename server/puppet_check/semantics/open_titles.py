"""The types of which a class or define declares resources whose titles come from outside.

`class m (Array $names) { package { $names: } }` may declare any package: its titles are in no text where `$names` has neither a default
nor data. What a look-up without a default gives, and what is made of such values, comes from outside as well.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast

OF_PACKAGES = frozenset(("ensure_packages", "stdlib::ensure_packages"))
OF_ANY_TYPE = frozenset(("create_resources", "ensure_resource", "ensure_resources"))
LOOKUPS = {"lookup": 3, "hiera": 1, "hiera_array": 1, "hiera_hash": 1}
"""Functions that look a key up, and the place of the argument that is their default."""
MOST_STEPS = 8
"""Through how many variables a value is followed."""


class OpenTitles:
    """What a class or define declares with such titles."""

    def __init__(self, definition: ast.NamedDefinition, *, with_empty: bool) -> None:
        """With `with_empty`, a parameter whose default is empty counts as well: conditions may leave out what needs more."""
        nodes = ast.by_class(definition)
        self._calls: list[ast.CallNamedFunctionExpression | ast.CallMethodExpression] = [
            *ast.nodes_of(nodes, ast.CallNamedFunctionExpression),
            *ast.nodes_of(nodes, ast.CallMethodExpression),
        ]
        self._assignments = ast.nodes_of(nodes, ast.AssignmentExpression)
        self._lookups = [each.start for each in self._calls if _is_open_lookup(each)]
        self._places: dict[str, list[int]] = {}
        """The offsets at which each variable stands."""
        for variable in ast.nodes_of(nodes, ast.VariableExpression):
            self._places.setdefault(variable.name, []).append(variable.start)
        self._outside = self._places_of_values(set(_open_parameters(definition, with_empty=with_empty)))
        """The offsets of values that come from outside, in order."""
        found = [*self._declared(ast.nodes_of(nodes, ast.ResourceExpression))]
        self._types = {type for type, _ in found}
        self._whole_types = {type for type, is_whole in found if is_whole}

    def may_declare(self, type: str, *, in_part: bool) -> bool:
        """Whether it may declare resources of a type, given in lower case, whose titles no text has, or of which no text has a part."""
        types = self._types if in_part else self._whole_types
        return type in types or None in types

    def _places_of_values(self, names: set[str]) -> list[int]:
        """The places of look-ups, of some variables, and of those that are made of them."""
        places: list[int] = []
        for _ in range(MOST_STEPS):
            places = sorted([*self._lookups, *(place for name in names for place in self._places.get(name, ()))])
            more = {*self._assigned(places), *self._iterated(places)} - names
            if not more:
                break
            names = names | more
        return places

    def _assigned(self, places: list[int]) -> Iterator[str]:
        """The variables that get something at one of some places."""
        for each in self._assignments:
            if any(_has_place(value, places) for value in _values(each.right_expr)):
                yield from (target.name for target in ast.of_class(each.left_expr, ast.VariableExpression))

    def _iterated(self, places: list[int]) -> Iterator[str]:
        """The parameters of the lambdas of calls that get something at one of some places."""
        for each in self._calls:
            if each.lambda_ is not None and any(_has_place(given, places) for given in arguments(each)):
                yield from (parameter.name for parameter in each.lambda_.parameters)

    def _declared(self, resources: list[ast.ResourceExpression]) -> Iterator[tuple[str | None, bool]]:
        """The types of what is declared with titles from outside, None for any, and whether these titles are whole."""
        for node in resources:
            for body in node.bodies:
                for title in body.title.values if isinstance(body.title, ast.LiteralList) else (body.title,):
                    if _has_place(title, self._outside):
                        yield _name(node.type_name), not _has_text(title)
        for call in self._calls:
            name, given = called(call), arguments(call)
            if name in OF_PACKAGES | OF_ANY_TYPE and any(_has_place(each, self._outside) for each in given):
                yield "package" if name in OF_PACKAGES else _name(given[0]), True


def _open_parameters(definition: ast.NamedDefinition, *, with_empty: bool) -> Iterator[str]:
    for each in definition.parameters:
        match each.value:
            case None:
                yield each.name
            case ast.LiteralUndef() | ast.LiteralList(values=()) | ast.LiteralHash(entries=()) if with_empty:
                yield each.name


def _has_text(title: ast.Expression) -> bool:
    """Whether a title has a text beside variables, so that titles are compared with it."""
    if not isinstance(title, ast.ConcatenatedString):
        return False
    texts = [each.value for each in title.segments if isinstance(each, ast.LiteralString)]
    others = (each.expr for each in title.segments if isinstance(each, ast.TextExpression))
    return any(any(map(str.isalnum, each)) for each in texts) and all(isinstance(each, ast.VariableExpression) for each in others)


def _values(node: ast.Expression) -> list[ast.Expression]:
    """What the value of a selector or a condition may be, without what decides; else the expression itself."""
    match node:
        case ast.SelectorExpression(selectors=several):
            return [value for each in several for value in _values(each.value_expr)]
        case ast.IfExpression(then_expr=then, else_expr=other) | ast.UnlessExpression(then_expr=then, else_expr=other):
            return [value for each in (then, other) if each is not None for value in _values(each)]
        case ast.CaseExpression(options=several):
            return [value for each in several if each.then_expr is not None for value in _values(each.then_expr)]
    return [node]


def _has_place(node: ast.Node, places: list[int]) -> bool:
    """Whether one of some offsets, in order, is in a node."""
    first = bisect_left(places, node.start)
    return first < len(places) and places[first] < node.end


def _name(type: ast.Expression) -> str | None:
    """The name of a type, in lower case; None if it is computed."""
    match type:
        case ast.QualifiedName(value=name) | ast.LiteralString(value=name):
            return name.lower().lstrip("@").removeprefix("::")
    return None


def _is_open_lookup(call: ast.Node) -> bool:
    """Whether a call looks a key up and has no default."""
    place, given = LOOKUPS.get(called(call)), arguments(call)
    return place is not None and len(given) <= place and not (given and isinstance(given[-1], ast.LiteralHash))
