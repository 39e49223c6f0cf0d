"""The kinds of the values of expressions in Ruby, as far as their text shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn, Protocol

import tree_sitter

from puppet_check.workspace.ruby.tree import RubyCall, call_of, text
from puppet_typesys.ruby.results import common_result, result_of, result_of_function

Kinds = frozenset[str]
"""The kinds that a value may have; none for code that is never left in the usual way. See `puppet_typesys.ruby.results`."""

EVERYWHERE = frozenset(
    """== != ! eql? equal? nil? is_a? kind_of? instance_of? respond_to? frozen? === !~ empty? include? key? has_key? member? start_with?
    end_with? match? zero? even? odd? any? all? none? exist? file? directory? to_s inspect to_json to_yaml strip lstrip rstrip chomp chop
    squeeze hexdigest base64digest strict_encode64 encode64 to_i to_f to_a keys values split""".split()
)
"""Methods whose results have the same kind for all receivers that have them."""
EVERYWHERE_WITH_BLOCK = frozenset("any? all? none? map collect flat_map collect_concat sort_by".split())
"""The same of calls with a block."""
OF_NUMBERS = frozenset(("+", "-", "*", "/", "%"))
"""Operators of two numbers whose result is an Integer if both are, and otherwise a Float."""
REPLACING = frozenset(("gsub", "sub"))
"""Methods that do with a replacement as their second argument what they do with a block."""
PICKING = frozenset(("first", "last", "max", "min", "sample"))
"""Methods of arrays that return an element if they have no arguments."""
LITERALS: Mapping[str, str] = {
    **dict.fromkeys(("string", "chained_string", "heredoc_beginning", "character", "subshell"), "String"),
    **dict.fromkeys(("array", "string_array", "symbol_array"), "Array"),
    **dict.fromkeys(("true", "false"), "Boolean"),
    "integer": "Integer",
    "float": "Float",
    "hash": "Hash",
    "nil": "Undef",
}
NOTHING: Kinds = frozenset()
UNDEF = frozenset(("Undef",))
LEAVING = frozenset(("return", "next", "break", "redo", "retry"))
EXECUTE = "Facter::Core::Execution.execute"
LOGICAL = frozenset(("||", "or", "&&", "and"))
SKIPPED = frozenset(("comment", "heredoc_body", "empty_statement"))


class UncertainError(Exception):
    """Raised for an expression whose kinds are not certain."""


def uncertain() -> NoReturn:
    """Raise the error for an expression whose kinds are not certain."""
    raise UncertainError


class Methods(Protocol):
    """The methods of a function; see `results.Results`."""

    def has_method(self, name: str) -> bool:
        """Whether the function has a method of a name."""

    def of_method(self, name: str) -> Kinds:
        """The kinds of the results of a method, whatever its arguments are."""

    def walk(self, root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        """All named nodes below a node and itself, without those of methods and classes inside."""

    def spend(self) -> None:
        """Count a node."""


class Known(Protocol):
    """The variables of a body; see `result_variables.Variables`."""

    def has(self, name: str) -> bool:
        """Whether a word is a variable."""

    def of(self, name: str, at: int) -> Kinds:
        """The kinds that a variable may have at a place."""


class Expressions:
    """The kinds of expressions."""

    def __init__(self, results: Methods, variables: Known) -> None:
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
            uncertain()
        found = reader(node)
        assert isinstance(found, frozenset)
        return found

    def _simple_symbol(self, node: tree_sitter.Node) -> Kinds:
        return UNDEF if text(node) == ":undef" else uncertain()

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
        return uncertain() if right is None else self.kinds(right)

    def _rescue_modifier(self, node: tree_sitter.Node) -> Kinds:
        return frozenset[str]().union(*map(self.kinds, node.named_children))

    def _unary(self, node: tree_sitter.Node) -> Kinds:
        operator = text(node.child_by_field_name("operator"))
        if operator in ("!", "not"):
            return frozenset(("Boolean",))
        operand = node.child_by_field_name("operand")
        found = self.kinds(operand) if operator == "-" and operand is not None else NOTHING
        return found if found and found <= {"Integer", "Float"} else uncertain()

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
            uncertain()
        if operator in LOGICAL:
            return self.combined(self.kinds(left), operator, right)
        if operator == "=~":
            return frozenset(("Integer", "Undef"))
        if operator in ("<", ">", "<=", ">=") and right.type in ("integer", "float"):
            return frozenset(("Boolean",))
        if operator in EVERYWHERE:
            return _certain(common_result(operator, has_block=False))
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
            return frozenset(("Float",)) if found == {"Float"} else both if both <= {"Integer", "Float"} else uncertain()
        return self._of_kinds(found, operator)

    def _of_kinds(self, receivers: Kinds, method: str, *, has_block: bool = False) -> Kinds:
        """The kinds of a method's result for receivers of some kinds; uncertain if one of them has no such method."""
        results = [_certain(result_of(each, method, has_block)) for each in receivers]
        return frozenset[str]().union(*results) if results else uncertain()

    def _element_reference(self, node: tree_sitter.Node) -> Kinds:
        subject = node.child_by_field_name("object")
        if text(subject) == "Hash":
            return frozenset(("Hash",))
        return frozenset(("String", "Undef")) if subject is not None and self.kinds(subject) == {"String"} else uncertain()

    def _call(self, node: tree_sitter.Node) -> Kinds:
        call = call_of(node)
        if call is None or (call.block is not None and self._breaks(call.block)):
            uncertain()
        if call.subject is None:
            return self._own(call)
        found = self._sent(call, call.subject)
        operator = node.child_by_field_name("operator")
        return found | UNDEF if text(operator) == "&." else found

    def _own(self, call: RubyCall) -> Kinds:
        if self._results.has_method(call.name):
            return self._results.of_method(call.name)
        if call.name in ("raise", "fail"):
            return NOTHING
        if not call.options and not call.is_partial:
            return _certain(result_of_function("Kernel", call.name))
        uncertain()

    def _sent(self, call: RubyCall, subject: tree_sitter.Node) -> Kinds:
        if subject.type in ("constant", "scope_resolution"):
            owner = call.receiver.removeprefix("::")
            result = result_of_function(owner, call.name)
            if f"{owner}.{call.name}" == EXECUTE and len(_arguments(call)) != 1:
                uncertain()  # Options say what it returns if the command fails.
            if result is not None:
                return frozenset((result,))
        if call.name in PICKING and subject.type == "array" and call.block is None and not _arguments(call):
            return self._element(subject)
        has_block = call.block is not None or any(each.type == "block_argument" for each in _arguments(call))
        if call.name in (EVERYWHERE_WITH_BLOCK if has_block else EVERYWHERE):
            return _certain(common_result(call.name, has_block))
        if call.name in REPLACING and not has_block and len(call.arguments) == 2:
            return _certain(common_result(call.name, has_block=True))
        return self._of_kinds(self.kinds(subject), call.name, has_block=has_block)

    def _element(self, listed: tree_sitter.Node) -> Kinds:
        """The kinds of the elements of a literal array."""
        elements = [each for each in listed.named_children if each.type != "comment"]
        if not elements or any(each.type in ("splat_argument", "pair", "hash_splat_argument") for each in elements):
            uncertain()
        return frozenset[str]().union(*map(self.kinds, elements))

    def _breaks(self, block: Iterable[tree_sitter.Node]) -> bool:
        return any(node.type == "break" for each in block for node in self._results.walk(each))


def _certain(kind: str | None) -> Kinds:
    """A kind that is known."""
    return uncertain() if kind is None else frozenset((kind,))


def _arguments(call: RubyCall) -> list[tree_sitter.Node]:
    listed = call.node.child_by_field_name("arguments")
    return [] if listed is None else listed.named_children
