"""Manifests that are moved aside: they keep their names in a folder such as `old`, where the autoloader never looks for those."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from puppet_check.reading.files import read
from puppet_check.reading.folders import names_in
from puppet_grammar.patterns import lazy_pattern

ASIDE = lazy_pattern(r"(?:.*[_.-])?(?:old|bak|orig|attic|disabled|unused|obsolete|deprecated|archived?|saved?)(?:[_.-].*)?", re.IGNORECASE)
DEFINED = lazy_pattern(rb"(?m)^[ \t]*(?:class|define|function|type|plan)[ \t]+(?:::)?([\w:]+)")


def parked_folder(path: str, inner: Sequence[str], module: str) -> str | None:
    """The folder in which a file of a module is parked, relative to the module; None if the autoloader reads the file.

    `inner` is the path of the file in its module: `("manifests", "old", "server.pp")`.
    """
    depth = next((index for index, each in enumerate(inner[1:-1], 1) if ASIDE.fullmatch(each)), None)
    if depth is None:
        return None
    namespace = "::".join((module, *inner[1 : depth + 1])).lower().encode()
    try:
        names = DEFINED.findall(read(path))
    except OSError:
        return None
    is_parked = bool(names) and not any(each.lower().startswith(namespace) for each in names)
    return "/".join(inner[: depth + 1]) if is_parked else None


def is_first(path: str) -> bool:
    """Whether a file is the first manifest of its folder."""
    folder, name = os.path.split(path)
    return name == min((each for each in names_in(folder) if each.endswith(".pp")), default=name)
