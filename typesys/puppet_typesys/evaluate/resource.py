"""Resource: an entry of the catalog, with parameters and tags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import is_

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.convert.text import message_text
from puppet_typesys.convert.text import text as text_of
from puppet_typesys.diagnostics import Message
from puppet_typesys.evaluate.certainty import KNOWN, OPEN, POSSIBLE, Certainty
from puppet_typesys.evaluate.definitions import Definition, Definitions
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.parameter import UNKNOWN_NAMES, Parameter, Place, Source
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.issues.evaluation.names import not_a_reference
from puppet_typesys.issues.evaluation.parameters import already_set, unknown_parameter
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.meter import spend, spend_on
from puppet_typesys.values.numbers import inspect_text
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import Unknown, UnknownValue

TAG = lazy_pattern(r"\w[\w:.-]*\Z")
USUAL_TAGS = 100
"""So many tags of a container cost little for each resource in it; more take a part of the memory that a catalog may have."""
LONG_TITLE = 2_000
"""The length of a title that costs nothing. A catalog holds and shows each title several times, and a program can make thousands."""
REFERENCE = lazy_pattern(r"([^\[\]]+)\[(.+)\]\Z", re.DOTALL)
WHOLE = "(?m:(.*))"
"""The title pattern of most types, whose only namevar is the whole title."""
PLAIN = {
    WHOLE: lazy_pattern(r"(.*)", re.DOTALL),
    r"(?m:^(/|.+:/|.*[^/])/*\Z)": lazy_pattern(r"^(/|.+:/|.*[^/])/*(?=\n?\Z)", re.DOTALL | re.MULTILINE),
}
"""The title patterns of most types, in the syntax of Python: with them, most programs need not import `regex`, which takes 19 ms."""


class Resource:
    """A resource, class or node in the catalog. The program itself has the title `main`."""

    def __init__(
        self,
        type: str,
        title: str,
        kind: Definition | NativeType | None,
        scope: Scope,
        *,
        source: Source | None = None,
        place: Place | None = None,
        certainty: Certainty = KNOWN,
    ) -> None:
        self.type = type
        self.title = title
        self.kind = kind
        self.scope = scope
        self.source = source or scope.source
        self.place = place
        self.parameters: dict[str, Parameter] = {}
        self.sensitive: set[str] = set()
        self.tags = dict(_first_tags(type, title)) if len(title) <= LONGEST_USUAL else {}
        self.has_unknown_tags = False
        self.virtual = False
        self.exported = False
        self.imported_from = ""
        """The node that exports it and the resource there, if it is of another node."""
        self.evaluated = False
        self.finished = False
        self.has_scope_tags = False
        self.certainty = certainty
        self.branch: tuple[int, ...] = ()
        """The branches under an unknown condition in which it is declared."""
        self.number = 0
        """Different for each type and title in a catalog."""
        self._checked: tuple[Parameter, ...] | None = None
        """The parameters that were found to fit its class or define."""
        if len(title) > LONG_TITLE:
            spend(len(title) - LONG_TITLE)
        if not self.tags:
            self.tag((type,))
            if is_valid_tag(title):
                self.tag((title,))

    def __str__(self) -> str:
        return f"{self.type}[{self.title}]"

    @property
    def is_class(self) -> bool:
        return self.type == "Class"

    # ---- certainty

    @property
    def is_certain(self) -> bool:
        """Whether every evaluation of the code declares it."""
        return self.certainty.is_present

    @property
    def possible(self) -> bool:
        """Whether it is declared under an unknown condition."""
        return self.certainty.possible

    @property
    def is_open(self) -> bool:
        """Whether it may have further parameters, which are unknown."""
        return self.certainty.open

    def stand_in(self, around: Certainty, branch: tuple[int, ...]) -> None:
        """Note how certain the code around its declaration is, and the branches that are around it."""
        self.certainty = around.and_then(self.certainty)
        if around.possible:
            self.branch = branch

    def mark_open(self) -> None:
        """Note that it may have further parameters."""
        self.certainty = self.certainty.join(OPEN)

    # ---- its part in the evaluation of a catalog

    def take_number(self, number: int) -> None:
        """Take the number of its type and title in a catalog."""
        self.number = number

    def note_checked(self) -> None:
        """Note that its parameters, as they are now, fit its class or define."""
        self._checked = tuple(self.parameters.values())

    def is_checked(self) -> bool:
        """Whether its parameters are those that were found to fit."""
        given, checked = self.parameters.values(), self._checked
        return checked is not None and len(checked) == len(given) and not self.sensitive and all(map(is_, checked, given))

    def make_virtual(self, *, exported: bool) -> None:
        """Declare it as virtual, or as exported, which is virtual as well."""
        self.virtual, self.exported = True, exported

    def realize(self, *, is_certain: bool) -> None:
        """Make a virtual resource a real one, or one that may be real if that stands under an unknown condition."""
        if self.virtual and not is_certain:
            self.certainty = self.certainty.join(POSSIBLE)
        self.virtual = False

    def realize_possibly(self) -> None:
        """Note that it may not be in the catalog."""
        self.certainty = self.certainty.join(POSSIBLE)

    def begin_evaluation(self) -> bool:
        """Whether its body is still to be evaluated, which then counts as done."""
        is_first, self.evaluated = not self.evaluated, True
        return is_first

    def begin_finish(self) -> bool:
        """Whether its parameters are still to be checked, which then counts as done."""
        is_first, self.finished = not self.finished, True
        return is_first

    @property
    def is_native(self) -> bool:
        """Whether its type is a resource type, not a define or class."""
        return isinstance(self.kind, NativeType)

    @property
    def name(self) -> object:
        """The value of the parameter `name`, or else the title."""
        return self.get("name") or self.title

    # ---- parameters

    def get(self, name: str) -> object:
        """The value of a parameter; undef if it is not set."""
        if name == "title":
            return self.title
        found = self.parameters.get(name)
        return None if found is None else found.value

    def set(self, parameter: Parameter) -> None:
        """Set a parameter, or note that there are some with unknown names."""
        if parameter.name == UNKNOWN_NAMES:
            self.mark_open()
            return
        if parameter.name == "tag":
            self.tag(parameter.value if isinstance(parameter.value, tuple) else (parameter.value,))
        self.parameters[parameter.name] = parameter

    def unset(self, parameters: Iterable[Parameter]) -> None:
        """Take parameters back that were set last."""
        for each in parameters:
            del self.parameters[each.name]

    def has(self, name: str) -> bool:
        """Whether the resource type has a parameter."""
        if isinstance(self.kind, NativeType):
            return self.kind.has_attribute(name)
        return self.kind is None or self.kind.has_parameter(name)

    def value(self, name: str) -> object:
        """The value of a parameter, or the resource default that applies where the resource is declared."""
        found = self.get(name)
        if found is None:
            default = self.scope.resource_defaults(self.type).get(name)
            return None if default is None else default.value
        return found

    # ---- tags

    def tag(self, names: Iterable[object]) -> None:
        """Add tags; a qualified name adds its segments as well. Raises ArgumentError for an invalid tag."""
        for each in flat(names):
            if each is None or isinstance(each, Unknown):
                self.has_unknown_tags |= each is not None
                continue
            if isinstance(each, str) and len(each) <= LONGEST_USUAL and (known := _usual_tags(each)) is not None:
                self.tags |= known
                continue
            name = _lower(each if isinstance(each, str) else text_of(each))
            if not is_valid_tag(name):
                message = f"Invalid tag '{name if isinstance(each, str) else message_text(each).lower()}'"
                if self.place is None:
                    raise ArgumentError(message)
                raise EvaluationError(message, None, self.place.offset, self.place.text, line_only=True)
            self.tags[name] = None
            if "::" in name:
                segments = name.split("::")
                spend_on(segments)
                self.tags |= dict.fromkeys(filter(None, segments))

    def is_tagged(self, names: Iterable[str]) -> bool:
        """Whether it or one of its containers has any of some tags, in lower case."""
        container = self.scope.resource
        if any(name in self.tags for name in names):
            return True
        if self.has_unknown_tags:
            raise UnknownValue
        return isinstance(container, Resource) and container is not self and container.is_tagged(names)

    def add_scope_tags(self) -> None:
        """Add the tags of its container, once."""
        if self.has_scope_tags:
            return
        container = self.scope.resource
        if isinstance(container, Resource) and container is not self:
            self.inherit_tags(container)
        self.has_scope_tags = True

    def inherit_tags(self, container: Resource) -> None:
        """Add the tags that a container has now."""
        count = len(container.tags)
        spend(count >> 3 if count <= USUAL_TAGS else count << 3)
        self.tags |= container.tags

    # ---- identity

    def key(self) -> tuple[object, ...]:
        """The values of the namevars of its type, sorted by attribute name."""
        if not isinstance(self.kind, NativeType):
            found = self.parameters.get("name")
            return (self.title if found is None or found.value is None else found.value,)
        names = self.kind.namevars
        if self.kind.title_patterns == ((WHOLE, names),):
            given = self.parameters.get(names[0])
            return (self.title if given is None or given.value is None else given.value,)
        values = self.title_parts()
        for name in (*names, "name"):
            given = self.parameters.get(name)
            if given is not None and given.value is not None:
                values[name] = given.value
        if len(names) == 1:
            return (values.get(names[0], values.get("name", self.title)),)
        return tuple(values.get(name) for name in sorted(names))

    def title_parts(self) -> dict[str, object]:
        """The values of attributes that the title gives."""
        if not isinstance(self.kind, NativeType) or not self.kind.title_patterns:
            return {"name": self.title}
        parts = _parts if len(self.title) <= LONG_TITLE else _parts.__wrapped__
        return dict(parts(self.kind.title_patterns, self.title))

    # ---- overriding

    def merge(self, override: Resource, catalog: Definitions, *, may_be_late: bool = False, branch: tuple[int, ...] = ()) -> None:
        """Apply the parameters of an override in a branch, which is refused for an evaluated resource unless it may be late."""
        source = override.source
        if not (self.source is source or _is_child(source, self.source, catalog)):
            raise override.failed("Only subclasses can override parameters")
        if self.evaluated and not may_be_late:
            raise override.failed(self.late_override())
        is_declared = not self.possible or self.branch == branch[: len(self.branch)]
        for each in override.parameters.values():
            self._override(each, catalog, is_declared=is_declared)

    def late_override(self) -> str:
        """The message about an override of the resource after it was evaluated."""
        where = f", defined at (line: {self.place.line})," if self.place else ""
        return f"Attempt to override an already evaluated resource{where} with new values"

    def _override(self, given: Parameter, catalog: Definitions, *, is_declared: bool) -> None:
        given = given._replace(origin="override")
        current = self.parameters.get(given.name)
        if current is None:
            self.set(given)
            return
        if self.scope.is_default(self.type, given.name, given.value):
            return
        above = _is_child(given.source, current.source, catalog)
        if not above and not (given.source is current.source and self.scope.is_default(self.type, given.name, current.value)):
            if not is_declared:
                return  # Where the override is, another declaration of the resource may be the one that it is of.
            where = f" at (line: {current.place.line})" if current.place else ""
            by = f" by {_source_label(current.source)}" if current.source is not None else ""
            message = already_set(given.name, str(self), f"{by}{where}")
            place = given.place
            raise EvaluationError(message, None, place and place.offset, place and place.text, line_only=True)
        if given.adds:
            given = given._replace(value=tuple(flat((current.value, given.value))))
        self.set(given)

    def unknown_parameter_error(self, parameter: str) -> EvaluationError:
        """The error for a parameter that its type does not have."""
        error = self.failed(unknown_parameter(parameter, str(self)))
        where = f" (line: {self.place.line})" if self.place else ""
        return error.with_reference(f"no parameter named '{parameter}'{where} on {self}")

    def failed(self, message: Message | str) -> EvaluationError:
        """An error at the line of this resource."""
        if self.place is None:
            return EvaluationError(message)
        return EvaluationError(message, None, self.place.offset, self.place.text, line_only=True)


def _is_child(source: Source | None, other: Source | None, catalog: Definitions) -> bool:
    return isinstance(source, Definition) and source.is_child_of(other, catalog)


def _source_label(source: Source) -> str:
    if not source.name:
        return "Class[main]"
    kind = {"hostclass": "Class", "node": "Node"}.get(source.kind)
    return f"{kind}[{capitalize_segments(source.name)}]" if kind else f"the define '{source.name}'"


def flat(values: Iterable[object]) -> Iterator[object]:
    """Values, with those of arrays in place of these."""
    for each in values:
        if isinstance(each, tuple):
            yield from flat(each)
        else:
            yield each


def _lower(text: str) -> str:
    """A text in lower case: the same object if it is that, as titles are stored twice, and may be long."""
    lower = text.lower()
    return text if lower == text else lower


LONGEST_USUAL = 100
"""The length of tags that are remembered: there are a few for each resource, and most recur."""


@lru_cache(4096)
def _usual_tags(text: str) -> dict[str, None] | None:
    """What a valid tag without segments adds; None for any other."""
    name = text.lower()
    return {name: None} if "::" not in name and is_valid_tag(name) else None


@lru_cache(10_000)
def _first_tags(type: str, title: str) -> dict[str, None]:
    """The tags of a resource by its type and title, neither of which is long; empty for a type that is not a valid tag."""
    if not is_valid_tag(type):
        return {}
    found: dict[str, None] = {}
    for each in (type, title) if is_valid_tag(title) else (type,):
        name = each.lower()
        found[name] = None
        if "::" in name:
            found |= dict.fromkeys(filter(None, name.split("::")))
    return found


def is_valid_tag(name: str) -> bool:
    """Whether a text is a valid tag: letters, digits and `_`, and after the first character also `:`, `.` and `-`."""
    return TAG.match(name) is not None


UNTITLED = "…"
"""The placeholder for an unknown title."""


def is_reference(text: str) -> bool:
    """Whether a text has the form `Type[title]`."""
    return REFERENCE.match(text) is not None


def type_and_title(text: str) -> tuple[str, str]:
    """The type and the title in `Type[title]`."""
    found = REFERENCE.match(text)
    if found is None:
        raise ArgumentError(not_a_reference(inspect_text(text)))
    return reference(found.group(1), found.group(2))


def reference(type: str, title: str) -> tuple[str, str]:
    """A type and a title in the form in which the catalog stores them."""
    kind = capitalize_segments(type)
    if kind == "Class":
        title = "main" if title == "" else capitalize_segments(title)
    return kind, title


@lru_cache(10_000)
def _parts(patterns: tuple[tuple[str, tuple[str, ...]], ...], title: str) -> tuple[tuple[str, object], ...]:
    """The attributes that the first matching title pattern extracts from a title."""
    for pattern, names in patterns:
        plain = PLAIN.get(pattern) if len(title) <= LONG_TITLE else None
        if plain is not None and (match := plain.search(title)) is not None:
            return tuple(zip(names, match.groups(), strict=False))
        found = Regexp(pattern).match(title)
        if found is not None:
            return tuple(zip(names, found.groups[1:], strict=False))
    raise ArgumentError(f'No set of title patterns matched the title "{title}".')
