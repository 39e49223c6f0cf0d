"""One finding for all uses of a name that does not exist: at the first use in a file, with the others as related places.

Uses are of one cause if what they lack is the same class, function, resource type or data type, the same variable in one definition, or any
variable of a class that does not exist. A fault of a statement that declares several resources is one finding, too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from puppet_check.config.profiles import UNKNOWN_VARIABLE, VARIABLE_SCOPE
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.text import Text
from puppet_typesys.builtins.removed import removed
from puppet_typesys.diagnostics import MAX_JOINED, Diagnostic, Fix, Plain, Related
from puppet_typesys.loader import CLASS, FUNCTION, Loader, TypedName


class Cause(NamedTuple):
    """What several findings are about."""

    code: str
    name: str
    scope: int = -1
    """The offset of the definition in which a variable is missing."""


Counted = Callable[[str, int], str]
"""Maps a name and the number of its other uses to the end of a message."""


def once_per_cause(found: Sequence[Diagnostic], text: Text, program: ast.Program | None, loader: Loader) -> tuple[Diagnostic, ...]:
    """The findings in order, those of one cause joined."""
    found = _once_per_statement(_without_consequences(found))
    if not any(each.code in NAMED or each.code in OF_FILES or _template_of(each) for each in found):
        return (*found,)
    owner_of = _Definitions(() if program is None else program.definitions).around
    groups: dict[Cause, list[Diagnostic]] = {}
    kept: list[Diagnostic] = []
    for each in found:
        cause = _cause(each, owner_of, loader)
        group = groups.setdefault(cause, []) if cause is not None else []
        group.append(each)
        if len(group) == 1:
            kept.append(each)
    joined = {id(group[0]): _joined(cause, group, text) for cause, group in groups.items() if len(group) > 1}
    return tuple(joined.get(id(each), each) for each in kept)


def _without_consequences(found: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """The findings without those that another one at the same place leads to."""
    unknown = {str(each.argument("name")).lower().removeprefix("::") for each in found if each.code == "unknown-class"}
    if unknown:
        found = [each for each in found if not (each.code == "unknown-reference" and _class_of(each) in unknown)]
    misplaced = {str(each.argument("name")).lower() for each in found if each.code == "illegal-definition-location"}
    if misplaced:
        found = [each for each in found if each.code != "defined-in-two-files" or str(each.argument("name")).lower() not in misplaced]
    if not any(each.code in CAUSES for each in found):
        return found
    refused = {str(each.argument("name")).partition("::")[0].lower() for each in found if each.code == "illegal-definition-name"}
    if any("-" in each for each in refused):
        found = [each for each in found if _module_of(each) not in refused]
    causes = {(each.code, each.start) for each in found}
    ends = {each.end for each in found if each.code == "illegal-fully-qualified-name"}
    return [each for each in found if not _is_consequence(each, causes) and not (each.code == "illegal-number" and each.start in ends)]


def _module_of(found: Diagnostic) -> str | None:
    """The module that an unknown class or template is said to be in; None if none is named."""
    match found.code:
        case "unknown-class":
            return str(found.argument("name") or found.argument("parent")).lower().removeprefix("::").partition("::")[0]
        case "unknown-file":
            return str(found.argument("template")).partition("/")[0].lower()
    return None


def _class_of(reference: Diagnostic) -> str | None:
    """The class that a reference is to; None if it is to something else."""
    is_class = str(reference.argument("type")).lower() == "class"
    return str(reference.argument("title")).lower().removeprefix("::") if is_class else None


def _is_consequence(found: Diagnostic, causes: set[tuple[str, int]]) -> bool:
    places = range(found.start, found.end + 2 if found.code in WHOLE else found.start + NEAR)
    if found.code == "illegal-definition-name" and not str(found.argument("name")).endswith("::"):
        return False
    return any((cause, place) in causes for cause in LEADS_TO.get(found.code, ()) for place in places)


def _once_per_statement(found: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """The findings, with a single one for a fault of several resources of one statement."""
    groups: dict[tuple[str, int, int, tuple[tuple[str, Plain], ...]], list[int]] = {}
    for index, each in enumerate(found):
        named = _resource_of(each)
        if named is not None:
            others = tuple((key, None if key == named.argument else value) for key, value in each.data)
            groups.setdefault((each.code, each.start, each.end, others), []).append(index)
    several = [group for group in groups.values() if len(group) > 1]
    if not several:
        return found
    counts = {group[0]: len(group) - 1 for group in several}
    left_out = {index for group in several for index in group[1:]}
    return [_counted(each, counts.get(index, 0)) for index, each in enumerate(found) if index not in left_out]


class _Resource(NamedTuple):
    """The resource that a finding names, and the argument of the message that does."""

    name: str
    argument: str


def _resource_of(found: Diagnostic) -> _Resource | None:
    for key in RESOURCES.get(found.code, ()):
        value = found.argument(key)
        if isinstance(value, str):
            return _Resource(value.rstrip(":"), key) if value.rstrip(":") else None
    return None


def _counted(found: Diagnostic, others: int) -> Diagnostic:
    named = _resource_of(found) if others else None
    return found if named is None else found._replace(message=found.message.replace(named.name, f"{named.name} and {others} more", 1))


def without_unknown_twice(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings without those of `variable_scope` about variables that are reported as unknown."""
    unknown = {each.start for each in found if each.code == UNKNOWN_VARIABLE}
    return tuple(each for each in found if each.code != VARIABLE_SCOPE or each.start not in unknown)


def _template_of(found: Diagnostic) -> str | None:
    """The place in another file that a call is reported for, such as one in a template that several calls fill in."""
    places = [each for each in found.related if each.path is not None]
    return f"{places[0].path}:{places[0].start}" if found.code in OF_TEMPLATES and len(places) == 1 else None


def _cause(found: Diagnostic, owner_of: Callable[[int], int], loader: Loader) -> Cause | None:
    place = "" if found.code in OF_FILES else _template_of(found)
    if place is not None:
        return Cause(found.code, place)
    arguments = NAMED.get(found.code, ())
    name = next((value for key in arguments if isinstance(value := found.argument(key), str)), None)
    if found.code == "unknown-reference":
        name = _class_of(found)
    if name is None:
        return None
    name = name.removeprefix("::")
    if found.code == "unknown-function" and removed(TypedName(FUNCTION, name.lower())) is not None:
        return None  # Each call has to be replaced by something else.
    if found.code != "unknown-variable":
        return Cause(found.code, name.lower())
    owner = name.rpartition("::")[0]
    if owner == "settings":
        return Cause(found.code, name)
    if not owner:
        return Cause(found.code, name, owner_of(found.start))
    return Cause(found.code, name if loader.load(TypedName(CLASS, owner.lower())) is not None else f"{owner.lower()}::")


class _Definitions:
    """The spans of the definitions of a program, which are apart or inside each other."""

    def __init__(self, definitions: Iterable[ast.Definition]) -> None:
        self.starts = [-1]
        self.owners = [-1]
        around: list[tuple[int, int]] = []
        for each in sorted(definitions, key=lambda each: each.start):
            self._close(around, each.start)
            around.append((each.start, each.end))
            self._begin(each.start, each.start)
        self._close(around, None)

    def around(self, offset: int) -> int:
        """The offset of the innermost definition around an offset; -1 outside of all."""
        return self.owners[bisect_right(self.starts, offset) - 1]

    def _close(self, around: list[tuple[int, int]], until: int | None) -> None:
        while around and (until is None or around[-1][1] <= until):
            _, end = around.pop()
            self._begin(end, around[-1][0] if around else -1)

    def _begin(self, offset: int, owner: int) -> None:
        self.starts.append(offset)
        self.owners.append(owner)


def _joined(cause: Cause, group: list[Diagnostic], text: Text) -> Diagnostic:
    """The first finding of a group, with a count and the places of the others."""
    first, *others = group
    related = tuple(Related(each.start, each.end, text.slice(each.start, each.end), is_joined=True) for each in others[:MAX_JOINED])
    message = f"{first.message.removesuffix('.')}{_count(cause, len(others))}"
    return first._replace(message=message, related=(*first.related, *related), fixes=_common_fixes(group))


def _count(cause: Cause, others: int) -> str:
    if cause.code in OF_FILES:
        return f" ({others} more in this file)"
    if cause.code == "hiera-unknown-class":
        return f" ({others} more {'key' if others == 1 else 'keys'} of it in this file)"
    if cause.name.endswith("::"):
        uses = "use of its variables" if others == 1 else "uses of its variables"
        return f"; there is no class '{cause.name.removesuffix('::')}' ({others} more {uses} in this file)"
    return f" ({others} more {'use' if others == 1 else 'uses'} in this file)"


def _common_fixes(group: list[Diagnostic]) -> tuple[Fix, ...]:
    """The fixes of the first finding, each with the edits of the same fix of the others."""
    found = []
    for fix in group[0].fixes:
        same = [other for each in group for other in each.fixes if other.title == fix.title]
        edits = sorted({edit for each in same for edit in each.edits}, key=lambda edit: edit.start)
        found.append(fix._replace(edits=tuple(edits)))
    return tuple(found)


LEADS_TO: dict[str, tuple[str, ...]] = {
    "comparison-always-false": ("constant-condition",),
    "evaluation-error": ("illegal-reserved-assignment", "syntax-error"),
    "unknown-class": ("illegal-definition-name",),
    "unknown-file": ("illegal-definition-name",),
    "defined-in-two-files": ("illegal-fully-qualified-name",),
    "idem-expression-not-last": ("resource-without-title", "invalid-octal-number"),
    "illegal-assignment": ("illegal-indexed-assignment",),
    "illegal-definition-location": ("illegal-definition-name",),
    "illegal-definition-name": ("illegal-number", "syntax-error"),
    "illegal-numeric-var-name": ("illegal-number",),
    "illegal-resource-type": ("illegal-number",),
    "illegal-top-construct-location": ("evaluation-error",),
    "operator-not-applicable": ("appends-deletes-no-longer-supported",),
    "syntax-error": ("illegal-number", "invalid-octal-number"),
}
"""By the code of a finding: those of which one at the same place says why."""
CAUSES = frozenset(each for several in LEADS_TO.values() for each in several)
WHOLE = ("defined-in-two-files", "evaluation-error", "idem-expression-not-last", "illegal-definition-name", "operator-not-applicable")
"""The codes of findings anywhere in whose span, or right after it, another one may say why."""
NEAR = 3
"""How many bytes after the beginning of a variable its name may begin, after `${`."""
OF_FILES = frozenset(("illegal-top-construct-location",))
"""The codes of which the findings of a file are of one cause: it is not what its place says."""
OF_TEMPLATES = ("epp-erb-syntax", "erb-unknown-name")
"""The codes of findings about templates that calls are reported for."""
RESOURCES: dict[str, tuple[str, ...]] = {
    "missing-parameter": ("owner",),
    "unknown-parameter": ("owner", "resource"),
    "wrong-parameter": ("owner",),
    "wrong-value": ("resource",),
}
"""By code: the arguments of its messages of which one is the resource."""
NAMED: dict[str, tuple[str, ...]] = {
    "bad-type": ("class_name",),
    "hiera-unknown-class": ("class_name", "name"),
    "unknown-class": ("name",),
    "unknown-function": ("name",),
    "unknown-reference": ("title",),
    "unknown-resource-type": ("name", "type"),
    "unknown-type": ("name",),
    "unknown-variable": ("name",),
}
"""By code: the arguments of its messages of which one is the name that does not exist."""
