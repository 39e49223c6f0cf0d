"""Ruby in templates that a version does not have."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic


@rule(on=Template)
def check_ruby(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report what the Ruby of the version lacks, or is about to lack."""
    wanted = known.target
    if not wanted.rubies:
        return
    from puppet_check.rules.ruby.deprecated_ruby import deprecations  # most templates are checked for another version
    from puppet_check.rules.ruby.removed_ruby import removals
    from puppet_check.rules.ruby.uses import RubyCode

    code = RubyCode(template.root, template.place, wanted)
    yield from removals(code)
    yield from deprecations(code)
