"""`contain_x` and `create_x`: a resource of the catalog, its parameters and relationships."""

from __future__ import annotations

from puppet_check.specs.catalogs.relationships import precedes
from puppet_check.specs.catalogs.resources import Found, found_in
from puppet_check.specs.examples import MADE, MATCHER, called, matcher
from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import DYNAMIC, SpecMachine
from puppet_check.specs.matchers.actual import is_met
from puppet_check.specs.outcomes import NotMet, Undecided
from puppet_check.specs.subjects import CATALOG, View
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Object, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, to_s
from puppet_typesys.values.regexp import Regexp

CONTAIN = f"{MATCHER}::Contain"
MISSING = object()


class Contain:
    """What is expected of a resource."""

    def __init__(self, kind: str, title: object) -> None:
        self.type = "::".join(each.capitalize() for each in kind.split("__"))
        self.title = title
        self.expected: list[tuple[str, object]] = []
        self.names: list[object] = []
        """What was given in place of pairs."""
        self.absent: list[tuple[str, object]] = []
        self.count: int | None = None
        self.related: list[tuple[str, object]] = []
        """The relationships, each as a kind and a reference."""
        self.errors: list[tuple[str, str, str]] = []
        """What is wrong with a parameter or relationship: a text, and what is expected and actual."""
        self.found: Found | None = None

    def expect(self, pairs: list[tuple[str, object]]) -> None:
        """Expect parameters."""
        self.expected += pairs

    def expect_count(self, more: int) -> None:
        """Expect so many parameters more."""
        self.count = (self.count or 0) + more

    def expect_names(self, names: list[object]) -> None:
        """Expect what are no pairs, on which rspec-puppet fails once it has found the resource."""
        self.names += names

    def expect_absent(self, pairs: list[tuple[str, object]]) -> None:
        """Expect that parameters are not set."""
        self.absent += pairs

    def relate(self, kind: str, references: list[object]) -> None:
        """Expect relationships."""
        self.related += [(kind, each) for each in references]

    def matches(self, machine: SpecMachine, actual: object) -> bool:
        catalog = called(machine, actual)
        if not isinstance(catalog, Object) or catalog.kind.name != CATALOG:
            raise Unsupported("matcher", "of a catalog for another value")
        seen = catalog.holding(View)
        if self.title is not None and not to_s(self.title):
            raise Unsupported("resource", "without a title")
        self.errors = []
        self.found = found_in(seen.made, self.type, _title(self.title), is_exported=seen.is_exported)
        if self.found is None:
            return False
        machine.catalogs.note(self.found.resource.type, self.found.resource.title)
        if self.names:
            # It looks for the namevar among the pairs, until it finds it.
            if self.expected or not isinstance(self.names[0], String | Symbol):
                raise Unsupported("with", "an Array of names")
            raise without_method("first", self.names[0])
        self._check_parameters(machine, self.found)
        for kind, reference in self.related:
            if not precedes(seen.made, self.found, kind, _reference(reference)):
                self.errors.append((f"that {kind} {_reference(reference)}", "", ""))
        return not self.errors

    def _check_parameters(self, machine: SpecMachine, found: Found) -> None:
        values = dict(found.parameters)
        if not any(name == found.namevar for name, _ in self.expected):
            values.pop(found.namevar, None)
        if self.count is not None and found.is_open:
            raise Undecided("the number of parameters")
        if self.count is not None and len(values) != self.count:
            self.errors.append((f"exactly {self.count} parameters but the catalogue contains {len(values)}", "", ""))
        for pairs, should in ((self.expected, True), (self.absent, False)):
            for name, wanted in pairs:
                self._check(machine, values.get(name), name, wanted, should)

    def _check(self, machine: SpecMachine, actual: object, name: str, wanted: object, should: bool) -> None:
        if self.found is not None and self.found.is_open and actual is None:
            raise Undecided(f"the parameter {name}")
        if wanted is None:
            if self.found is not None and name in self.found.possible:
                raise Undecided(f"the parameter {name}")
            if actual is not None:
                self.errors.append((f"{name} undefined but it is set to {_shown(actual)}", "nil", _shown(actual)))
            return
        if self.found is not None and name in self.found.possible:
            raise Undecided(f"the parameter {name}")
        if not is_met(machine, wanted, actual, should=should):
            word = "matching" if isinstance(wanted, Regexp) else "set to"
            no = "" if should else "not "
            text = f"{name} {no}{word} {inspect(wanted)} but it is set to {_shown(actual)}"
            self.errors.append((text, inspect(wanted), _shown(actual)))

    def failure(self, machine: SpecMachine, *, negated: bool) -> NotMet:
        errors = "" if not self.errors else " with " + ", and parameter ".join(text for text, _, _ in self.errors)
        no = "not " if negated else ""
        return NotMet(
            f"expected that the catalogue would {no}contain {self.type}[{_title(self.title)}]{errors}",
            expected="\n".join(each for _, each, _ in self.errors),
            actual="\n".join(each for _, _, each in self.errors),
            declared="" if self.found is None else self.found.place,
        )

    def description(self) -> str:
        values: list[str] = []
        prefix = "with"
        if self.count is not None:
            values.append(f"exactly {self.count} parameters")
        values += [_described(name, value, should=True) for name, value in self.expected]
        values += [_described(name, value, should=False) for name, value in self.absent]
        for kind, word in RELATIONS.items():
            named = [_reference(each) for given, each in self.related if given == kind]
            if named:
                prefix, values = word, named
        text = ""
        if values:
            text = f" {prefix} " + (values[0] if len(values) == 1 else f"{', '.join(values[:-1])} and {values[-1]}")
        return f"contain {self.type}[{_title(self.title)}]{text}"


RELATIONS = {
    "notifies": "that notifies",
    "subscribes": "that subscribes to",
    "requires": "that requires",
    "comes before": "that comes before",
}


def _described(name: str, value: object, *, should: bool) -> str:
    if value is None:
        return f"{name} {'' if should else 'un'}defined"
    if name == "content" and isinstance(value, String):
        return f"{name} {'' if should else 'not '} supplied string"
    return f"{name} {'=' if should else '!'}{'~' if isinstance(value, Regexp) else '>'} {inspect(value)}"


def _shown(actual: object) -> str:
    from puppet_check.specs.matchers.actual import ruby  # only for failures

    try:
        return inspect(ruby(actual))
    except (Undecided, Unsupported):
        return "…"


def _title(value: object) -> str:
    if value is None:
        raise Unsupported("resource", "without a title")
    return to_s(value)


def _reference(value: object) -> str:
    if not isinstance(value, String):
        raise Unsupported("reference", "that is no String")
    return value.text


def pairs_of(arguments: tuple[object, ...]) -> list[tuple[str, object]]:
    """The names and values that `with` expects: a Hash, or an Array of pairs."""
    if not arguments:
        return []
    given = arguments[0]
    if isinstance(given, String | Symbol):
        raise without_method("to_a", given)
    if isinstance(given, list) and not all(isinstance(each, list) and len(each) == 2 for each in given):
        raise Unsupported("with", "an Array of other values than pairs")
    return [] if given is None else names_of(given)


def without_method(name: str, receiver: object) -> Raised:
    """The exception of a call of a method that a String, a Symbol or nil does not have."""
    subject = "nil" if receiver is None else f"an instance of {'String' if isinstance(receiver, String) else 'Symbol'}"
    return Raised(Object(CLASSES["NoMethodError"], f"undefined method `{name}' for {subject}"))


def names_of(given: object) -> list[tuple[str, object]]:
    """The names, with values where they are given, that `without` does not expect: a Hash, an Array or a single name."""
    if given is None:
        return []
    if isinstance(given, Hash):
        return [(to_s(key), value) for key, value in given.items()]
    if isinstance(given, list):
        return [(to_s(each[0]), each[1] if len(each) > 1 else None) if isinstance(each, list) else (to_s(each), None) for each in given]
    if isinstance(given, String | Symbol):
        return [(to_s(given), None)]
    raise Unsupported("with", "another argument")


@yields(CONTAIN, "with", keeps=True)
def with_(machine: Machine, block: AnyProc | None, receiver: Object, *arguments: object) -> object:
    """Expect parameters."""
    held = receiver.holding(Contain)
    if arguments and isinstance(given := arguments[0], list) and any(isinstance(each, String | Symbol) for each in given):
        held.expect_names(given)
    else:
        held.expect(pairs_of(arguments))
    return receiver


@yields(CONTAIN, "only_with", keeps=True)
def only_with(machine: Machine, block: AnyProc | None, receiver: Object, *arguments: object) -> object:
    """Expect these parameters and no others."""
    given = arguments[0] if arguments else None
    if given is None or isinstance(given, String | Symbol):
        raise without_method("compact", given)
    pairs = pairs_of(arguments)
    held = receiver.holding(Contain)
    held.expect_count(len(pairs) if isinstance(given, list) else sum(value is not None for _, value in pairs))
    held.expect(pairs)
    return receiver


@yields(CONTAIN, "without", keeps=True)
def without(machine: Machine, block: AnyProc | None, receiver: Object, *arguments: object) -> object:
    """Expect that parameters are not set."""
    receiver.holding(Contain).expect_absent(names_of(arguments[0] if arguments else None))
    return receiver


def _relating(kind: str, name: str) -> None:
    @yields(CONTAIN, name, keeps=True)
    def relate(machine: Machine, block: AnyProc | None, receiver: Object, resources: object) -> object:
        receiver.holding(Contain).relate(kind, resources if isinstance(resources, list) else [resources])
        return receiver


for _kind, _name in (
    ("notifies", "that_notifies"),
    ("subscribes", "that_subscribes_to"),
    ("requires", "that_requires"),
    ("comes before", "that_comes_before"),
):
    _relating(_kind, _name)


def _dynamic(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    assert isinstance(receiver, Object)
    held = receiver.holding(Contain)
    value = arguments[0] if arguments else None
    for prefix in ("with_", "only_with_", "without_"):
        if name.startswith(prefix):
            pair = [(name.removeprefix(prefix), value)]
            if prefix == "without_":
                held.expect_absent(pair)
                return receiver
            if prefix == "only_with_":
                held.expect_count(1)
            held.expect(pair)
            return receiver
    raise Unsupported("method", name)


DYNAMIC[CONTAIN] = _dynamic


def _make(machine: SpecMachine, name: str, arguments: list[object], block: AnyProc | None) -> Object:
    kind = name.partition("_")[2]
    return matcher(Contain(kind, arguments[0] if arguments else None), CONTAIN)


@yields(BASE, "include_class", keeps=True)
def include_class(machine: Machine, block: AnyProc | None, receiver: object, name: object) -> object:
    """The old form of `contain_class`, for which names are as written."""
    if to_s(name) != to_s(name).lower().removeprefix("::"):
        raise Unsupported("include_class", "with another form of the name")
    return matcher(Contain("class", name), CONTAIN)


@yields(BASE, "have_unique_values_for_all", keeps=True)
def have_unique_values(machine: Machine, block: AnyProc | None, receiver: object, type: object, attribute: object) -> object:
    """That no two resources of a type have the same value of an attribute."""
    raise Unsupported("matcher", "have_unique_values_for_all")


MADE += [("contain_", _make), ("create_", _make)]
