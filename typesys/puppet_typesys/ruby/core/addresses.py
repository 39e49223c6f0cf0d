"""IPAddr."""

from __future__ import annotations

import ipaddress
import re

from puppet_typesys.ruby.classes import CLASSES, integer_of, refuse, string_of
from puppet_typesys.ruby.core.enumerable import enumerator
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Object, Range, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import INSPECTED, TEXT, to_s

BITS = {4: 32, 6: 128}
FAMILIES = {4: 2, 6: 10}
"""The numbers of address families on Linux, `AF_INET` and `AF_INET6`."""
VERSIONS = {number: version for version, number in FAMILIES.items()}


def new(family: int, number: int, prefix: int, zone: str = "") -> Object:
    """An address with the length of its network's prefix."""
    made = Object(CLASSES["IPAddr"], [family, number, prefix])
    made.state["zone"] = zone
    return made


def parts(value: object) -> tuple[int, int, int]:
    """The family, number and length of the prefix of an address."""
    if isinstance(value, String):
        value = parsed(value.text)
    if not isinstance(value, Object) or not isinstance(value.held, list):
        raise Unsupported("method", "IPAddr of another value")
    family, number, prefix = value.held
    return family, number, prefix


def _invalid(message: str = "invalid address: ") -> None:
    refuse("IPAddr::InvalidAddressError", message)


def parsed(text: str) -> Object:
    """The address of a text, with the bits after its prefix cleared."""
    address, slash, length = text.partition("/")
    if address.startswith("[") and address.endswith("]"):
        address = address[1:-1]
    address, percent, _ = address.partition("%")
    if percent:
        raise Unsupported("method", "IPAddr with a zone")
    if not slash and not address:
        _invalid()
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        if re.fullmatch(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}", address) and all(int(each) < 256 for each in address.split(".")):
            _invalid("zero-filled number in IPv4 address is ambiguous: ")
        _invalid()
        raise
    family, number = found.version, int(found)
    return new(family, number, BITS[family]) if not slash else masked(family, number, length)


def masked(family: int, number: int, length: str) -> Object:
    """An address with a prefix, given by its length or as a mask."""
    bits = BITS[family]
    if re.fullmatch(r"[0-9]+", length):
        if len(length) > 1 and length[0] == "0":
            refuse("IPAddr::InvalidPrefixError", "leading zeros in prefix")
        prefix = int(length)
        if prefix > bits:
            refuse("IPAddr::InvalidPrefixError", f"invalid length: {number}")
    else:
        prefix = _prefix_of(parsed(length), length, number, family)
    return new(family, number >> (bits - prefix) << (bits - prefix), prefix)


def _prefix_of(mask: Object, text: str, number: int, family: int) -> int:
    kind, value, _ = parts(mask)
    if kind != family:
        raise Unsupported("method", "IPAddr with a mask of another family")
    inverted = (1 << BITS[family]) - 1 - value
    if inverted & (inverted + 1):
        refuse("IPAddr::InvalidPrefixError", f"invalid mask {text}: {number}")
    return BITS[family] - inverted.bit_length()


@method("IPAddr.", "new")
def _new(module: object, address: object = None, family: object = None) -> object:
    if not isinstance(address, String):
        return _numbered(address, family)
    found = parsed(address.text)
    if family in VERSIONS and parts(found)[0] != VERSIONS[integer_of(family)]:
        raise Unsupported("method", "IPAddr.new with another family")
    if family not in (None, 0, *VERSIONS):
        raise Unsupported("method", "IPAddr.new with an unknown family")
    return found


def _numbered(address: object, family: object) -> Object:
    """The address with a number."""
    if not (address is None or (isinstance(address, int) and not isinstance(address, bool))):
        raise Unsupported("method", "IPAddr.new of another value")
    if not (family is None or isinstance(family, int)):
        raise Unsupported("method", "IPAddr.new with an unknown family")
    version = VERSIONS.get(family or 0)
    if version is None:
        refuse("IPAddr::AddressFamilyError", f"unsupported address family: {family}" if family else "address family must be specified")
    number = address or 0
    if not 0 <= number < 1 << BITS[version]:
        _invalid()
    return new(version, number, BITS[version])


@method("IPAddr", "instance_variable_get")
def _instance_variable(value: object, name: object) -> object:
    family, number, prefix = parts(value)
    bits = BITS[family]
    known = {"@family": FAMILIES[family], "@addr": number, "@mask_addr": ((1 << prefix) - 1) << (bits - prefix)}
    found = known.get(to_s(name))
    if found is None:
        raise Unsupported("method", "IPAddr#instance_variable_get")
    return found


def _shown(value: object) -> str:
    family, number, _ = parts(value)
    found = ipaddress.IPv4Address(number) if family == 4 else ipaddress.IPv6Address(number)
    if isinstance(found, ipaddress.IPv6Address) and (found.ipv4_mapped is not None or (0 < number < 1 << 32 and number > 0xFFFF)):
        raise Unsupported("text of", "IPAddr")
    return str(found)


def _text(family: int, number: int) -> str:
    if family == 4:
        return str(ipaddress.IPv4Address(number))
    return ipaddress.IPv6Address(number).exploded


def _inspected(value: Object) -> str:
    family, number, prefix = parts(value)
    bits = BITS[family]
    mask = ((1 << prefix) - 1) << (bits - prefix)
    return f"#<IPAddr: IPv{family}:{_text(family, number)}/{_text(family, mask)}>"


TEXT["IPAddr"] = _shown
INSPECTED["IPAddr"] = _inspected


def _includes(value: object, other: object) -> bool:
    family, number, prefix = parts(value)
    kind, inner, inner_prefix = parts(other)
    shift = BITS[family] - prefix
    return kind == family and number >> shift == inner >> shift and inner_prefix >= prefix


def _limits(value: object) -> tuple[Object, Object]:
    family, number, prefix = parts(value)
    bits = BITS[family]
    return new(family, number, bits), new(family, number | ((1 << (bits - prefix)) - 1), bits)


method("IPAddr", "to_s")(lambda value: String(_shown(value)))
method("IPAddr", "to_string")(lambda value: String(_text(*parts(value)[:2])))
method("IPAddr", "reverse")(lambda value: String(ipaddress.ip_address(_text(*parts(value)[:2])).reverse_pointer))
method("IPAddr", "to_i")(lambda value: parts(value)[1])
method("IPAddr", "family")(lambda value: FAMILIES[parts(value)[0]])
method("IPAddr", "prefix")(lambda value: parts(value)[2])
method("IPAddr", "ipv4?")(lambda value: parts(value)[0] == 4)
method("IPAddr", "ipv6?")(lambda value: parts(value)[0] == 6)
method("IPAddr", "include?", "===")(_includes)


@method("IPAddr", "==")
def _equal(value: object, other: object) -> object:
    if isinstance(other, String):
        raise Unsupported("method", "IPAddr#== of a String")
    return isinstance(other, Object) and other.kind.name == "IPAddr" and parts(value)[:2] == parts(other)[:2]


def _order(value: object, other: object) -> int | None:
    family, number, _ = parts(value)
    kind, theirs, _ = parts(other)
    return None if family != kind else (number > theirs) - (number < theirs)


method("IPAddr", "<=>")(_order)
method("IPAddr", "<")(lambda value, other: _order(value, other) == -1)
method("IPAddr", ">")(lambda value, other: _order(value, other) == 1)
method("IPAddr", "<=")(lambda value, other: _order(value, other) in (-1, 0))
method("IPAddr", ">=")(lambda value, other: _order(value, other) in (1, 0))


@method("IPAddr", "mask")
def _mask(value: object, length: object) -> object:
    family, number, _ = parts(value)
    return masked(family, number, string_of(length) if isinstance(length, String) else str(integer_of(length)))


def _set(value: object, number: int) -> Object:
    """The address with another number, in a network of the same size."""
    family, _, prefix = parts(value)
    if not 0 <= number < 1 << BITS[family]:
        raise Unsupported("method", "IPAddr of a number out of range")
    return new(family, number, prefix)


def _number_beside(value: object, other: object) -> int:
    """The number of the other operand: of an address, of a text that has one, or itself."""
    family, _, _ = parts(value)
    if isinstance(other, int) and not isinstance(other, bool):
        return parts(_set(new(family, 0, BITS[family]), other))[1]
    return parts(other)[1]


method("IPAddr", "|")(lambda value, other: _set(value, parts(value)[1] | _number_beside(value, other)))
method("IPAddr", "&")(lambda value, other: _set(value, parts(value)[1] & _number_beside(value, other)))
method("IPAddr", "~")(lambda value: _set(value, ~parts(value)[1] & ((1 << BITS[parts(value)[0]]) - 1)))
method("IPAddr", ">>")(lambda value, count: _set(value, parts(value)[1] >> integer_of(count)))


@method("IPAddr", "<<")
def _shifted_left(value: object, count: object) -> object:
    family, number, _ = parts(value)
    return _set(value, number << min(integer_of(count), BITS[family]) & ((1 << BITS[family]) - 1))


@method("IPAddr", "succ")
def _succ(value: object) -> object:
    family, number, prefix = parts(value)
    return new(family, number + 1, prefix)


class AddressRange(Range):
    """The Range of the addresses of a network."""

    __slots__ = ()


@method("IPAddr", "to_range")
def _to_range(value: object) -> object:
    low, high = _limits(value)
    return Object(CLASSES["IPAddr::Addresses"], (low, high))


method("IPAddr::Addresses", "begin", "min")(lambda value: value.holding(tuple)[0])
method("IPAddr::Addresses", "end", "max")(lambda value: value.holding(tuple)[1])


@yields("IPAddr::Addresses", "first")
def _first(machine: Machine, block: AnyProc | None, value: Object, count: object = None) -> object:
    low, high = value.holding(tuple)
    if count is None:
        return low
    (family, start, prefix), (_, end, _) = parts(low), parts(high)
    return _listed(machine, family, start, min(end, start + _size(count) - 1), prefix)


@yields("IPAddr::Addresses", "last")
def _last(machine: Machine, block: AnyProc | None, value: Object, count: object = None) -> object:
    low, high = value.holding(tuple)
    if count is None:
        return high
    (family, start, prefix), (_, end, _) = parts(low), parts(high)
    return _listed(machine, family, max(start, end - _size(count, "") + 1), end, prefix)


def _size(count: object, reason: str = " (or size too big)") -> int:
    found = integer_of(count)
    if found < 0:
        refuse("ArgumentError", f"negative array size{reason}")
    return found


def _listed(machine: Machine, family: int, low: int, high: int, prefix: int) -> list[object]:
    """The addresses from one number to another."""
    if high - low > 70_000:
        raise Unsupported("size of", "an Array")
    machine.spend(max(high - low, 0))
    return [new(family, each, prefix) for each in range(low, high + 1)]


@yields("IPAddr::Addresses", "to_a")
def _to_a(machine: Machine, block: AnyProc | None, value: Object) -> object:
    (family, low, prefix), (_, high, _) = map(parts, value.holding(tuple))
    return _listed(machine, family, low, high, prefix)


@yields("IPAddr::Addresses", "each", "map")
def _each(machine: Machine, block: AnyProc | None, value: Object) -> object:
    found = _to_a(machine, None, value)
    return machine.send(found, "map", [], block) if block is not None else enumerator(found if isinstance(found, list) else [])
