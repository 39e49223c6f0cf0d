"""Checks files that are not Puppet code, each with the function that the row of its kind names."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import cast

from puppet_check.workspace.kinds import Kind
from puppet_check.workspace.workspace import Known
from puppet_typesys.infer.model import Finding

Check = Callable[[str, bytes, Known], list[Finding]]


def check_file(kind: Kind, path: str, source: bytes, known: Known) -> list[Finding]:
    """The findings in a file of a kind."""
    return [] if kind.check is None else _check(kind.check)(path, source, known)


@cache
def _check(name: str) -> Check:
    """The function `module:function` of this package, whose module is loaded when first needed."""
    module, _, function = name.partition(":")
    return cast(Check, getattr(import_module(f"{__package__}.{module}"), function))
