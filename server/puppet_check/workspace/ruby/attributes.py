"""Parameters and properties of resource types: `newparam(:x) do ... end`, `newproperty`, `ensurable`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import tree_sitter

from puppet_check.workspace.ruby.comments import documentation
from puppet_check.workspace.ruby.literals import string, value, values
from puppet_check.workspace.ruby.prose import prose
from puppet_check.workspace.ruby.statements import Statement, statements
from puppet_check.workspace.ruby.tree import RubyCall, span_of_word
from puppet_check.workspace.ruby.values import UNKNOWN, Constant, Pattern, Scope, Value
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import Attribute

BOOLEAN = ("Puppet::Parameter::Boolean", "Puppet::Property::Boolean")
BOOLEAN_VALUES = ("true", "false", "yes", "no")
PLAIN_PARENTS = frozenset(
    """Puppet::Parameter Puppet::Parameter::Path Puppet::Property Puppet::Property::Ensure Puppet::Property::List
    Puppet::Property::OrderedList Puppet::Property::KeyValue""".split()
)
"""Parent classes that validate values only against the declared ones."""
PRESENT_ABSENT = ("present", "absent")
RAISES = lazy_pattern(rb"\b(?:raise|fail|Integer|Float)\b")
"""What code has that may refuse a value."""
OPENING = frozenset(
    ("include", "extend", "prepend", "class_eval", "instance_eval", "module_eval", "define_method", "send", "instance_exec")
)

TAKING = (b"validate", b"unsafe_validate", b"munge", b"unsafe_munge", b"value=", b"should=", b"set", b"initialize")
"""Methods that get the value of an attribute."""
ELSEWHERE = lazy_pattern(r"@\w|\bsuper\b|\b(?:resource|provider|self)\b")
"""Words of Ruby whose value depends on the resource."""
LONGEST_GUARD = 2_000
"""The number of characters of the longest block that is kept."""
PUPPET_MIXINS = ("Puppet::Util::", "Puppet::Parameter::", "Puppet::Property::", "FileUtils::")


class Values(NamedTuple):
    """Accepted values that a block declares, or may declare if `is_known` is false."""

    words: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    is_known: bool = True


class Mark(NamedTuple):
    """Another declaration of a block.

    `validates` or `munges` with the text of a block, `raises` for one that may refuse values and has no such text, `replaces`,
    `namevar`, or `doc` with its text.
    """

    kind: str
    text: str = ""


def attribute(call: RubyCall, statement: Statement, kind: str) -> Attribute | None:
    """The attribute that `newparam` or `newproperty` defines; None if its name is computed."""
    if not call.arguments:
        return None
    name = string(call.arguments[0], statement.scope)
    if name is None:
        return None
    start = span_of_word(call.arguments[0])[0]
    return _attribute(call, statement, Attribute(name, kind, start=start))


def ensure(call: RubyCall, statement: Statement) -> Attribute:
    """The attribute that `ensurable` defines."""
    made = Attribute("ensure", "property", start=call.node.start_byte)
    if call.block is None and not call.is_partial:
        return made._replace(values=PRESENT_ABSENT)
    return _attribute(call, statement, made)


def _attribute(call: RubyCall, statement: Statement, made: Attribute) -> Attribute:
    scope = statement.scope
    declared_values = list(_declarations(call.block or (), scope))
    marks = {each.kind: each.text for each in declared_values if isinstance(each, Mark)}
    parent = value(node, scope) if (node := call.option("parent")) else Constant("Puppet::Parameter")
    words, patterns, is_known = _merged([each for each in declared_values if isinstance(each, Values)])
    boolean = isinstance(parent, Constant) and parent.name in BOOLEAN and "munges" not in marks
    if boolean:
        words = tuple(dict.fromkeys((*BOOLEAN_VALUES, *words)))
    is_plain = isinstance(parent, Constant) and (boolean or parent.name in PLAIN_PARENTS)
    is_checked = is_known and is_plain and not call.is_partial and "validates" not in marks and bool(words or patterns)
    is_guarded = is_known and not call.is_partial and call.option("parent") is None and "replaces" not in marks
    return made._replace(
        values=words if is_checked else None,
        patterns=patterns if is_checked else (),
        namevar=(made.name == "name" and made.kind == "param") or "namevar" in marks or _holds(call.option("namevar"), scope),
        boolean=boolean,
        has_default=b"defaultto" in (call.node.text or b""),
        guards=tuple(filter(None, (marks.get("validates"), marks.get("munges")))) if is_guarded else (),
        unjudged=_unjudged(call, marks, parent, is_plain=is_plain, is_known=is_known),
        doc=marks.get("doc") or documentation(statement.comments).text,
    )


def _unjudged(call: RubyCall, marks: Mapping[str, str], parent: object, *, is_plain: bool, is_known: bool) -> str:
    """The code that may refuse values and that is not evaluated; empty without any."""
    if not is_known or call.is_partial or "replaces" in marks or "raises" in marks or marks.get("validates") == "":
        return "code that is not evaluated"
    return "" if is_plain else parent.name if isinstance(parent, Constant) else "another class"


def _declarations(nodes: Iterable[tree_sitter.Node], scope: Scope) -> Iterator[Values | Mark]:
    for statement in statements(nodes, scope.inner(())):
        node, call = statement.node, statement.call
        if node.type == "method":
            yield from _redefined(node)
        elif call is None or (call.subject is not None and call.receiver not in ("self", "self.class")):
            if b"newvalue" in (node.text or b"") and node.type not in ("singleton_method", "comment"):
                yield Values(is_known=False)
        else:
            yield from _called(call, statement)


def _called(call: RubyCall, statement: Statement) -> Iterator[Values | Mark]:
    scope = statement.scope
    match call.name:
        case "newvalues" | "newvalue" | "aliasvalue":
            arguments = values(call.arguments, scope)
            yield _values(arguments if call.name == "newvalues" else arguments[:1], statement.is_certain)
        case "defaultvalues":
            yield Values(PRESENT_ABSENT, is_known=statement.is_certain)
        case "desc" if call.arguments:
            yield Mark("doc", prose(call.arguments[0], scope))
        case "isnamevar":
            yield Mark("namevar")
        case "validate" if not _calls_super(call.node):
            yield Mark("validates", _guard(call, statement))
        case "validate":
            yield Mark("replaces")
        case "munge":
            guard = _guard(call, statement)
            yield Mark("munges", guard)
            if not guard and RAISES.search(call.node.text or b""):
                yield Mark("raises")
        case "include" | "extend" | "prepend" if all(is_of_puppet(value(each, scope)) for each in call.arguments):
            yield Mark("replaces")
        case name if name in OPENING:
            yield Values(is_known=False)


def _guard(call: RubyCall, statement: Statement) -> str:
    """The text of the block of `validate` or `munge`; empty if what it does with a value depends on more than the value."""
    block = call.node.child_by_field_name("block")
    text = (block.text or b"").decode("utf-8", "replace") if block is not None else ""
    is_simple = len(call.parameters) == 1 and statement.is_certain and not ELSEWHERE.search(text)
    return text if is_simple and len(text) <= LONGEST_GUARD else ""


def _redefined(node: tree_sitter.Node) -> Iterator[Mark]:
    name = (node.child_by_field_name("name") or node).text
    if name in TAKING:
        yield Mark("replaces")
    if name in (b"validate", b"unsafe_validate") and not _calls_super(node):
        yield Mark("validates")
    if name in (b"munge", b"unsafe_munge"):
        yield Mark("munges")


def _calls_super(node: tree_sitter.Node) -> bool:
    """Whether a method calls `super`."""
    return b"super" in (node.text or b"")


def _values(found: list[Value], is_certain: bool) -> Values:
    words, patterns, is_known = [], [], is_certain
    for each in found:
        match each:
            case Pattern(source):
                patterns.append(source)
            case None:
                words.append("")
            case bool():
                words.append(str(each).lower())
            case str() | int() | float():
                words.append(str(each))
            case _:
                is_known = False
    return Values(tuple(words), tuple(patterns), is_known)


def _merged(found: list[Values]) -> Values:
    words = dict.fromkeys(word for each in found for word in each.words)
    patterns = dict.fromkeys(pattern for each in found for pattern in each.patterns)
    return Values(tuple(words), tuple(patterns), all(each.is_known for each in found))


def is_of_puppet(found: Value) -> bool:
    """Whether a mixin is one of Puppet's own, which declare no values."""
    return isinstance(found, Constant) and f"{found.name}::".startswith(PUPPET_MIXINS)


def _holds(node: tree_sitter.Node | None, scope: Scope) -> bool:
    return node is not None and value(node, scope) not in (False, None, UNKNOWN)
