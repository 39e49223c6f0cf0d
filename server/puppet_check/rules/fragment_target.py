"""Fragments of a file that no `concat` assembles: the target is misspelt, as the other fragments of the module show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.unknown_reference import unknown_reference
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import one_letter_off

FRAGMENT = "concat::fragment"
FOLDERS = ("manifests",)
TARGETS = lazy_pattern(r"\btarget\s*=>\s*['\"](/[^'\"$\n]+)['\"]")
COMPUTED = lazy_pattern(r"\bconcat\s*\{\s*(?:\[[^\]]*)?(?:\"[^\"\n]*)?\$|\bconcat\s*\{[^{}]*\bpath\s*=>\s*(?:\"[^\"\n]*)?\$")
"""A `concat` of a path that is computed."""
OTHERS = 2
"""The number of places of the module that have the other path."""


@rule(on=ast.ResourceExpression, whole=True)
def check_target(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report the path of a target that stands nowhere else, and differs by a letter from one of several others."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value.removeprefix("::") != FRAGMENT:
        return
    module = file.known.project.module_of(file.path)
    for body in node.bodies if module is not None else ():
        for each in body.operations:
            target = each.value_expr if isinstance(each, ast.AttributeOperation) and each.attribute_name == "target" else None
            if module is None or not isinstance(target, ast.LiteralString) or not target.value.startswith("/"):
                continue
            file.known.world.ask_below(module.folder, FOLDERS)
            near = _near_targets(file.known.disk, module.folder).get(target.value, ())
            if len(near) != 1 or _is_plural(target.value, near[0]):
                continue
            path = re.compile(rf"{re.escape(target.value)}(?![\w./-])")
            if sum(len(path.findall(text)) for text in texts(file.known.disk, module.folder, FOLDERS)) != 1:
                continue
            declared = re.compile(rf"(?:\bconcat\s*\{{\s*|\bpath\s*=>\s*)['\"]{re.escape(target.value)}['\"]")
            if file.known.texts.first_match(declared, (target.value,)) is None:
                fixes = respelled(file.text, target.start + 1, target.end - 1, target.value, near[0])
                yield unknown_reference("Concat", target.value).suggesting(near[0]).at(target.start, target.end, fixes=fixes)


@remembered(10)
def _near_targets(disk: Disk, folder: str) -> Mapping[str, Sequence[str]]:
    """For each target that a module names once, those that it names several times and that differ by a letter.

    None if paths are computed.
    """
    several = texts(disk, folder, FOLDERS)
    if any(COMPUTED.search(text) for text in several):
        return {}
    counts = Counter(found for text in several for found in TARGETS.findall(text))
    once, often = (each for each, count in counts.items() if count == 1), (each for each, count in counts.items() if count >= OTHERS)
    return one_letter_off(once, often)


def _is_plural(name: str, other: str) -> bool:
    """Whether a word of one path is the plural of that in the other: both may exist."""
    short, long = sorted((name, other), key=len)
    return any(long[at] == "s" and long[:at] + long[at + 1 :] == short and not long[at + 1 : at + 2].isalnum() for at in range(len(long)))
