"""The versions that code may be written for, and how each differs from Puppet 8.10, which everything else describes.

`targets.json` has a row for each difference, with the release that brought it, where that is seen, and, if later ones do not have it any
more, the first of these. Releases of OpenVox follow Puppet 8.10.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Protocol

from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.allowed import Allowed
from puppet_typesys.builtins.resource_types import rows_of

NAME = lazy_pattern(r"(?P<product>puppet|openvox)(?P<major>\d+)(?:\.(?P<minor>\d+))?")
TARGETS = ("puppet7", "puppet8", "puppet9", "openvox8", "openvox9")
"""The versions without a minor one, of which the newest release is meant."""
WITH_MINOR = r"openvox8\.\d{1,3}"
"""The versions with a minor one."""
OF_MINOR = lazy_pattern(WITH_MINOR)
LAST_MINOR = 28
"""The newest minor version of OpenVox 8 that the table was compared with."""
SETTINGS = "settings::"
"""How the names of variables with settings begin."""
STRICT = ("error", "warning", "off")
OF_LANGUAGE = {"strict": STRICT, "strict_variables": ("true", "false")}
"""The settings that change what code means, with the texts of their values."""
NEWEST = 1 << 16
"""The minor version of the newest release."""


class Settings(Protocol):
    """The settings of a server by name."""

    def __contains__(self, name: object) -> bool:
        """Whether a setting is given."""

    def __getitem__(self, name: str) -> object:
        """The value of a setting."""


class Target(NamedTuple):
    """A version, by its differences from Puppet 8.10."""

    name: str = "puppet8"
    product: str = "Puppet"
    """How messages call it."""
    documentation: str = "https://puppet.com/docs/puppet/8.10/"
    """Where messages say that its documentation is; `{minor}` stands for the minor version."""
    attributes: Mapping[str, list[str]] = {}
    """Additional attributes of resource types."""
    values: Mapping[str, Mapping[str, list[str]]] = {}
    """Additional values of attributes of resource types."""
    forms: Mapping[str, Mapping[str, tuple[str, str]]] = {}
    """Additional regular expressions that values of attributes of resource types must match, and what they describe."""
    functions: Mapping[str, list[str]] = {}
    """The parameters of functions, by dispatch, in the order of Puppet 8."""
    absent_dispatches: Mapping[str, list[str]] = {}
    """Types for which functions have no dispatches of their own, as they have in Puppet 8."""
    deprecates_encoding: bool = True
    """Whether `regsubst` warns about its argument for an encoding."""
    cuts_to_character: bool = True
    """Whether `%c` takes the first character of a longer text, and nothing of an empty one."""
    facts: Mapping[str, str] = {}
    """The types of additional facts, which are variables as well."""
    server_facts: Mapping[str, str] = {}
    """The same for facts of the server."""
    removed_server_facts: tuple[str, ...] = ()
    removed_settings: tuple[str, ...] = ()
    defaults: Mapping[str, object] = {}
    """The defaults of settings."""
    unbundled_types: Mapping[str, str] = {}
    """Resource types that do not come with the agent any more, and the modules that have them."""
    compares_types_as_keys: bool = True
    """Whether types and negative numbers are keys of hashes that must not occur twice."""
    expects_literal_types: bool = True
    """Whether the types of the parameters of classes and defines are to be literals."""
    bundled_modules: Mapping[str, str] = {}
    """The modules that come with the agent, by full name, and their major versions."""
    rubies: tuple[str, ...] = ()
    """The oldest version of Ruby that it runs on and that of its agent, where Ruby code of modules depends on them."""
    openfact: str = ""
    """The version of OpenFact, where Ruby code of modules depends on it."""
    writes_checksums: bool = False
    """Whether content like `{sha256}...` is written to a file, and is not the checksum of one in the filebucket."""
    names_lookarounds: bool = False
    """Whether nodes can be found whose regular expressions have groups like `(?...)`."""

    @property
    def strict(self) -> str:
        """What the setting `strict` makes of doubtful code: `error`, `warning` or `off`."""
        return str(self.defaults.get("strict", "error"))

    @property
    def of_unknown_variables(self) -> str:
        """What reading a variable that is not set is, in the words of the setting `strict`."""
        return "error" if self.defaults.get("strict_variables", True) else self.strict

    def with_settings(self, given: Settings) -> Target:
        """The version where a server has some settings; `strict` and `strict_variables` change the language."""
        found = {name: given[name] for name in OF_LANGUAGE if name in given}
        return self._replace(defaults={**self.defaults, **found}) if found else self

    def allowed(self, type: str, attribute: str, usual: Allowed | None) -> Allowed | None:
        """The values that an attribute accepts, given those that it accepts in Puppet 8."""
        more = self.values.get(type, {}).get(attribute)
        return usual if more is None or usual is None else usual._replace(words=(*usual.words, *more))

    def refused_form(self, type: str, attribute: str, found: str) -> str | None:
        """What the text of a value is not, that an attribute accepts alone; None if it accepts it."""
        form = self.forms.get(type, {}).get(attribute)
        return None if form is None or re.match(form[0], found, re.ASCII) else form[1]

    def lacks_variable(self, name: str) -> bool:
        """Whether a variable of Puppet 8 is not there: a fact of the server or a setting."""
        return name in self.removed_server_facts or (name.startswith(SETTINGS) and name.removeprefix(SETTINGS) in self.removed_settings)

    def variable(self, name: str) -> str | None:
        """The type of an additional variable of the top scope."""
        return self.facts.get(name) or self.server_facts.get(name)


PUPPET_8 = Target()


@cache
def target(name: str) -> Target:
    """A version by its name: a product with a major version and, for OpenVox 8, a minor one."""
    found: dict[str, object] = {}
    for row in _rows(name):
        for key, value in row.items():
            known = found.get(key)
            found[key] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
    if "documentation" in found:
        found["documentation"] = str(found["documentation"]).format(minor=min(_release(name)[1][1], LAST_MINOR))
    return Target(name, **found)  # type: ignore[arg-type]  # tests try each row


def version_of(name: str) -> tuple[str, int]:
    """The product and the major version of a name."""
    product, (major, _) = _release(name)
    return product, major


def is_target(name: str) -> bool:
    """Whether a name is that of a version that code may be written for."""
    return name in TARGETS or OF_MINOR.fullmatch(name) is not None


def _rows(name: str) -> Iterator[dict[str, object]]:
    product, release = _release(name)
    for row in rows_of("targets.json"):
        first, last = row["from"], row.get("until")
        of, since = _release(first, 0)
        if of == product and since <= release and (last is None or release < _release(last, 0)[1]):
            yield {key: value for key, value in row.items() if key not in ("from", "until", "source")}


def _release(name: str, minor: int = NEWEST) -> tuple[str, tuple[int, int]]:
    """The product and version of a name; the minor version if it names none."""
    found = NAME.fullmatch(name)
    if found is None:
        raise ValueError(name)
    return found["product"], (int(found["major"]), minor if found["minor"] is None else int(found["minor"]))
