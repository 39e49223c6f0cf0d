"""Files that resources take from a module which does not have them."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity

PREFIX = "puppet:///modules/"


@rule(on=ast.ResourceBody, severity=Severity.WARNING, safe=True)
def missing_source_file(body: ast.ResourceBody, file: File) -> Iterator[Found]:
    """A resource takes a file from a module that does not have it."""
    for each in body.operations:
        if isinstance(each, ast.AttributeOperation) and each.attribute_name == "source":
            value = each.value_expr
            sources = value.values if isinstance(value, ast.LiteralList) else (value,)
            missing = [_missing(source, file) for source in sources]
            if missing and None not in missing:
                yield Found(value.start, value.end, f"there is no {' nor '.join(filter(None, missing))}")


def _missing(source: ast.Expression, file: File) -> str | None:
    """The file that a source names and its module does not have; None when it has it, or when that is not known."""
    if not isinstance(source, ast.LiteralString) or not source.value.startswith(PREFIX):
        return None
    module, _, rest = source.value.removeprefix(PREFIX).partition("/")
    rest = rest.rstrip("/")
    if not rest or module not in file.known.project.modules:
        return None
    found = file.known.world.find_file(f"{module}/{rest}")
    return f"files/{rest} in the module {module}" if found == "" else None
