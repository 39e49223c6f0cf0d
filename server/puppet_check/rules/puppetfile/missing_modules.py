"""Modules of the Puppetfile that are not installed."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.missing_modules import missing_modules
from puppet_check.rules.puppetfile.check import Declarations
from puppet_check.rules.puppetfile.names import name_of
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import span_of_word
from puppet_typesys.diagnostics import Diagnostic


@rule(on=Declarations)
def check_missing(file: Declarations, known: Known) -> Iterator[Diagnostic]:
    """Report the missing modules of the project at the first one."""
    found = missing_modules(file.path, known)
    if found is None:
        return
    first, message = found
    for each in file.mods:
        if (name_of(each) or "").replace("/", "-").rpartition("-")[2] == first:
            yield message.at(*span_of_word(each.arguments[0]))
            return
