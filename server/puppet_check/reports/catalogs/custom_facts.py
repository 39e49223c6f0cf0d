"""The facts that modules define: their values are unknown unless they are given."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.workspace.known import Known
from puppet_typesys.loader import FACT
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown


def custom_facts(known: Known) -> Hash:
    """The facts that modules of a project define, with unknown values."""
    return Hash((name, Unknown(model.ANY)) for name in _names(known))


def _names(known: Known) -> Iterator[str]:
    folder = f"{os.sep}lib{os.sep}facter{os.sep}"
    for path, module in known.loader.every_file():
        if folder in path:
            yield from (each.name for each in known.loader.definitions(path, module) if each.kind == FACT)
