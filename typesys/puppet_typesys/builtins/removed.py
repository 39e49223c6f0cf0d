"""Names that Puppet or the module stdlib once had, with what replaces them.

The releases of stdlib are those in which its history lacks the file for the first time; what Puppet removed is what Puppet 8.10 refuses.
"""

from __future__ import annotations

from puppet_grammar.named import NamedTuple
from puppet_typesys.loader import DEFINE, FUNCTION, TYPE, TypedName

DEPRECATED_FUNCTIONS = dict.fromkeys(("hiera", "hiera_array", "hiera_hash", "hiera_include"), "use lookup() instead")
"""Functions of the language that log a warning when called, with what to use instead."""
STDLIB = "stdlib"
PUPPET = "Puppet"


class Removed(NamedTuple):
    """A name that does not exist any more."""

    owner: str
    """`Puppet`, or the module that had it."""
    release: str
    """The release that lacks it."""
    instead: str = ""
    """What to use instead, in words; empty if there is nothing."""
    same: str | None = None
    """A function with the same parameters, or a type."""
    is_exact: bool = True
    """Whether that type accepts the same values."""
    moved_to: str | None = None
    """The module that has it since."""

    @property
    def note(self) -> str:
        """The name's history as the end of a message."""
        if self.moved_to is not None:
            return f"{self.owner} {self.release} moved it to the module {self.moved_to}"
        return f"{self.owner} {self.release} removed it{self.instead and f'; use {self.instead}'}"


TESTS = {
    "is_absolute_path": "Stdlib::Absolutepath",
    "is_array": "Array",
    "is_bool": "Boolean",
    "is_domain_name": "Stdlib::Fqdn",
    "is_email_address": "Stdlib::Email",
    "is_float": "Float",
    "is_hash": "Hash",
    "is_integer": "Integer",
    "is_ip_address": "Stdlib::IP::Address",
    "is_ipv4_address": "Stdlib::IP::Address::V4",
    "is_ipv6_address": "Stdlib::IP::Address::V6",
    "is_mac_address": "Stdlib::MAC",
    "is_numeric": "Numeric",
    "is_string": "String",
}
"""Functions of stdlib that tested the type of a value."""
VALIDATIONS = {
    "validate_absolute_path": "Stdlib::Absolutepath",
    "validate_array": "Array",
    "validate_bool": "Boolean",
    "validate_hash": "Hash",
    "validate_integer": "Integer",
    "validate_ip_address": "Stdlib::IP::Address",
    "validate_ipv4_address": "Stdlib::IP::Address::V4",
    "validate_ipv6_address": "Stdlib::IP::Address::V6",
    "validate_numeric": "Numeric",
    "validate_re": "Pattern",
    "validate_slength": "String",
    "validate_string": "String",
}
"""Functions of stdlib that failed unless values were of a type."""
OTHERS = {
    "dig44": Removed(STDLIB, "9.0.0", "`dig`, which takes the keys as arguments"),
    "has_key": Removed(STDLIB, "9.0.0", "`$key in $hash`"),
    "hash": Removed(STDLIB, "9.0.0", "`Hash($array)`"),
    "is_function_available": Removed(STDLIB, "9.0.0"),
    "sprintf_hash": Removed(STDLIB, "9.0.0", "`sprintf`", same="sprintf"),
    "try_get_value": Removed(STDLIB, "9.0.0", "`get`, whose keys are separated by dots"),
    "type3x": Removed(STDLIB, "9.0.0", "`type`"),
    "collect": Removed(PUPPET, "4.0.0", "`map`", same="map"),
    "extlookup": Removed(PUPPET, "4.0.0", "`lookup`"),
    "foreach": Removed(PUPPET, "4.0.0", "`each`", same="each"),
    "search": Removed(PUPPET, "4.0.0", "qualified names"),
    "select": Removed(PUPPET, "4.0.0", "`filter`", same="filter"),
}
FUNCTIONS = {
    **{name: Removed(STDLIB, "9.0.0", f"`=~ {type}`") for name, type in TESTS.items()},
    **{name: Removed(STDLIB, "9.0.0", f"`{type}` as the type of a parameter, or `assert_type`") for name, type in VALIDATIONS.items()},
    **OTHERS,
}
INTEGER = r"Integer, Pattern[/^-?(?:(?:[1-9]\d*)|0)$/]"
NUMERIC = r"Numeric, Pattern[/^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)?(?:[eE]-?\d+)?$/]"
COMPATIBLE = {
    "array": "Array",
    "bool": "Boolean",
    "float": r"Variant[Float, Pattern[/^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)(?:[eE]-?\d+)?$/]]",
    "hash": "Hash",
    "integer": f"Variant[{INTEGER}, Array[Variant[{INTEGER}]]]",
    "numeric": f"Variant[{NUMERIC}, Array[Variant[{NUMERIC}]]]",
    "string": "Optional[String]",
}
"""The types that aliases in `Stdlib::Compat` stood for."""
STRICTER = {
    "absolute_path": "Stdlib::Absolutepath",
    "ip_address": "Stdlib::IP::Address",
    "ipv4": "Stdlib::IP::Address::V4",
    "ipv6": "Stdlib::IP::Address::V6",
}
"""Types that accept almost the same values as others of them."""
TYPES = {
    **{f"stdlib::compat::{name}": Removed(STDLIB, "9.0.0", "the type that it stands for", type) for name, type in COMPATIBLE.items()},
    **{f"stdlib::compat::{name}": Removed(STDLIB, "9.0.0", f"`{type}`", type, is_exact=False) for name, type in STRICTER.items()},
    "stdlib::ip_address": Removed(STDLIB, "5.0.0", "`Stdlib::IP::Address`", "Stdlib::IP::Address", is_exact=False),
    "stdlib::ipv4": Removed(STDLIB, "5.0.0", "`Stdlib::IP::Address::V4`", "Stdlib::IP::Address::V4", is_exact=False),
    "stdlib::ipv6": Removed(STDLIB, "5.0.0", "`Stdlib::IP::Address::V6`", "Stdlib::IP::Address::V6", is_exact=False),
}
MOVED = {
    **dict.fromkeys(("computer", "macauthorization", "mcx"), "puppetlabs-macdslocal_core"),
    **dict.fromkeys(("interface", "router", "vlan"), "puppetlabs-network_device_core"),
    "k5login": "puppetlabs-k5login_core",
    "mailalias": "puppetlabs-mailalias_core",
    "maillist": "puppetlabs-maillist_core",
}
"""The resource types of Puppet 5 that Puppet 6 moved to a module which is not installed with the agent."""
NAGIOS = "nagios_"


def removed(name: TypedName) -> Removed | None:
    """The history of a name that was removed; None if it never existed, or still does."""
    if name.kind == DEFINE:
        module = "puppetlabs-nagios_core" if name.name.startswith(NAGIOS) else MOVED.get(name.name)
        return None if module is None else Removed(PUPPET, "6.0.0", moved_to=module)
    return {FUNCTION: FUNCTIONS, TYPE: TYPES}.get(name.kind, {}).get(name.name)


def newest_of_stdlib() -> int:
    """The newest major release of stdlib that a name is known to lack; what later ones lack is not known."""
    found = (each for table in (FUNCTIONS, TYPES) for each in table.values())
    return max(int(each.release.partition(".")[0]) for each in found if each.owner == STDLIB)
