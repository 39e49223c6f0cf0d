"""References with interpolations that differ from the title of the resource of the same class or define that they mean.

`Package["temurin-${version}=*"]` beside `package { "temurin-${version}": }`: the same values in the same order, and texts around them that
differ in signs or by a slip of the fingers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.unknown_reference import ALWAYS, OF_SYSTEMS, RELATIONS, references, unknown_reference
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.edits import respelled

MANIFESTS = ("manifests",)


@rule(on=(ast.AttributeOperation, ast.RelationshipExpression), whole=True)
def check_relationship(node: ast.Node, file: File) -> Iterator[Diagnostic]:
    """Report a reference to a computed title that nothing declares, beside a resource with nearly the same one."""
    if isinstance(node, ast.AttributeOperation):
        ends = [node.value_expr] if node.attribute_name in RELATIONS else []
    else:
        assert isinstance(node, ast.RelationshipExpression)
        ends = [node.left_expr, node.right_expr]
    for reference in references(ends):
        for key in reference.keys:
            meant = _meant(reference, key, file) if isinstance(key, ast.ConcatenatedString) else None
            if meant is not None:
                title = file.source(key).strip('"')
                found = unknown_reference(file.source(reference.left_expr), title).suggesting(meant)
                yield found.at(key.start, key.end, fixes=respelled(file.text, key.start + 1, key.end - 1, title, meant))


def _meant(reference: ast.AccessExpression, key: ast.Expression, file: File) -> str | None:
    """The title of the same type in the same class or define that a computed one must mean."""
    type, title = file.source(reference.left_expr).lower().removeprefix("::"), file.source(key).strip('"')
    declared = file.computed_titles_of(type, reference)
    if type in ALWAYS or declared is None or '"' in title or declared.has(title):
        return None
    meant = declared.meant(title) or (declared.longer(title) if type not in OF_SYSTEMS else None)
    return meant if meant is not None and _is_only_referred_to(title, file) else None


def _is_only_referred_to(title: str, file: File) -> bool:
    """Whether all places in the manifests of the file's module with a title are references or values of attributes."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return False
    file.known.world.ask_below(module.folder, MANIFESTS)
    quoted, several = f'"{title}"', texts(file.known.disk, module.folder, MANIFESTS)
    inert = re.compile(rf"(?:[\[,]\s*{re.escape(quoted)}\s*[\],])|=>\s*{re.escape(quoted)}")
    return all(text.count(quoted) == len(inert.findall(text)) for text in several if quoted in text)
