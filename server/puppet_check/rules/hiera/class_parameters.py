"""Keys of data that are named after class parameters: unknown classes and parameters, and values of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.interpolations import SECRET
from puppet_check.rules.hiera.subjects import Key, UnlistedKey, text_of
from puppet_check.rules.hiera.value_fixes import converted
from puppet_check.rules.missing_modules import is_undeclared
from puppet_check.workspace.hiera.conversion import ConversionError, convert
from puppet_check.workspace.hiera.documents import strings
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.hiera.layers import LOOKUP_OPTIONS
from puppet_check.workspace.hiera.merging import flat, strategy_of
from puppet_check.workspace.hiera.sources import Source
from puppet_check.workspace.hiera.unread import unlisted_files
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Project
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import CLASS, DEFINE, Definition, TypedName
from puppet_typesys.spelling import LOW_SIMILARITY, closest, is_one_letter_off
from puppet_typesys.types import model
from puppet_typesys.types.describe import describe_parameters
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import Unknown, contains_unknown

ENDINGS = "ds"
"""By which the names of parameters of modules of other authors differ: `enable` and `enabled`, `server` and `servers`."""
SHORTEST = 6
"""The length of the shortest names of modules that are compared: `mssql` and `mysql` are two modules."""


@issue(Severity.WARNING)
def hiera_unknown_class(class_name: str) -> str:
    """Hiera key refers to an unknown class"""
    return f"unknown class '{class_name}'"


@hiera_unknown_class.variant()
def unknown_module(class_name: str, module: str) -> str:
    return f"unknown class '{class_name}'; there is no module '{module}'"


@hiera_unknown_class.variant()
def is_define(name: str) -> str:
    return f"'{name}' is a define; Hiera only binds parameters of classes"


@hiera_unknown_class.variant()
def is_class(name: str) -> str:
    return f"'{name}' is a class, and no parameter of one: the name of a parameter is missing"


@issue(Severity.WARNING)
def hiera_unknown_parameter(class_name: str, parameter: str) -> str:
    """Hiera key refers to an unknown parameter of a class"""
    return f"class '{class_name}' has no parameter '{parameter}'"


@issue(Severity.ERROR)
def hiera_value(subject: str, parameter: str) -> str:
    """Hiera value does not match the type of the class parameter"""
    return f"{subject}: parameter '{parameter}' never accepts such a value"


@hiera_value.variant()
def failed_conversion(key: str, reason: str) -> str:
    return f"The convert_to lookup_option for key '{key}' raised error: {reason}"


@rule(on=Key)
def check_key(key: Key, known: Known) -> Iterator[Diagnostic]:
    """Report keys that no class parameter takes, and values that it refuses."""
    yield from _unknown_names(key, known)
    name, parameter = names_of(key)
    found = class_of(key, name)
    given = None if found is None else found.parameter(parameter)
    if found is not None and given is not None:
        expected = type_from(given.type, key.hiera.external.type_named)
        yield from _value(key, found, parameter, expected, text_of(key.path, known))
        if given.is_required:
            yield from _without_value(key, found, parameter, expected)


@rule(on=UnlistedKey)
def check_unlisted_key(key: UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    """Report keys that no class parameter takes, and values that it refuses however they are merged."""
    yield from _unknown_names(key, known)
    name, parameter = names_of(key)
    found = class_of(key, name)
    given = None if found is None else found.parameter(parameter)
    if found is not None and given is not None:
        yield from _unlisted_value(key, found, parameter, type_from(given.type, key.hiera.external.type_named))


def names_of(key: Key | UnlistedKey) -> tuple[str, str]:
    """The names of the class and the parameter; empty for other keys."""
    name, colons, parameter = key.entry.key.removeprefix("::").rpartition("::")
    is_other = not colons or "%{" in name or "%{" in parameter or "." in key.entry.key or ":" in parameter
    return ("", "") if is_other else (name, parameter)


def class_of(key: Key | UnlistedKey, name: str) -> Definition | None:
    """The class with a name."""
    return key.hiera.loader.load(TypedName(CLASS, name)) if name else None


def _unknown_names(key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    entry, (name, parameter) = key.entry, names_of(key)
    found = class_of(key, name)
    if found is None:
        if name and _is_own_class(key, entry.key.removeprefix("::")) and not known.key_mentions.has(entry.key):
            yield is_class(entry.key).at(entry.start, entry.end)
        elif name:
            yield from _no_class(key, TypedName(CLASS, name), known)
    elif found.lacks(parameter) and not known.key_mentions.has(entry.key):
        meant = closest(parameter, [each.name for each in found.parameters], LOW_SIMILARITY)
        # The parameter is the last part of the key.
        fixes = respelled(text_of(key.path, known), entry.start + len(name.encode()), entry.end, parameter, meant)
        yield hiera_unknown_parameter(name, parameter).suggesting(meant).at(entry.start, entry.end, fixes=fixes)


def _is_own_class(key: Key | UnlistedKey, name: str) -> bool:
    """Whether an installed module has a class with a name."""
    module = name.partition("::")[0]
    return module in key.hiera.project.modules and key.hiera.loader.load(TypedName(CLASS, name)) is not None


def _no_class(key: Key | UnlistedKey, named: TypedName, known: Known) -> Iterator[Diagnostic]:
    entry, hiera, module = key.entry, key.hiera, named.name.partition("::")[0]
    if is_undeclared(module, hiera.project):
        yield from _slip_of_published(key, named, known)
    is_known = not hiera.project.is_absent(module) or hiera.loader.is_complete(named)
    near = None if is_known else near_module(module, hiera.project)
    if near is not None and (near[1:] == module or (near in hiera.project.modules and len(near) == len(module))):
        # Without such a class it may be another module: `syslog` beside `rsyslog`, `sce_linux` beside `soe_linux`.
        near = near if hiera.loader.load(TypedName(CLASS, near + named.name.removeprefix(module))) is not None else None
    if near is not None and not known.key_mentions.has(entry.key):
        fixes = respelled(text_of(key.path, known), entry.start, entry.end, module, near)
        yield unknown_module(named.name, module).suggesting(near).at(entry.start, entry.end, fixes=fixes)
        return
    define = hiera.loader.load(TypedName(DEFINE, named.name))
    if not is_known or (define is None and not hiera.loader.is_complete(named)) or known.key_mentions.has(entry.key):
        return
    if define is not None:
        yield is_define(named.name).at(entry.start, entry.end)
    elif module not in hiera.project.modules and module not in hiera.project.missing:
        meant = closest(module, hiera.project.modules, LOW_SIMILARITY)
        fixes = respelled(text_of(key.path, known), entry.start, entry.end, module, meant)
        yield unknown_module(named.name, module).suggesting(meant).at(entry.start, entry.end, fixes=fixes)
    else:
        yield hiera_unknown_class(named.name).at(entry.start, entry.end)


def _slip_of_published(key: Key | UnlistedKey, named: TypedName, known: Known) -> Iterator[Diagnostic]:
    """Report a parameter that a class has in no published module of a name, none of which is declared, and that is nearly one of its."""
    entry, parameter = key.entry, names_of(key)[1]
    found = known.loader.interfaces.undeclared(named)
    names = [] if found is None or found.is_open else [each.name for each in found.parameters]
    if found is None or not names or parameter in names or len(parameter) < SHORTEST or known.key_mentions.has(entry.key):
        return
    # Modules of other authors have parameters that differ in a plural or a participle.
    near = [each for each in names if is_one_letter_off(parameter, each) and each.rstrip(ENDINGS) != parameter.rstrip(ENDINGS)]
    if len(near) == 1:
        fixes = respelled(text_of(key.path, known), entry.start + len(named.name.encode()), entry.end, parameter, near[0])
        yield hiera_unknown_parameter(named.name, parameter).suggesting(near[0]).at(entry.start, entry.end, fixes=fixes)


def near_module(module: str, project: Project) -> str | None:
    """The only installed or declared module from whose name one differs by a letter, if that module is neither."""
    if module in project.missing or project.is_external(module):
        return None
    names = (*project.modules, *project.missing)
    near = [each for each in names if len(module) >= SHORTEST and is_one_letter_off(module, each)]
    near = near or [each for each in names if len(each) >= SHORTEST and each[1:] == module]
    return near[0] if len(near) == 1 else None


def _value(key: Key, owner: Definition, parameter: str, expected: Type, text: Text) -> Iterator[Diagnostic]:
    entry, hiera = key.entry, key.hiera
    possible = hiera.options_of(entry.key)
    if len(possible) > 1 or any(contains_unknown(each.value) for each in possible):
        return
    options = possible[0].value if possible else EMPTY
    assert isinstance(options, Hash)
    value = _merged(strategy_of(options.get("merge")), hiera.resolved(entry.node.value))
    place = entry.node if not entry.node.entries and not entry.node.items else entry
    if options.get("convert_to") is not None:
        try:
            value = convert(options["convert_to"], value, hiera.external.type_named)
        except ConversionError as wrong:
            if strategy_of(options.get("merge")) == "first" and not contains_unknown(value):
                yield failed_conversion(entry.key, str(wrong)).at(place.start, place.end)
            return
    if value is None:
        return
    subject = f"Class[{capitalize_segments(owner.name)}]"
    struct = model.Struct((model.StructElement(model.String(parameter), expected),))
    if isinstance(value, Unknown):
        if isinstance(value.type, Type) and disjoint(expected, value.type):
            yield hiera_value(subject, parameter).at(place.start, place.end)
        return
    wrong_value = describe_parameters(subject, struct, Hash([(parameter, value)]))
    if wrong_value is not None:
        fixes = () if options.get("convert_to") is not None else converted(entry.node, wrong_value, text, key.path)
        yield wrong_value.reported_as(hiera_value).at(place.start, place.end, fixes=fixes)


def _without_value(key: Key, owner: Definition, parameter: str, expected: Type) -> Iterator[Diagnostic]:
    """Report the only key of a parameter without a default, if it has no value: one that is a secret may get one elsewhere."""
    entry, hiera = key.entry, key.hiera
    if entry.node.value is not None or SECRET.search(entry.key) is not None or hiera.options_of(entry.key):
        return
    paths = hiera.layer(None, "levels").paths
    levels = hiera.levels_of(paths)
    # The environment may have a value where the data of a module have none.
    if key.path in paths and entry.key in levels and levels[entry.key].files == 1 and disjoint(expected, model.UNDEF):
        struct = model.Struct((model.StructElement(model.String(parameter), expected),))
        refused = describe_parameters(f"Class[{capitalize_segments(owner.name)}]", struct, Hash([(parameter, None)]))
        if refused is not None:
            yield refused.reported_as(hiera_value).at(entry.start, entry.end, severity=Severity.WARNING)


def _unlisted_value(key: UnlistedKey, owner: Definition, parameter: str, expected: Type) -> Iterator[Diagnostic]:
    """Report a value that a parameter refuses, as it is and as a part of a hash or of a list of values from several levels."""
    entry, hiera = key.entry, key.hiera
    value = hiera.resolved(entry.node.value)
    is_plain = not any("%{" in text for text, _, _ in strings(entry.node))
    if value is None or not is_plain or not disjoint(expected, model.HASH if isinstance(value, Hash) else model.ARRAY):
        return
    subject = f"Class[{capitalize_segments(owner.name)}]"
    struct = model.Struct((model.StructElement(model.String(parameter), expected),))
    wrong_value = describe_parameters(subject, struct, Hash([(parameter, value)]))
    if wrong_value is not None and not _may_convert(hiera, entry.key) and not _has_lookup_options(hiera):
        place = entry.node if not entry.node.entries and not entry.node.items else entry
        yield wrong_value.reported_as(hiera_value).at(place.start, place.end, severity=Severity.WARNING)


def _may_convert(hiera: Hiera, key: str) -> bool:
    """Whether the data of the module converts the values of a key."""
    options = [each.value for each in hiera.options_of(key)]
    return any(not isinstance(each, Hash) or contains_unknown(each) or each.get("convert_to") is not None for each in options)


def _has_lookup_options(hiera: Hiera) -> bool:
    """Whether a data file of an environment without a hierarchy of its own says how values are merged or converted."""
    sources = (Source(path, format="json" if path.endswith(".json") else "yaml") for path in unlisted_files(hiera))
    roots = (hiera.files.document(each).root for each in sources)
    return any(each is not None and each.entry(LOOKUP_OPTIONS) is not None for each in roots)


def _merged(strategy: str, value: object) -> object:
    """The part of a value of one file that other files cannot change."""
    match strategy:
        case "first":
            return value
        case "unique":
            elements = [infer_set(each) for each in flat((value,))]
            return Unknown(model.ARRAY) if elements else Unknown(model.ANY)
    return Unknown(model.HASH) if isinstance(value, Hash) else Unknown(model.ANY)
