"""ERB templates that no code uses."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.rules.unused_template import check_template
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic


@rule(on=Template)
def check_erb(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report a template that nothing names."""
    yield from check_template(template.path, known)
