"""What an ERB template does with the variables of its scope whenever it is filled in: outside of blocks and methods.

What it does under conditions counts if these only depend on variables; conditions are as in `values/condition.py`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache

import tree_sitter

from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.erb_code import CompiledTemplate
from puppet_typesys.ruby.syntax import RubyLimit, parse
from puppet_typesys.values.condition import Condition, variables

LONGEST = 1 << 16
"""The bytes of the longest template that is read; a longer one is hardly written by hand."""
NEWLINE = lazy_pattern(rb"\n")
BRANCHES = frozenset(
    """if unless elsif else while until for case case_match if_modifier unless_modifier while_modifier until_modifier conditional begin
    rescue_modifier block do_block lambda method singleton_method class singleton_class module when ensure rescue""".split()
)
"""Nodes of which a part may not be run, or whose errors may be rescued."""
LEAVING = frozenset(("return", "next", "break", "redo", "retry"))
LEAVING_METHODS = frozenset(
    ("throw", "raise", "fail", "exit", "require", "load", "binding", "eval", "instance_eval", "instance_variable_set")
)
"""Functions after which other statements may not run, and those that may change variables or classes."""
LOGICAL = frozenset(("&&", "||", "and", "or"))
CONDITIONAL = {"if": True, "unless": False, "elsif": True, "if_modifier": True, "unless_modifier": False, "conditional": True}
"""Nodes with a condition, and what that is where their first part is run."""
TESTED_CLASSES = frozenset(("String", "Array", "Hash", "Integer"))
DEEPEST = 8
"""How many conditions may be around a use, and how deep one may be."""
OPERATORS = frozenset(("+", "-", "*", "/", "%", "<<", "<", ">", "<=", ">=", "&", "|", "=~"))


class Use(NamedTuple):
    """A use of a variable."""

    variable: str
    line: int
    """The line of the template, from 1."""
    method: str | None = None
    """The method that is called on its value; None if the value is only read."""
    is_looked_up: bool = False
    """Whether it is read by `scope['x']` or `scope.lookupvar('x')`, for which it has to exist."""
    is_added: bool = False
    """Whether its value is added to a String."""
    when: tuple[Condition, ...] = ()
    """The conditions on which it happens."""


@lru_cache(256)
def certain_uses(template: str) -> tuple[Use, ...]:
    """The uses of variables in order; none if the template is not valid, or if it may be left before its end."""
    source = template.encode("utf-8", "surrogateescape")
    if len(source) > LONGEST:
        return ()
    ruby = CompiledTemplate(source)
    try:
        root = parse(ruby.code).root_node
    except (RubyLimit, RecursionError):
        return ()
    if root.has_error:
        return ()
    nodes = list(_all(root))
    if any(each.type in LEAVING or (each.type == "identifier" and _text(each) in LEAVING_METHODS) for each in nodes):
        return ()
    assigned = {_text(each.child_by_field_name("left")) for each in nodes if each.type in ("assignment", "operator_assignment")}
    assigned |= {_text(inner) for each in nodes if each.type == "left_assignment_list" for inner in each.named_children}

    ends = [each.start() for each in NEWLINE.finditer(source)]

    def line(node: tree_sitter.Node) -> int:
        return bisect_left(ends, ruby.place(node.start_byte)) + 1

    return tuple(
        use._replace(when=when)
        for each, when in _nodes(root)
        for use in _uses(each, line)
        if f"@{use.variable}" not in assigned and not assigned.intersection(f"@{name}" for one in when for name in variables(one))
    )


def _text(node: tree_sitter.Node | None) -> str:
    return "" if node is None else (node.text or b"").decode("utf-8", "replace")


def _all(root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.named_children)


def _nodes(root: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, tuple[Condition, ...]]]:
    """The nodes that are evaluated whenever some conditions hold, in order."""
    waiting: list[tuple[tree_sitter.Node, tuple[Condition, ...]]] = [(root, ())]
    while waiting:
        node, when = waiting.pop()
        if node.type in CONDITIONAL:
            waiting += reversed([*_parts(node, when)])
            continue
        yield node, when
        operator = _text(node.child_by_field_name("operator"))
        if node.type == "binary" and operator in LOGICAL:
            waiting += reversed([*_operands(node, operator, when)])
        elif node.type != "operator_assignment" and operator not in ("&.", "defined?"):
            waiting += [(each, when) for each in reversed(node.named_children) if each.type not in BRANCHES or each.type in CONDITIONAL]


def _operands(
    node: tree_sitter.Node, operator: str, when: tuple[Condition, ...]
) -> Iterator[tuple[tree_sitter.Node, tuple[Condition, ...]]]:
    """The first operand of a logical operator, and the second if whether it is evaluated only depends on variables."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return
    yield left, when
    first = condition_of(left)
    if first is not None and len(when) < DEEPEST:
        yield right, (*when, first if operator in ("&&", "and") else ("not", first))


def _parts(node: tree_sitter.Node, when: tuple[Condition, ...]) -> Iterator[tuple[tree_sitter.Node, tuple[Condition, ...]]]:
    """The condition of a node, and its branches if that only depends on variables."""
    tested = node.child_by_field_name("condition")
    if tested is None:
        return
    yield tested, when
    condition = condition_of(tested)
    if condition is None or len(when) >= DEEPEST:
        return
    first = condition if CONDITIONAL[node.type] else ("not", condition)
    second = ("not", condition) if CONDITIONAL[node.type] else condition
    for name, needed in (("consequence", first), ("body", first), ("alternative", second)):
        branch = node.child_by_field_name(name)
        if branch is not None:
            yield branch, (*when, needed)


def condition_of(node: tree_sitter.Node | None, depth: int = DEEPEST) -> Condition | None:
    """A condition that only depends on variables; None for others, and for one with very many parts."""
    if node is None or not depth:
        return None
    if node.type == "instance_variable":
        return ("var", _text(node).removeprefix("@"))
    named = node.named_children
    if node.type == "parenthesized_statements":
        return condition_of(named[0], depth - 1) if len(named) == 1 else None
    operator = _text(node.child_by_field_name("operator"))
    if node.type == "unary" and operator in ("!", "not"):
        inner = condition_of(node.child_by_field_name("operand"), depth - 1)
        return None if inner is None else ("not", inner)
    if node.type == "binary":
        return _of_operator(node.child_by_field_name("left"), operator, node.child_by_field_name("right"), depth - 1)
    if node.type == "call" and operator != "&.":
        return _of_method(node)
    return None


def _of_operator(left: tree_sitter.Node | None, operator: str, right: tree_sitter.Node | None, depth: int) -> Condition | None:
    if left is None or right is None:
        return None
    if operator in LOGICAL:
        both = condition_of(left, depth), condition_of(right, depth)
        return None if both[0] is None or both[1] is None else ("and" if operator in ("&&", "and") else "or", both[0], both[1])
    if operator not in ("==", "!=") or left.type != "instance_variable":
        return None
    equal = _equal(_text(left).removeprefix("@"), right)
    return equal if equal is None or operator == "==" else ("not", equal)


def _equal(name: str, right: tree_sitter.Node) -> Condition | None:
    if right.type == "simple_symbol":
        return ("is", name, "Symbol")  # No value of a variable is one, so this never holds.
    if right.type in ("nil", "true", "false"):
        return ("==", name, {"nil": None, "true": True, "false": False}[right.type])
    if right.type != "string" or any(each.type != "string_content" for each in right.named_children):
        return None
    return ("==", name, "".join(map(_text, right.named_children)))


def _of_method(node: tree_sitter.Node) -> Condition | None:
    receiver, method = node.child_by_field_name("receiver"), _text(node.child_by_field_name("method"))
    given = node.child_by_field_name("arguments")
    if receiver is None or receiver.type != "instance_variable":
        return None
    name = _text(receiver).removeprefix("@")
    if given is None:
        return {"nil?": ("nil", name), "empty?": ("empty", name)}.get(method)
    tested = _text(given).strip("() ")
    return ("is", name, tested) if method in ("is_a?", "kind_of?") and tested in TESTED_CLASSES else None


def _uses(node: tree_sitter.Node, line: Callable[[tree_sitter.Node], int]) -> Iterator[Use]:
    """The uses that a node is."""
    read = _looked_up(node)
    if read is not None:
        yield Use(read, line(node), is_looked_up=True)
    elif node.type == "call" and _text(node.child_by_field_name("operator")) != "&.":
        yield from _use(node.child_by_field_name("receiver"), _text(node.child_by_field_name("method")), line(node))
    elif node.type == "element_reference":
        yield from _use(node.child_by_field_name("object"), "[]", line(node))
    elif node.type == "binary":
        left, operator = node.child_by_field_name("left"), _text(node.child_by_field_name("operator"))
        if operator in OPERATORS:
            yield from _use(left, operator, line(node))
        if operator == "+" and left is not None and left.type == "string":
            yield from (each._replace(method=None, is_added=True) for each in _use(node.child_by_field_name("right"), "+", line(node)))


def _use(receiver: tree_sitter.Node | None, method: str, line: int) -> Iterator[Use]:
    if receiver is not None and receiver.type == "instance_variable":
        yield Use(_text(receiver).removeprefix("@"), line, method)
    elif receiver is not None and (name := _looked_up(receiver)) is not None:
        yield Use(name, line, method)


def _looked_up(node: tree_sitter.Node) -> str | None:
    """The name of the variable that `scope['x']` or `scope.lookupvar('x')` reads."""
    found = key_read(node)
    return found[1] if found is not None and _text(found[0]) == "scope" else None


def key_read(node: tree_sitter.Node) -> tuple[tree_sitter.Node, str] | None:
    """The subject and the key of `subject['key']` and `subject.lookupvar('key')`; None for other nodes."""
    if node.type == "element_reference":
        subject, given = node.child_by_field_name("object"), node.named_children[1:]
    elif node.type == "call" and _text(node.child_by_field_name("method")) == "lookupvar":
        subject, listed = node.child_by_field_name("receiver"), node.child_by_field_name("arguments")
        given = [] if listed is None else listed.named_children
    else:
        return None
    if subject is None or len(given) != 1 or given[0].type != "string":
        return None
    parts = given[0].named_children
    return (subject, _text(parts[0])) if len(parts) == 1 and parts[0].type == "string_content" else None
