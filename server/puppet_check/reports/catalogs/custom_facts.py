"""The facts that modules define: their values are unknown unless they are given, or are the same on all nodes."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.config.facts import FactsError, parsed, value_of
from puppet_check.reading.files import LARGEST_DATA, read, read_text
from puppet_check.reading.folders import names_in
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.fact_names import plain_names
from puppet_check.workspace.ruby.fact_values import fact_values
from puppet_check.workspace.ruby.values import UNKNOWN
from puppet_typesys.loader import FACT
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

EXTERNAL = "facts.d"
"""The folder of a module with files of facts; agents get them and read them."""
DATA = (".yaml", ".yml", ".json")
LINES = ".txt"


def custom_facts(known: Known) -> Hash:
    """The facts that modules of a project define, with unknown values."""
    return Hash((name, Unknown(model.ANY)) for name in _names(known))


def constant_facts(known: Known) -> Hash:
    """The facts that modules define and that have one value wherever they have any: those of data files, and constants in Ruby."""
    values: dict[str, object] = {}
    for path, _ in known.loader.fact_files():
        for name, each in fact_values(_contents(path)):
            values[name] = each if values.get(name, each) == each else UNKNOWN
    found = {name: value for name, value in values.items() if value is not UNKNOWN}
    for module in known.project.modules.values():
        folder = os.path.join(module.folder, EXTERNAL)
        for file in names_in(folder):
            found.update(_external(os.path.join(folder, file)))
    return Hash(found.items())


def _external(path: str) -> Iterator[tuple[str, object]]:
    """The facts in a data file; none in one that cannot be read, as for the agent."""
    try:
        text = read_text(path, LARGEST_DATA, "strict") if path.endswith((*DATA, LINES)) else ""
        data = parsed(path, text) if path.endswith(DATA) else dict(each.split("=", 1) for each in text.splitlines() if "=" in each)
    except (OSError, UnicodeDecodeError, FactsError):
        return
    for name, value in data.items() if isinstance(data, dict) else ():
        yield str(name).lower(), value_of(value)


def _contents(path: str) -> bytes:
    try:
        return read(path)
    except OSError:
        return b""


def _names(known: Known) -> Iterator[str]:
    for path, module in known.loader.fact_files():
        names = plain_names(_contents(path)) if known.loader.known(path) is None else None
        yield from names if names is not None else (each.name for each in known.loader.definitions(path, module) if each.kind == FACT)
