"""Keys in the data of a module that are outside of its namespace."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import ForeignKey
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.WARNING)
def hiera_foreign_key(key: str, module: str) -> str:
    """Module data has a key outside of the module's namespace"""
    return f"Puppet ignores '{key}': keys in the data of module '{module}' must start with '{module}::'"


@rule(on=ForeignKey)
def check_namespace(key: ForeignKey, known: Known) -> Iterator[Diagnostic]:
    """Report each such key."""
    yield hiera_foreign_key(key.entry.key, key.module.name).at(key.entry.start, key.entry.end)
