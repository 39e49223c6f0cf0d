"""What the block `validate` of a resource type in Ruby says about a whole resource, which an agent runs when it gets a catalog."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import tree_sitter

from puppet_typesys.ruby.alone import Alone
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.compiling.file import compiled
from puppet_typesys.ruby.convert import from_puppet
from puppet_typesys.ruby.core.objects import name_of_method
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Jump, Object, Proc, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Meter, Unsupported
from puppet_typesys.ruby.shown import message_of, to_s
from puppet_typesys.ruby.syntax import RubyLimit, parse
from puppet_typesys.values.errors import MessageError
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

TYPE = "Puppet::Type"


class Refused(NamedTuple):
    """The exception with which a type refuses a resource."""

    kind: str
    """The class of the exception."""
    message: str


class Doubtful(NamedTuple):
    """Why it is not known whether a type refuses a resource."""

    reason: str


UNSAID = object()
"""A default that is computed."""


class Attribute(NamedTuple):
    """An attribute of a type, as far as its value in a resource depends on that."""

    words: frozenset[str]
    """The values that become Symbols."""
    default: object
    """The value that it gets if it is not set: nil, a literal, or `UNSAID`."""
    is_changed: bool = False
    """Whether its code changes the value in a way that is not known."""
    munge: str = ""
    """The block that changes the value."""
    is_checked: bool = False
    """Whether its code may refuse the value."""
    is_one: bool = False
    """Whether it is a property that has the first value of an Array."""
    is_boolean: bool = False
    """Whether its value becomes true or false, as the class `Puppet::Parameter::Boolean` has it."""
    is_several: bool = False
    """Whether it is a property that has an Array of values."""


PRESENCE = Attribute(frozenset(("present", "absent")), UNSAID)
"""The property `ensure` that `ensurable` without a block makes."""


class Validation(NamedTuple):
    """The block of a type that looks at whole resources, and its attributes."""

    block: str
    attributes: Mapping[str, Attribute]


class Seen(NamedTuple):
    """A resource that is looked at."""

    title: str
    values: Mapping[str, object]
    validation: Validation
    changed: dict[str, object]
    """The values in Ruby that the block itself has set."""


def refusal(text: str, title: str, values: Mapping[str, object], meter: Meter) -> Refused | Doubtful | None:
    """Why the type in the text of a file refuses a resource with some values, which are those of Puppet; None if it does not."""
    validation = validation_in(text)
    if validation is None:
        return None
    with meter.metered():
        try:
            with Machine(Alone(), meter, compiled) as machine:
                block = machine.run(f"lambda {validation.block}")
                assert isinstance(block, Proc)
                machine.call_with_self(block, Object(CLASSES[TYPE], Seen(title, values, validation, {})), [], strict=True)
        except Raised as raised:
            return _refused(raised)
        except Unsupported as reason:
            return Doubtful(str(reason))
        except (UnknownValue, RecursionError, Jump, MessageError):
            return Doubtful("an unknown value")
    return None


def _refused(raised: Raised) -> Refused | Doubtful:
    kind = raised.value.kind.name
    if raised.origin is not None or kind in ("NoMethodError", "NameError", "TypeError"):
        return Doubtful(kind)
    try:
        return Refused(kind, message_of(raised.value))
    except Unsupported as reason:
        return Doubtful(str(reason))


@yields(TYPE, "[]", "value", "should", keeps=True)
def _value(machine: Machine, block: AnyProc | None, resource: Object, name: object) -> object:
    """The value of an attribute."""
    seen, word = resource.held, name_of_method(name)
    if not isinstance(seen, Seen):
        raise Unsupported("method", "Puppet::Type#[]")
    if word in seen.changed:
        return seen.changed[word]
    given = seen.values.get(word)
    known = seen.validation.attributes.get(word)
    if isinstance(given, Unknown) or contains_unknown(given):
        raise UnknownValue
    if given is None:
        if known is None or known.default is UNSAID:
            raise Unsupported("default of", word)
        given = known.default
        if given is None:
            return None
    if known is None or known.is_changed or ((known.is_one or known.munge) and isinstance(given, tuple)):
        raise Unsupported("value of", word)
    if known.munge:
        change = machine.run(f"lambda {known.munge}")
        assert isinstance(change, Proc)
        return machine.call_with_self(change, Object(CLASSES["Puppet::Parameter"]), [from_puppet(given)], strict=True)
    if known.is_boolean:
        return _boolean(given)
    if known.is_several and not isinstance(given, tuple):
        given = (given,)
    text = str(given).lower() if isinstance(given, bool) else given
    if isinstance(text, str) and text in known.words:
        return Symbol.named(text)
    if known.words and not isinstance(given, str):
        raise Unsupported("value of", word)
    return from_puppet(given)


def _boolean(value: object) -> bool:
    word = str(value).lower() if isinstance(value, bool) else value
    if word not in ("true", "yes", "false", "no"):
        raise Unsupported("value of", "a Boolean")
    return word in ("true", "yes")


@yields(TYPE, "[]=")
def _set(machine: Machine, block: AnyProc | None, resource: Object, name: object, value: object) -> object:
    """Set an attribute that takes the value as it is."""
    seen, word = resource.held, name_of_method(name)
    known = seen.validation.attributes.get(word) if isinstance(seen, Seen) else None
    is_plain = known is not None and not (known.is_changed or known.munge or known.is_checked or known.is_one or known.is_several)
    if not isinstance(seen, Seen) or known is None or not is_plain or value is None:
        raise Unsupported("setting", word)
    if not known.words:
        seen.changed[word] = value
    elif isinstance(value, String | Symbol) and to_s(value) in known.words:
        seen.changed[word] = Symbol.named(to_s(value))
    else:
        raise Unsupported("setting", word)
    return value


@yields(TYPE, "title", keeps=True)
def _title(machine: Machine, block: AnyProc | None, resource: Object) -> object:
    """The title."""
    if not isinstance(resource.held, Seen):
        raise Unsupported("method", "Puppet::Type#title")
    return from_puppet(resource.held.title)


@yields(TYPE, "warning", "notice", "info", "debug", keeps=True)
def _log(machine: Machine, block: AnyProc | None, resource: Object, *messages: object) -> object:
    """Log a message."""
    return None


# ---- the text of a type


@lru_cache(256)
def validation_in(text: str) -> Validation | None:
    """The validation of whole resources of the type in a text; None without one."""
    if "validate" not in text:
        return None
    try:
        root = parse(text.encode("utf-8", "surrogatepass")).root_node
    except RubyLimit:
        return Validation("{ raise }", {})
    body = _body_of_type(root)
    if body is None:
        return None
    block = None
    attributes: dict[str, Attribute] = {}
    for call in _calls(body):
        word = _text(call.child_by_field_name("method"))
        inner = call.child_by_field_name("block")
        if word == "validate" and inner is not None:
            block = _text(inner)
        elif word in ("newparam", "newproperty"):
            attributes[_first_word(call)] = _attribute(
                inner, _text(call.child_by_field_name("arguments")), is_property=word == "newproperty"
            )
        elif word == "ensurable":
            attributes["ensure"] = PRESENCE if inner is None else _attribute(inner, "", is_property=True)
    for each in body.named_children:
        if each.type == "identifier" and _text(each) == "ensurable":
            attributes["ensure"] = PRESENCE
    return None if block is None else Validation(block, attributes)


def _body_of_type(root: tree_sitter.Node) -> tree_sitter.Node | None:
    """The body of the block of `newtype`."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type == "call" and _text(node.child_by_field_name("method")) == "newtype":
            block = node.child_by_field_name("block")
            return None if block is None else block.child_by_field_name("body")
        waiting += reversed(node.named_children)
    return None


def _calls(body: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    return (each for each in body.named_children if each.type == "call" and each.child_by_field_name("receiver") is None)


def _attribute(block: tree_sitter.Node | None, arguments: str, *, is_property: bool) -> Attribute:
    """An attribute by its block, and the text of the arguments that it is made with."""
    text = _text(block)
    words: set[str] = set()
    body = None if block is None else block.child_by_field_name("body")
    munge = ""
    for call in () if body is None else _calls(body):
        if _text(call.child_by_field_name("method")) == "munge":
            munge = _text(call.child_by_field_name("block"))
        if _text(call.child_by_field_name("method")) in ("newvalues", "newvalue"):
            listed = call.child_by_field_name("arguments")
            words |= {_text(each).strip(":'\"") for each in (listed.named_children if listed is not None else ()) if each.type != "regex"}
    default = _default(body) if "defaultto" in text else UNSAID if "defaultvalues" in text else None
    changes = text.count("munge") - bool(munge)
    is_boolean = "Puppet::Parameter::Boolean" in arguments and not changes and not munge
    is_changed = changes > 0 or ("parent" in arguments and not is_boolean)
    is_several = is_property and "array_matching" in arguments
    return Attribute(
        frozenset(words),
        default,
        is_changed=is_changed,
        munge=munge,
        is_checked="validate" in text or is_boolean,
        is_boolean=is_boolean,
        is_one=is_property and not is_several,
        is_several=is_several,
    )


def _default(body: tree_sitter.Node | None) -> object:
    """The literal that `defaultto` names."""
    for call in () if body is None else _calls(body):
        listed = call.child_by_field_name("arguments")
        if _text(call.child_by_field_name("method")) == "defaultto" and listed is not None and len(listed.named_children) == 1:
            node = listed.named_children[0]
            text = _text(node)
            if node.type in ("true", "false", "nil"):
                return {"true": True, "false": False, "nil": None}[node.type]
            if node.type == "simple_symbol" or (node.type == "string" and "#{" not in text and "\\" not in text):
                return text.strip(":'\"")
    return UNSAID


def _first_word(call: tree_sitter.Node) -> str:
    listed = call.child_by_field_name("arguments")
    first = listed.named_children[0] if listed is not None and listed.named_children else None
    return _text(first).strip(":'\"")


def _text(node: tree_sitter.Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""
