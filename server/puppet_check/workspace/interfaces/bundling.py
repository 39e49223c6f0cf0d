"""Which interfaces may be part of the package, as what it distributes has a permissive licence and names real releases, and their index."""

from __future__ import annotations

import json
from collections.abc import Iterable

from puppet_check.workspace.interfaces.file import Header, InterfaceFile
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import CLASS, KINDS

PERMISSIVE = frozenset(
    {
        *(
            "Apache-2.0",
            "Apache 2.0",
            "Apache-2",
            "Apache2",
            "Apache License, Version 2.0",
            "Apache License 2.0",
            "Apache License Version 2.0",
        ),
        *("Apache v2", "Apache License v2", "Apache Version 2.0", "Apache 2", "ASL2", "ASL 2.0", "Licensed under (Apache 2.0)"),
        *("MIT", "MIT License", "Expat License", "BSD-2-Clause", "BSD-3-Clause", "Modified BSD License", "ISC"),
    }
)
"""Licences, as metadata spell them, whose terms the licence of this project fulfils."""
FULL_NAME = lazy_pattern(r"[a-z0-9]+-[a-z][a-z0-9_]*")
PLACEHOLDER = 999
"""The major version of releases that only say that a module has another author now."""


def reason_against(header: Header) -> str | None:
    """Why an interface must not be bundled; None if it may be."""
    if not FULL_NAME.fullmatch(header.module):
        return f"'{header.module}' is not a full module name; expected `author-name`"
    if header.licence not in PERMISSIVE:
        return f"the licence '{header.licence}' is not one of {', '.join(sorted(PERMISSIVE))}"
    if any(int(each.partition(".")[0]) >= PLACEHOLDER for each in header.releases):
        return "a release is a placeholder"
    return None


def index_bytes(interfaces: Iterable[InterfaceFile]) -> bytes:
    """The index of some interfaces: their headers, and for each name without a module, by kind, the modules that define it."""
    headers: dict[str, list[object]] = {}
    found: dict[str, dict[str, list[str]]] = {}
    for each in interfaces:
        module, *fields = each.header
        headers[str(module)] = fields
        for kind in KINDS:
            for name in each.names(kind):
                if "::" not in name and kind != CLASS:
                    found.setdefault(kind, {}).setdefault(name, []).append(each.header.module)
    names = {kind: {name: " ".join(sorted(modules)) for name, modules in listed.items()} for kind, listed in found.items()}
    return (json.dumps({"modules": headers, "names": names}, separators=(",", ":"), sort_keys=True) + "\n").encode()
