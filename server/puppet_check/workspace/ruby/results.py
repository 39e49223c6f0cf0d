"""The type of the result of a function in Ruby that declares none, where its text shows it for certain.

The last expressions of the method and what it returns earlier are followed: literals, methods of the core whose results have one kind,
variables by all their assignments, and other methods of the function. Whatever else may be a result makes the type unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

import tree_sitter

from puppet_check.workspace.ruby.result_kinds import (
    ANY,
    BY_KIND,
    FUNCTIONS,
    LITERALS,
    OF_CONSTANTS,
    OF_NUMBERS,
    PICKING,
    WITH_ONE_ARGUMENT,
    Kinds,
)
from puppet_check.workspace.ruby.tree import Call, body_of, call_of, text
from puppet_typesys.loader import Parameter
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import TypeSyntaxError, parse
from puppet_typesys.types.walk import alternatives
from puppet_typesys.values.errors import ArgumentError, InternalError

NODES = 8000
"""How many nodes of all methods of a function are looked at; the usual one has 200."""
NOTHING: Kinds = frozenset()
UNDEF = frozenset(("Undef",))
LEAVING = frozenset(("return", "next", "break", "redo", "retry"))
EXECUTE = "Facter::Core::Execution.execute"
LOGICAL = frozenset(("||", "or", "&&", "and"))
SKIPPED = frozenset(("comment", "heredoc_body", "empty_statement"))
OF_TYPES: Sequence[tuple[tuple[type[Type], ...], frozenset[str]]] = (
    ((model.String, model.Enum, model.Pattern), frozenset(("String",))),
    ((model.Integer,), frozenset(("Integer",))),
    ((model.Float,), frozenset(("Float",))),
    ((model.Numeric,), frozenset(("Integer", "Float"))),
    ((model.Boolean,), frozenset(("Boolean",))),
    ((model.Array, model.Tuple), frozenset(("Array",))),
    ((model.Hash, model.Struct), frozenset(("Hash",))),
    ((model.Undef,), UNDEF),
)


class UncertainError(Exception):
    """Raised for an expression whose kinds are not certain."""


class Body(NamedTuple):
    """A method, or the block that is the body of a legacy function."""

    statements: tuple[tree_sitter.Node, ...]
    parameters: Mapping[str, Kinds | None]
    """The kinds of parameters; None if they are not known."""
    is_block: bool = False
    """Whether `next` leaves it, as `return` does."""


def result_type(results: Results, name: str, given: Sequence[Parameter]) -> str | None:
    """The type of the result of a function whose signature calls a method; None if it is not certain."""
    node = results.methods.get(name)
    return None if node is None else _shown(results, Body(body_of(node), _parameters(node, given)))


def result_of_block(call: Call) -> str | None:
    """The type of the result of a function with the legacy interface; None if it is not certain."""
    if call.block is None or len(call.parameters) > 1:
        return None
    names = {text(each): frozenset(("Array",)) for each in call.parameters if each.type == "identifier"}
    return _shown(Results({}), Body(call.block, names, is_block=True)) if len(names) == len(call.parameters) else None


def _shown(results: Results, body: Body) -> str | None:
    try:
        return shown(results.of(body))
    except (UncertainError, RecursionError):
        return None


def shown(kinds: Kinds) -> str | None:
    """The text of the type of values of some kinds; None if there are none."""
    others = sorted(kinds - UNDEF)
    if not others:
        return "Undef" if kinds else None
    if others == ["Float", "Integer"]:
        others = ["Numeric"]
    found = others[0] if len(others) == 1 else f"Variant[{', '.join(others)}]"
    return f"Optional[{found}]" if "Undef" in kinds else found


def _parameters(method: tree_sitter.Node, given: Sequence[Parameter]) -> Mapping[str, Kinds | None]:
    """The kinds of the parameters of a method, as far as the signature that calls it tells them."""
    listed = method.child_by_field_name("parameters")
    nodes = [each for each in listed.named_children if each.type != "comment"] if listed else []
    found: dict[str, Kinds | None] = {}
    if len([each for each in nodes if each.type != "block_parameter"]) != len(given):
        given = ()  # Puppet passes further arguments, such as the scope of the caller.
    for at, each in enumerate(nodes):
        name = text(each.child_by_field_name("name") or each)
        if each.type == "splat_parameter":
            found[name] = frozenset(("Array",))
            given = ()
        elif each.type == "identifier" and at < len(given) and given[at].is_required:
            found[name] = _kinds_of_type(given[at].type)
        else:
            found[name] = None
    return found


def _kinds_of_type(written: str | None) -> Kinds | None:
    try:
        types = [] if written is None else list(alternatives(parse(written)))
    except (ArgumentError, InternalError, TypeSyntaxError):
        return None
    found = [next((kinds for classes, kinds in OF_TYPES if isinstance(each, classes)), None) for each in types]
    return frozenset[str]().union(*(each for each in found if each)) if found and all(found) else None


class Results:
    """What the methods of a function return, with a limit of the nodes that are looked at for all its signatures."""

    def __init__(self, methods: Mapping[str, tree_sitter.Node]) -> None:
        self.methods = methods
        self._left = NODES
        self._running: list[str] = []

    def of(self, body: Body) -> Kinds:
        """The kinds of all results of a body."""
        nodes = [each for statement in body.statements for each in self.walk(statement)]
        variables = _Variables(self, body, nodes)
        found = _Expressions(self, variables).last(body.statements)
        leaving = ("return", "next") if body.is_block else ("return",)
        if body.is_block and any(each.type == "next" and _is_in_block(each, body) for each in nodes):
            _uncertain()
        for each in nodes:
            if each.type in leaving:
                found |= _Expressions(self, variables).returned(each)
        return found

    def has_method(self, name: str) -> bool:
        """Whether the function has a method of a name."""
        return name in self.methods

    def of_method(self, name: str) -> Kinds:
        """The kinds of the results of another method of the function, whatever its arguments are."""
        if name not in self.methods or name in self._running:
            _uncertain()
        self._running.append(name)
        try:
            node = self.methods[name]
            return self.of(Body(body_of(node), _parameters(node, ())))
        finally:
            self._running.pop()

    def walk(self, root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        """All named nodes below a node and itself, without those of methods and classes inside."""
        waiting = [root]
        while waiting:
            node = waiting.pop()
            self.spend()
            yield node
            if node.type not in ("method", "singleton_method", "class", "module"):
                waiting += reversed(node.named_children)

    def spend(self) -> None:
        """Count a node."""
        self._left -= 1
        if self._left < 0:
            _uncertain()


def _is_in_block(node: tree_sitter.Node, body: Body) -> bool:
    """Whether a node is inside of a further block."""
    ends = {each.id for each in body.statements}
    around: tree_sitter.Node | None = node
    while around is not None and around.id not in ends:
        if around.type in ("block", "do_block", "lambda"):
            return True
        around = around.parent
    return around is not None and around.type in ("block", "do_block", "lambda")


class _Variables:
    """The kinds of the variables of a body: those of all values that it assigns to them."""

    def __init__(self, results: Results, body: Body, nodes: Iterable[tree_sitter.Node]) -> None:
        self._results = results
        self._values: dict[str, list[tree_sitter.Node]] = {}
        self._changes: dict[str, list[tuple[str, tree_sitter.Node]]] = {}
        """The operators and right sides of `x += y` and its like."""
        self._parameters = dict(body.parameters)
        self._first: dict[str, int] = {}
        """Where a variable is certainly assigned for the first time."""
        self._unknown: set[str] = set()
        self._asked: set[str] = set()
        always = {each.id for each in body.statements}
        for node in nodes:
            self._enter(node, node.id in always)

    def _enter(self, node: tree_sitter.Node, is_always: bool) -> None:
        left = node.child_by_field_name("left") if node.type in ("assignment", "operator_assignment") else None
        if left is not None and left.type == "identifier" and node.type == "assignment":
            right = node.child_by_field_name("right")
            name = text(left)
            if right is None or right.type in ("right_assignment_list", "splat_argument"):
                self._unknown.add(name)
            else:
                self._values.setdefault(name, []).append(right)
            if is_always:
                self._first.setdefault(name, node.end_byte)
        elif left is not None and left.type == "identifier":
            right = node.child_by_field_name("right")
            operator = text(node.child_by_field_name("operator")).removesuffix("=")
            if right is None or right.type in ("right_assignment_list", "splat_argument"):
                self._unknown.add(text(left))
            else:
                self._changes.setdefault(text(left), []).append((operator, right))
        elif left is not None:
            self._unknown |= set(_names(left))
        elif node.type in ("block_parameters", "lambda_parameters", "exception_variable"):
            self._unknown |= set(_names(node))
        elif node.type == "for":
            self._unknown |= set(_names(node.child_by_field_name("pattern")))

    def has(self, name: str) -> bool:
        """Whether a word is a variable."""
        return any(name in each for each in (self._values, self._changes, self._parameters, self._unknown))

    def of(self, name: str, at: int) -> Kinds:
        """The kinds that a variable may have at a place."""
        if name in self._unknown or name in self._asked:
            _uncertain()
        found = self._parameters.get(name, NOTHING)
        if found is None:
            _uncertain()
        if name not in self._parameters and self._first.get(name, at) >= at:
            found |= UNDEF
        self._asked.add(name)
        expressions = _Expressions(self._results, self)
        try:
            found = found.union(*(expressions.kinds(each) for each in self._values.get(name, ())))
            before: Kinds | None = None
            while found != before:
                before = found
                for operator, right in self._changes.get(name, ()):
                    found |= expressions.combined(found, operator, right)
            return found
        finally:
            self._asked.discard(name)


def _names(node: tree_sitter.Node | None) -> Iterator[str]:
    """The words in the targets of an assignment or in parameters."""
    if node is None:
        return
    if node.type == "identifier":
        yield text(node)
    for each in node.named_children:
        yield from _names(each)


class _Expressions:
    """The kinds of expressions."""

    def __init__(self, results: Results, variables: _Variables) -> None:
        self._results = results
        self._variables = variables

    def last(self, statements: Iterable[tree_sitter.Node]) -> Kinds:
        """The kinds of the value of some statements: that of the last one, or of the clauses of a `rescue`."""
        given = [each for each in statements if each.type not in SKIPPED]
        plain = [each for each in given if each.type not in ("rescue", "else", "ensure")]
        clauses = [each for each in given if each.type == "rescue"]
        otherwise = [each for each in given if each.type == "else"]
        found = self.last_of(otherwise[0]) if otherwise else self.kinds(plain[-1]) if plain else UNDEF
        for each in clauses:
            body = each.child_by_field_name("body")
            found |= UNDEF if body is None else self.last_of(body)
        return found

    def last_of(self, node: tree_sitter.Node) -> Kinds:
        """The kinds of the last statement in a node."""
        return self.last(node.named_children)

    def returned(self, node: tree_sitter.Node) -> Kinds:
        """The kinds of what `return` gives."""
        values = [each for child in node.named_children for each in child.named_children]
        if len(values) > 1:
            return frozenset(("Array",))
        return self.kinds(values[0]) if values else UNDEF

    def kinds(self, node: tree_sitter.Node) -> Kinds:
        """The kinds of an expression. Raises UncertainError if they are not certain."""
        self._results.spend()
        literal = LITERALS.get(node.type)
        if literal is not None:
            return frozenset((literal,))
        if node.type in LEAVING:
            return NOTHING
        reader = getattr(self, f"_{node.type}", None)
        if reader is None:
            _uncertain()
        found = reader(node)
        assert isinstance(found, frozenset)
        return found

    def _simple_symbol(self, node: tree_sitter.Node) -> Kinds:
        return UNDEF if text(node) == ":undef" else _uncertain()

    def _parenthesized_statements(self, node: tree_sitter.Node) -> Kinds:
        return self.last_of(node)

    _begin = _then = _else = _parenthesized_statements

    def _if(self, node: tree_sitter.Node) -> Kinds:
        body, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        found = UNDEF if body is None else self.last_of(body)
        return found | (UNDEF if other is None else self._if(other) if other.type == "elsif" else self.last_of(other))

    _unless = _if

    def _if_modifier(self, node: tree_sitter.Node) -> Kinds:
        body = node.child_by_field_name("body")
        return UNDEF if body is None else self.kinds(body) | UNDEF

    _unless_modifier = _if_modifier

    def _conditional(self, node: tree_sitter.Node) -> Kinds:
        return frozenset[str]().union(*(self.kinds(each) for each in node.named_children[1:]))

    def _case(self, node: tree_sitter.Node) -> Kinds:
        found, is_complete = NOTHING, False
        for each in node.named_children:
            if each.type == "when":
                body = each.child_by_field_name("body")
                found |= UNDEF if body is None else self.last_of(body)
            elif each.type == "else":
                found |= self.last_of(each)
                is_complete = True
        return found if is_complete else found | UNDEF

    def _assignment(self, node: tree_sitter.Node) -> Kinds:
        right = node.child_by_field_name("right")
        return _uncertain() if right is None else self.kinds(right)

    def _rescue_modifier(self, node: tree_sitter.Node) -> Kinds:
        return frozenset[str]().union(*map(self.kinds, node.named_children))

    def _unary(self, node: tree_sitter.Node) -> Kinds:
        operator = text(node.child_by_field_name("operator"))
        if operator in ("!", "not"):
            return frozenset(("Boolean",))
        operand = node.child_by_field_name("operand")
        found = self.kinds(operand) if operator == "-" and operand is not None else NOTHING
        return found if found and found <= {"Integer", "Float"} else _uncertain()

    def _identifier(self, node: tree_sitter.Node) -> Kinds:
        name = text(node)
        if self._variables.has(name):
            return self._variables.of(name, node.start_byte)
        is_raise = name in ("raise", "fail") and not self._results.has_method(name)
        return NOTHING if is_raise else self._results.of_method(name)

    def _binary(self, node: tree_sitter.Node) -> Kinds:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = text(node.child_by_field_name("operator"))
        if left is None or right is None:
            _uncertain()
        if operator in LOGICAL:
            return self.combined(self.kinds(left), operator, right)
        if operator == "=~":
            return frozenset(("Integer", "Undef"))
        if operator in ("<", ">", "<=", ">=") and right.type in ("integer", "float"):
            return frozenset(("Boolean",))
        if operator in ANY:
            return frozenset((ANY[operator],))
        return self.combined(self.kinds(left), operator, right)

    def combined(self, found: Kinds, operator: str, right: tree_sitter.Node) -> Kinds:
        """The kinds of the result of an operator whose left operand has some kinds."""
        if operator in LOGICAL:
            kept = found - UNDEF if operator in ("||", "or") else found & {"Undef", "Boolean"}
            return kept | self.kinds(right)
        if not found:
            return NOTHING
        if operator in OF_NUMBERS and found <= {"Integer", "Float"}:
            both = found | self.kinds(right)
            return frozenset(("Float",)) if found == {"Float"} else both if both <= {"Integer", "Float"} else _uncertain()
        return self._of_kinds(found, operator)

    def _of_kinds(self, receivers: Kinds, method: str) -> Kinds:
        """The kinds of a method's result for receivers of some kinds; where the receiver has no such method, there is none."""
        found = [BY_KIND[each].get(method) for each in receivers]
        return frozenset(each for each in found if each is not None) if found and all(found) else _uncertain()

    def _element_reference(self, node: tree_sitter.Node) -> Kinds:
        subject = node.child_by_field_name("object")
        if text(subject) == "Hash":
            return frozenset(("Hash",))
        return frozenset(("String", "Undef")) if subject is not None and self.kinds(subject) == {"String"} else _uncertain()

    def _call(self, node: tree_sitter.Node) -> Kinds:
        call = call_of(node)
        if call is None or (call.block is not None and self._breaks(call.block)):
            _uncertain()
        if call.subject is None:
            return self._own(call)
        found = self._sent(call, call.subject)
        operator = node.child_by_field_name("operator")
        return found | UNDEF if text(operator) == "&." else found

    def _own(self, call: Call) -> Kinds:
        if self._results.has_method(call.name):
            return self._results.of_method(call.name)
        if call.name in ("raise", "fail"):
            return NOTHING
        if call.name in FUNCTIONS and not call.options and not call.is_partial:
            return frozenset((FUNCTIONS[call.name],))
        _uncertain()

    def _sent(self, call: Call, subject: tree_sitter.Node) -> Kinds:
        constant = f"{call.receiver.removeprefix('::')}.{call.name}"
        if subject.type in ("constant", "scope_resolution") and constant in OF_CONSTANTS:
            if constant == EXECUTE and len(_arguments(call)) != 1:
                _uncertain()  # Options say what it returns if the command fails.
            return frozenset((OF_CONSTANTS[constant],))
        if call.name in PICKING and subject.type == "array" and call.block is None and not _arguments(call):
            return self._element(subject)
        has_block = call.block is not None or any(each.type == "block_argument" for each in _arguments(call))
        method = f"{call.name}{{}}" if has_block else call.name
        if method in ANY:
            return frozenset((ANY[method],))
        if method in WITH_ONE_ARGUMENT and len(call.arguments) == 2:
            return frozenset(("String",))
        return self._of_kinds(self.kinds(subject), method)

    def _element(self, listed: tree_sitter.Node) -> Kinds:
        """The kinds of the elements of a literal array."""
        elements = [each for each in listed.named_children if each.type != "comment"]
        if not elements or any(each.type in ("splat_argument", "pair", "hash_splat_argument") for each in elements):
            _uncertain()
        return frozenset[str]().union(*map(self.kinds, elements))

    def _breaks(self, block: Iterable[tree_sitter.Node]) -> bool:
        return any(node.type == "break" for each in block for node in self._results.walk(each))


def _arguments(call: Call) -> list[tree_sitter.Node]:
    listed = call.node.child_by_field_name("arguments")
    return [] if listed is None else listed.named_children


def _uncertain() -> NoReturn:
    raise UncertainError
