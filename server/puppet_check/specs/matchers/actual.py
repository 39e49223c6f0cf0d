"""Values of catalogs as matchers see them, compared with values of Ruby as rspec-puppet compares them."""

from __future__ import annotations

from puppet_check.specs.machine import SpecMachine
from puppet_check.specs.manifest import SENSITIVE
from puppet_check.specs.outcomes import Undecided
from puppet_typesys.ruby.convert import from_puppet
from puppet_typesys.ruby.objects import Hash, NativeProc, Object, Proc, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.types import model
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.default import Default
from puppet_typesys.values.hash import Hash as PuppetHash
from puppet_typesys.values.reference import Reference
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown


def is_met(machine: SpecMachine, expected: object, actual: object, *, should: bool) -> bool:
    """Whether the value of a parameter is as expected. Raises Undecided if it is unknown."""
    if isinstance(actual, Unknown):
        raise Undecided("the value of a parameter")
    if isinstance(expected, list) and not isinstance(actual, tuple):
        actual = (actual,)
    return _check(machine, expected, actual, should)


def _check(machine: SpecMachine, expected: object, actual: object, should: bool) -> bool:
    if isinstance(actual, Unknown):
        raise Undecided("a part of the value of a parameter")
    if not isinstance(expected, Proc | NativeProc) and actual is None and expected is not None:
        return False
    match expected:
        case Proc() | NativeProc():
            return machine.call_proc(expected, [ruby(actual)]) is should
        case Regexp():
            return (expected.match(text(actual)) is not None) is should
        case Hash():
            return _check_hash(machine, expected, actual, should)
        case list():
            if isinstance(actual, tuple) is not should or (len(expected) == len(actual)) is not should:  # type: ignore[arg-type]  # a tuple
                return False
            return all(_check(machine, one, other, should) for one, other in zip(expected, actual, strict=False))  # type: ignore[call-overload]  # as above
        case Object() if expected.kind.name == SENSITIVE:
            return isinstance(actual, Sensitive) and _is_same(machine, expected.held, actual.value)
        case Object():
            raise Unsupported("expected value", expected.kind.name)
    return (to_s(expected) == text(actual)) is should


def _is_same(machine: SpecMachine, expected: object, actual: object) -> bool:
    """Whether what two sensitive values hold is equal."""
    if contains_unknown(actual):
        raise Undecided("a sensitive value")
    if isinstance(expected, Regexp):
        if not isinstance(actual, str):
            raise Unsupported("comparison with", "a sensitive value")
        return expected.match(actual) is not None
    from puppet_typesys.ruby.equality import equal  # only for sensitive values

    return equal(expected, ruby(actual))


def _check_hash(machine: SpecMachine, expected: Hash, actual: object, should: bool) -> bool:
    if isinstance(actual, PuppetHash) is not should:
        return False
    if not isinstance(actual, PuppetHash):
        raise Unsupported("expected value", "a Hash that is not to match")
    if (len(expected) == len(actual)) is not should:
        return False
    known = from_keys(actual)
    return all(_check(machine, value, known.get(at), should) for at, (_, value) in expected.entries.items())


def from_keys(actual: PuppetHash) -> dict[object, object]:
    """The values of a Hash of Puppet by the identities that keys have in Ruby."""
    from puppet_typesys.ruby.equality import key_of  # only for Hashes

    return {key_of(from_puppet(key)): value for key, value in actual.items()}


def ruby(actual: object) -> object:
    """A value of a catalog as a value of Ruby. Raises Undecided if it is unknown."""
    if contains_unknown(actual):
        raise Undecided("the value of a parameter")
    return from_puppet(_plain(actual))


def _plain(actual: object) -> object:
    if isinstance(actual, model.Resource | model.Class):
        return Reference(*reference(actual))
    if isinstance(actual, tuple):
        return tuple(map(_plain, actual))
    if isinstance(actual, PuppetHash):
        return PuppetHash([(key, _plain(value)) for key, value in actual.items()])
    return actual


def reference(actual: model.Resource | model.Class) -> tuple[str, str]:
    """The type and the title of a reference."""
    if isinstance(actual, model.Class):
        return "Class", capitalize_segments(actual.class_name or "")
    return str(actual.type_name), str(actual.title)


def text(actual: object) -> str:
    """A value of a catalog as `to_s` shows it. Raises Undecided if it is unknown."""
    match actual:
        case str():
            return actual
        case Unknown():
            raise Undecided("the value of a parameter")
        case model.Resource() | model.Class() if not isinstance(actual, model.Resource) or actual.title is not None:
            return "{}[{}]".format(*reference(actual))
        case Default():
            return "default"
        case Sensitive():
            return "Sensitive [value redacted]"
        case tuple() if any(isinstance(each, model.Resource | model.Class) for each in actual):
            raise Unsupported("text of", "references")
    try:
        return to_s(ruby(actual))
    except UnknownValue:
        raise Undecided("the value of a parameter") from None


__all__ = ["String"]
