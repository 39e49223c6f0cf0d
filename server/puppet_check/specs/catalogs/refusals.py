"""What an agent refuses of a whole catalog: resources that their types do not accept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from puppet_check.specs.catalogs.compiling import Made
from puppet_check.specs.catalogs.doubts import FEATURES, doubts_of
from puppet_check.specs.catalogs.judgements import Judged, Judgement, Refusal
from puppet_check.specs.catalogs.resources import aliases, compiler_of, seen
from puppet_check.specs.outcomes import Undecided
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.allowed import Allowed, allowed
from puppet_typesys.builtins.resource_types import NAMES, NativeType
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.infer.attribute_values import InvalidValue, invalid_value, invalid_values
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import RESOURCE_TYPE, Definition, TypedName
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.ruby.whole_resources import Doubtful, refusal
from puppet_typesys.types.relate import is_instance
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import contains_unknown

CORE = lazy_pattern(r"Puppet::Type::(File)::(Owner|Group|Mode|Ensure)")
"""The attributes of types of Puppet's own that attributes of other types are made of, and whose values are known."""
WINDOWS_PATH = lazy_pattern(r"\"?[A-Za-z]:[/\\]|\\\\|//")
"""How absolute paths, and commands with one, begin on Windows."""


PLAIN = frozenset((str, int, float, bool, type(None)))
"""The classes of values that are compared as a whole."""


def refused(made: Made, judged: Judged) -> Refusal | None:
    """Why a resource of a catalog is refused; None if none is. Raises Undecided if that is not known.

    `judged` has what was said of the same resources in other catalogs of the module.
    """
    compiler = compiler_of(made)
    doubts: list[str] = []
    for each in compiler.catalog.resources:
        if each.virtual or not isinstance(each.kind, NativeType):
            continue
        found = _judgement(each, each.kind, compiler, judged)
        doubts += found.doubts
        if found.refusal is not None:
            return found.refusal
    if doubts:
        raise Undecided(doubts[0])
    return None


def _judgement(resource: Resource, kind: NativeType, compiler: NodeCompiler, judged: Judged) -> Judgement:
    """Why a resource is refused, if it is, and what is not known of that."""
    key = _key_of(resource, kind, compiler)
    found = None if key is None else judged.get(key)
    if found is None:
        doubts: list[str] = []
        refusal = next(_refusals(resource, kind, compiler, doubts), None)
        found = Judgement(refusal, tuple(doubts))
        if key is not None:
            judged[key] = found
    return found


def _key_of(resource: Resource, kind: NativeType, compiler: NodeCompiler) -> object:
    """What the verdict about a resource depends on, besides the files of the module and its fixtures; None for values with parts."""
    values = resource.parameters
    if not all(each.value.__class__ in PLAIN for each in values.values()):
        return None
    parameters = tuple((each.name, each.value.__class__, each.value, each.possible) for each in values.values())
    # A value is equal to some of other classes.
    return kind.name, resource.type, resource.title, resource.is_open, is_windows(compiler), frozenset(resource.sensitive), parameters


def require_accepted(resource: Resource, compiler: NodeCompiler) -> None:
    """Raise Undecided if an agent may refuse a resource: rspec-puppet makes those whose relationships it looks at."""
    if resource.virtual or not isinstance(resource.kind, NativeType):
        return
    doubts: list[str] = []
    found = next(_refusals(resource, resource.kind, compiler, doubts), None)
    if found is not None or doubts:
        raise Undecided(doubts[0] if found is None else found.message)
    if aliases(resource):
        raise Undecided(f"the alias of {resource}, which an agent may refuse")


def _refusals(resource: Resource, kind: NativeType, compiler: NodeCompiler, doubts: list[str]) -> Iterator[Refusal]:
    if kind.name in NAMES:
        wrongs = invalid_values(resource, partial(_allowed, compiler, kind.name), _none, compiler.resolver.target)
        if not is_windows(compiler):
            for wrong in wrongs:
                if (kind.name, wrong.attribute) in FEATURES:
                    doubts.append(_doubt(resource, str(wrong.attribute)))
                else:
                    yield Refusal(f"{resource}: {wrong.message}")
            doubts += (_doubt(resource, each) for each in doubts_of(resource, kind, compiler.library.loaded))
        elif any(not _is_path_of_windows(resource, wrong) for wrong in wrongs) or any(map(_is_path, resource.parameters.values())):
            doubts.append(f"whether {resource} is accepted on Windows")  # Paths and commands follow other rules there.
        return
    loaded = compiler.library.loaded
    known = partial(_allowed, compiler, kind.name)
    check = partial(_of_blocks, resource, compiler, doubts)
    yield from (Refusal(f"{resource}: {wrong.message}") for wrong in invalid_values(resource, known, check, compiler.resolver.target))
    found = loaded.load(TypedName(RESOURCE_TYPE, kind.name))
    doubts += (_doubt(resource, each) for each in _of_other_type(resource, found, loaded))
    text = None if found is None else compiler.library.file_text(found.place.path)
    if text is None or "validate" not in text:
        return
    answer = refusal(text, resource.title, seen(resource, compiler).parameters, compiler.budget)
    if isinstance(answer, Doubtful):
        doubts.append(f"whether the type {kind.name} accepts {resource} ({answer.reason})")
    elif answer is not None:
        yield Refusal(answer.message, answer.kind, is_exact=True)


def _of_other_type(resource: Resource, data: Definition | None, loaded: LoadedDefinitions) -> Iterator[str]:
    """The attributes of a type of the Resource API whose values are not of their types, or that cannot be set."""
    for attribute in () if data is None else data.attributes:
        value = resource.get(attribute.name)
        if value is None or contains_unknown(value):
            continue
        if attribute.read_only or (attribute.type is not None and not is_instance(type_from(attribute.type, loaded.type_named), value)):
            yield attribute.name


def _doubt(resource: Resource, attribute: str) -> str:
    return f"whether {resource} can have this value of {attribute}"


def _is_path_of_windows(resource: Resource, wrong: InvalidValue) -> bool:
    value = None if wrong.attribute is None else resource.get(wrong.attribute)
    return isinstance(value, str) and WINDOWS_PATH.match(value) is not None


def _is_path(parameter: Parameter) -> bool:
    """Whether a value is an absolute path elsewhere than on Windows."""
    return isinstance(parameter.value, str) and parameter.value.startswith("/")


def _allowed(compiler: NodeCompiler, type: str, name: str) -> Allowed | None:
    return compiler.resolver.target.allowed(type, name, allowed(type, name)) or compiler.library.loaded.allowed(type, name)


def _of_blocks(resource: Resource, compiler: NodeCompiler, doubts: list[str], name: str, value: object) -> str | None:
    def doubt(reason: str) -> None:
        core = CORE.fullmatch(reason)
        if core is None or invalid_value(core[1].lower(), core[2].lower(), value, compiler.resolver.target) is not None:
            doubts.append(f"whether `{name}` of {resource} accepts its value ({reason})")

    assert isinstance(resource.kind, NativeType)
    return compiler.library.loaded.refusal(resource.kind.name, name, value, compiler.budget, doubt)


def _none(name: str, value: object) -> str | None:
    return None


def is_windows(compiler: NodeCompiler) -> bool:
    """Whether the facts are those of Windows, which rspec-puppet then pretends to be."""
    facts = compiler.given.facts
    if not isinstance(facts, Hash):
        return False
    system = facts.get("os")
    names = [facts.get("operatingsystem"), facts.get("osfamily")]
    if isinstance(system, Hash):
        names += [system.get("name"), system.get("family")]
    return any(str(each).lower() == "windows" for each in names)
