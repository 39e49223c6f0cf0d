"""Which names are likely at the cursor, by the text of the file and of its module. Scores are positive; the likeliest has the highest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from puppet_check.features.completion.expected import Variables
from puppet_check.features.completion.slot import Slot
from puppet_check.features.view import View
from puppet_check.semantics.node_context import attribute_owner
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.value_reads import FACTS

VARIABLE = lazy_pattern(rb"\$\{?(?:::)?(\w+)")
ATTRIBUTE = lazy_pattern(rb"(?<![\w:$'])([a-z]\w*)\s*[=+]>")
RESOURCE = lazy_pattern(rb"^[^\S\n]*+@{0,2}(?:::)?([a-z][\w:]*)\s*\{\s*[\[\"'$]", re.MULTILINE)
INCLUDED = lazy_pattern(r"^[^\S\n]*+(?:include|contain|require)[\s(]+['\"]?(?:::)?([a-z][\w:]*)", re.MULTILINE)
CLASS = lazy_pattern(r"^class\s+(?:::)?([\w:]+)", re.MULTILINE)
PART = lazy_pattern(r"[^a-z0-9]+")
SAME, SIMILAR, LAMBDA, UNUSED, FITTING, NEAR = 4000, 2000, 1500, 800, 200, 400
"""The scores of a variable with the name of what it is the value of, with a similar name, and so on."""
FOLLOWING = lazy_pattern(rb"""'[^']*'|"[^"]*"|\#[^\n]*|([a-z]\w*)\s*[=+]>|[{}()\[\];]""")
OPENING, CLOSING = (b"{", b"(", b"["), (b"}", b")", b"]")
FAR = 4000
"""The number of bytes after the cursor that may belong to the same resource body."""
RELATED = 150
"""The score of a name for each word that it shares with the name of the class around it."""
LEAST = 3
"""The smallest length of a name that makes another name similar."""


def variable_scores(view: View, offset: int, slot: Slot | None, found: Variables) -> dict[str, float]:
    """A score for each visible variable, by names, uses and distance."""
    used: Counter[str] = Counter()
    last: dict[str, int] = {}
    for each in VARIABLE.finditer(view.text.source):
        name = each[1].decode()
        used[name] += 1
        if each.start() < offset - 1:
            last[name] = each.start()
    recent = {name: place for place, name in enumerate(sorted(last, key=last.__getitem__))}
    of_definitions = {id(each) for node in view.program.definitions if isinstance(node, ast.NamedDefinition) for each in node.parameters}
    assigned = _assigned(slot)
    wanted = [*wanted_names(slot), *filter(None, [assigned])]
    scores: dict[str, float] = {}
    for variable in found.values():
        name = variable.name
        score = NEAR * (recent.get(name, -1) + 1) / (len(recent) + 1) + max((_alike(name, each) for each in wanted), default=0)
        if name == FACTS and view.text.source.startswith(b"[", offset):
            score += SIMILAR
        if variable.is_parameter and id(variable.node) not in of_definitions:
            score += LAMBDA
        elif variable.node is not None and used[name] <= 1:
            score += UNUSED
        is_later = not variable.is_parameter and variable.node is not None and variable.node.start > offset
        scores[name] = 0 if is_later or name == assigned else score
    return scores


def wanted_names(slot: Slot | None) -> list[str]:
    """The names of the attributes, keys and parameters whose value is at the cursor, and the last part of the title."""
    wanted: list[str] = []
    if slot is None:
        return wanted
    for node in reversed(slot.path):
        match node:
            case ast.AttributeOperation():
                wanted.append(node.attribute_name)
                wanted.append(f"{attribute_owner(slot.path[: slot.path.index(node) + 1]) or ''}_{node.attribute_name}")
            case ast.KeyedEntry(key=ast.LiteralString() | ast.QualifiedName() as key) if key is not slot.node:
                wanted.append(key.value)
            case ast.Parameter():
                wanted.append(node.name)
            case ast.ResourceBody(title=ast.LiteralString() | ast.ConcatenatedString() as title):
                text = slot.text.slice(title.start, title.end).strip("'\"")
                wanted += [text.rpartition("/")[2], text]
            case ast.ResourceExpression(type_name=ast.QualifiedName() as name) if _is_title(slot):
                wanted += [name.value, f"{name.value}_name"]
    return [PART.sub("_", each.lower()) for each in wanted]


def _is_title(slot: Slot) -> bool:
    return isinstance(slot.parent, ast.ResourceBody) and slot.parent.title is slot.node


def _assigned(slot: Slot | None) -> str | None:
    """The variable that the statement assigns."""
    for node in slot.path if slot is not None else ():
        match node:
            case ast.AssignmentExpression(left_expr=ast.VariableExpression() as left):
                return left.name
    return None


def _alike(name: str, wanted: str) -> float:
    if name == wanted:
        return SAME
    short, long = sorted((name, wanted), key=len)
    if len(short) >= LEAST and (long.endswith(f"_{short}") or long.startswith(f"{short}_")):
        return SIMILAR + 1000 * len(short) / len(long)
    common = set(name.split("_")) & set(wanted.split("_"))
    return 500 * len(common) / max(name.count("_"), wanted.count("_")) if common else 0


def attributes_used(view: View) -> Counter[str]:
    """How often each attribute or key is used in this file."""
    return Counter(each.decode() for each in ATTRIBUTE.findall(view.text.source))


def attributes_after(source: bytes, offset: int) -> set[str]:
    """The attributes after the cursor in the same resource body."""
    found, depth = set(), 0
    for each in FOLLOWING.finditer(source, offset, offset + FAR):
        mark = each.group()
        depth += (mark in OPENING) - (mark in CLOSING)
        if depth < 0 or (depth == 0 and mark == b";"):
            break
        if depth == 0 and each[1] and each.start() > offset:
            found.add(each[1].decode())
    return found


def resource_types_used(view: View) -> Counter[str]:
    """How often each resource type is used in this file."""
    return Counter(each.decode() for each in RESOURCE.findall(view.text.source))


def related(own: str, names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """The names that share words with the name of a class or define, apart from its module; each with a score."""
    _, _, inner = own.partition("::")
    words = {each for each in PART.split(inner.replace("_", " ")) if len(each) >= LEAST}
    for name in set(names) if words else ():
        common = words & set(PART.split(name.replace("_", " ")))
        if common:
            yield name, RELATED * len(common)


def values_used(view: View, attribute: str) -> Counter[str]:
    """How often each word is the value of an attribute of this name in this file."""
    pattern = rb"(?<!\w)" + re.escape(attribute.encode()) + rb"\s*=>\s*['\"]?(\w+)['\"]?(?=\s*[,;}\n])"
    return Counter(each.decode() for each in re.findall(pattern, view.text.source))


def included_here(view: View) -> set[str]:
    """The classes that this file includes."""
    return set(INCLUDED.findall(view.text.source.decode("utf-8", "replace")))


def included_in_module(view: View, own: str) -> Counter[str]:
    """How often each class is included by the other manifests of the module."""
    module = view.known.project.module_of(view.path)
    found: Counter[str] = Counter()
    for name, included in _included_below(view.known.disk, module.folder) if module is not None else ():
        if name != own:
            found.update(included)
    return found


@remembered(4)
def _included_below(disk: Disk, folder: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The class of each manifest of a module, and the classes that it includes."""
    return tuple(map(_included, texts(disk, folder, ("manifests",))))


def _included(text: str) -> tuple[str, tuple[str, ...]]:
    """The class of a manifest, and the classes that it includes."""
    name = CLASS.search(text)
    return ("" if name is None else name[1]), tuple(INCLUDED.findall(text))
