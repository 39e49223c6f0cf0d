"""The bare names in the Ruby of a template that nothing defines, by the scopes of Ruby's local variables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from puppet_check.workspace.ruby.tree import text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.native import existing

if TYPE_CHECKING:
    from tree_sitter import Node

OF_RESULT = frozenset(("string", "template_source", "escaped_template_source", "result", "template"))
"""The local variables of the method that fills in a template, which the template sees."""
UNCERTAIN = frozenset("case_match begin_block end_block alias undef super yield".split())
"""Nodes of which the rest of the text depends in ways that are not followed."""
OTHER_METHODS = frozenset(
    "require require_relative load include extend instance_eval instance_exec class_eval eval binding define_method method_missing".split()
)
"""Functions that may define names."""
KEYWORDS = {"elif": "elsif", "elseif": "elsif"}
"""Keywords of other languages, which call methods in Ruby."""
WITH_ARGUMENTS = frozenset("autoload exec format open select spawn sprintf syscall system test trap".split())
"""The functions of Ruby that fail without arguments."""
BLOCKS = frozenset(("block", "do_block", "lambda"))
APART = frozenset(("method", "singleton_method", "class", "module", "singleton_class"))
ASSIGNMENTS = frozenset(("assignment", "operator_assignment"))
RESCUED = frozenset(("rescue_modifier", "rescue"))
NAMED_GROUP = lazy_pattern(r"\(\?<([a-z_]\w*)>")
NAME = lazy_pattern(r"[a-z]\w*\Z")
NUMBERED = frozenset(("it", *(f"_{number}" for number in range(1, 10))))


class Bare(NamedTuple):
    """A bare name that is neither a local variable nor a method."""

    node: Node
    name: str
    was_local: bool
    """Whether it is a variable of a block that has ended."""
    is_call: bool = False
    """Whether it is called with arguments."""


@cache
def known_methods() -> frozenset[str]:
    """The methods that can be called without a receiver in a template."""
    return existing("Object") | existing("Object private") | existing("Puppet::Parser::TemplateWrapper")


def bare_names(root: Node) -> list[Bare]:
    """The bare names of a template in order; none if other code may define names."""
    walk = _Walk(own_methods(root))
    try:
        walk.visit(root, [{*OF_RESULT}], is_quiet=False)
    except (UncertainError, RecursionError):
        return []
    return [each._replace(was_local=each.name in walk.ended) for each in walk.found]


class UncertainError(Exception):
    """Raised at code that may define any name."""


def own_methods(root: Node) -> set[str]:
    """The names of the methods that a template defines."""
    waiting, found = [root], set[str]()
    while waiting:
        node = waiting.pop()
        if node.type in ("method", "singleton_method"):
            found.add(text(node.child_by_field_name("name")))
        waiting += node.named_children
    return found


class _Walk:
    """Follows the local variables of a template in the order of its text."""

    def __init__(self, methods: set[str]) -> None:
        self.methods = methods
        self.found: list[Bare] = []
        self.ended: set[str] = set()
        """The variables of blocks that have ended."""
        self.asked: set[str] = set()
        """The names that the template asks for before it reads them."""

    def visit(self, node: Node, scopes: list[set[str]], *, is_quiet: bool) -> None:
        kind = node.type
        if kind in UNCERTAIN:
            raise UncertainError
        if kind == "identifier":
            self._read(node, scopes, is_quiet=is_quiet)
        elif kind in ASSIGNMENTS:
            self._declare(node.child_by_field_name("left"), scopes, is_quiet=is_quiet)
            right = node.child_by_field_name("right")
            if right is not None:
                self.visit(right, scopes, is_quiet=is_quiet)
        elif kind in BLOCKS:
            inner = [*scopes, {*NUMBERED}]
            self._children(node, inner, is_quiet=is_quiet)
            self.ended |= inner[-1] - NUMBERED
        elif kind in APART:
            self._children(node, [set()], is_quiet=is_quiet, without=node.child_by_field_name("name"))
        elif kind.endswith("parameters"):
            self._declare_all(node, scopes)
        elif kind == "call":
            self._call(node, scopes, is_quiet=is_quiet)
        else:
            self._other(node, scopes, is_quiet=is_quiet)

    def _other(self, node: Node, scopes: list[set[str]], *, is_quiet: bool) -> None:
        match node.type:
            case "for":
                self._declare_all(node.child_by_field_name("pattern"), scopes)
            case "exception_variable":
                self._declare_all(node, scopes)
                return
            case "scope_resolution":
                self._children(node, scopes, is_quiet=is_quiet, without=node.child_by_field_name("name"))
                return
            case "unary" if text(node.child_by_field_name("operator")) == "defined?":
                self.asked |= {text(each) for each in _identifiers(node)}
                return
            case "binary" if text(node.child_by_field_name("operator")) == "=~":
                scopes[-1].update(NAMED_GROUP.findall(text(node.child_by_field_name("left"))))
        is_quiet = is_quiet or any(each.type in RESCUED for each in (node, *node.named_children))
        self._children(node, scopes, is_quiet=is_quiet)

    def _children(self, node: Node, scopes: list[set[str]], *, is_quiet: bool, without: Node | None = None) -> None:
        for each in node.named_children:
            if each != without:
                self.visit(each, scopes, is_quiet=is_quiet)

    def _call(self, node: Node, scopes: list[set[str]], *, is_quiet: bool) -> None:
        method = node.child_by_field_name("method")
        receiver = node.child_by_field_name("receiver")
        if receiver is None and text(method) in OTHER_METHODS:
            raise UncertainError
        if receiver is None and method is not None and text(method) in KEYWORDS and text(method) not in self.methods:
            self.found.append(Bare(method, text(method), was_local=False))
        elif receiver is None and method is not None and not is_quiet and self._is_no_method(text(method), scopes):
            self.found.append(Bare(method, text(method), was_local=False, is_call=True))
        if text(method) in ("respond_to?", "local_variables", "binding", "instance_eval"):
            raise UncertainError
        self._children(node, scopes, is_quiet=is_quiet, without=method)

    def _is_no_method(self, name: str, scopes: list[set[str]]) -> bool:
        """Whether a call without a receiver calls nothing that a template can call."""
        if name in self.methods or name in known_methods() or name in self.asked or not NAME.match(name):
            return False
        return not any(name in each for each in scopes)

    def _read(self, node: Node, scopes: list[set[str]], *, is_quiet: bool) -> None:
        name = text(node)
        if name in OTHER_METHODS:
            raise UncertainError
        if is_quiet or name in self.asked or any(name in each for each in scopes):
            return
        is_unknown = name not in known_methods() and not name.startswith("_") and name[-1] not in "?!"
        if name not in self.methods and (is_unknown or name in WITH_ARGUMENTS):
            self.found.append(Bare(node, name, was_local=False))

    def _declare(self, left: Node | None, scopes: list[set[str]], *, is_quiet: bool) -> None:
        if left is None:
            return
        if left.type == "identifier":
            scopes[-1].add(text(left))
        elif left.type in ("left_assignment_list", "rest_assignment", "destructured_left_assignment"):
            for each in left.named_children:
                self._declare(each, scopes, is_quiet=is_quiet)
        else:
            self.visit(left, scopes, is_quiet=is_quiet)

    def _declare_all(self, node: Node | None, scopes: list[set[str]]) -> None:
        scopes[-1].update(text(each) for each in _identifiers(node))


def _identifiers(node: Node | None) -> Iterator[Node]:
    waiting = [] if node is None else [node]
    while waiting:
        current = waiting.pop()
        if current.type == "identifier":
            yield current
        waiting += current.named_children
