"""Contents of files that look like checksums, for which Puppet 8 looks in the filebucket."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

LIKE_CHECKSUM = lazy_pattern(r"^\{\w{3,10}\}\S", re.MULTILINE)
CHECKSUM = lazy_pattern(r"\{(?:md5|sha(?:1|224|256|384|512))(?:lite)?\}[0-9a-f]{32,}\Z")


@issue(Severity.WARNING)
def checksum_content() -> str:
    """Content of a file looks like a checksum"""
    return "Puppet 8 takes content like `{sha256}...` for the checksum of a file in the filebucket, not for text"


@checksum_content.variant()
def literal_checksum() -> str:
    return "OpenVox 9 writes this checksum to the file, and does not look for its content in the filebucket"


@rule(on=ast.ResourceExpression)
def check_content(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report literal contents of files that look like checksums; in OpenVox 9 only checksums."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value != "file":
        return
    is_literal = file.known.target.writes_checksums
    for body in node.bodies:
        for each in body.operations:
            match each:
                case ast.AttributeOperation(attribute_name="content", value_expr=ast.LiteralString(value=text) as value):
                    if (CHECKSUM.match if is_literal else LIKE_CHECKSUM.search)(text):
                        yield (literal_checksum if is_literal else checksum_content)().at(value.start, value.end)
