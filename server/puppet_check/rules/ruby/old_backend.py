"""Backends of Hiera 3, which later versions do not include."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.ruby.removed_ruby import removed_ruby
from puppet_check.rules.ruby.uses import RubyCode
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.targets import version_of
from puppet_typesys.diagnostics import Diagnostic, Severity

BACKEND = lazy_pattern(r"[/\\]lib[/\\]hiera[/\\]backend[/\\](\w+)_backend\.rb\Z")


@removed_ruby.variant()
def old_backend(name: str, product: str, major: int) -> str:
    return (
        f"{product} {major} does not include Hiera 3, which calls the backend '{name}'; expected a function for a `hiera.yaml` of version 5"
    )


@rule(on=RubyCode)
def check_backend(code: RubyCode, known: Known) -> Iterator[Diagnostic]:
    """Report files that Hiera 3 loads as backends."""
    found = BACKEND.search(code.path)
    if found is not None and code.root.named_children:
        first = next((each for each in code.root.named_children if each.type != "comment"), code.root.named_children[0])
        start = code.place(first)[0]
        message = old_backend(found[1], code.target.product, version_of(code.target.name)[1])
        yield message.at(start, start + len(text(first).split("\n", 1)[0].encode()), severity=Severity.WARNING)
