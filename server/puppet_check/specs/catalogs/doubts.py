"""Values of built-in resource types that are not certain to be accepted, although no rule for the check of code refuses them.

A check keeps silent about what it is not certain of, and an example must not pass because of that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from puppet_check.specs.catalogs.modules import MODULES_OF_TYPES
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.allowed import providers
from puppet_typesys.builtins.resource_types import NAMES, NativeType, native_type
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.loader import RESOURCE_TYPE, TypedName
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import contains_unknown

FIELDS = {"minute": (0, 59), "hour": (0, 23), "monthday": (1, 31), "month": (1, 12), "weekday": (0, 7)}
"""The times of a cron job, with their least and greatest numbers."""
STEPS = lazy_pattern(r"\*(?:/[0-9]+)?|[0-9]+-[0-9]+(?:/[0-9]+)?|absent")
DAYS = frozenset(("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"))
MONTHS = frozenset(
    ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
)
WORDS = {name: known | {each[:3] for each in known} for name, known in (("weekday", DAYS), ("month", MONTHS))}
SPECIAL = frozenset(("reboot", "yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly", "absent"))
RANGE = lazy_pattern(r"\s*(\d+)(?::(\d+))?(?::(\d+))?\s*-\s*(\d+)(?::(\d+))?(?::(\d+))?\s*")
SIZE = lazy_pattern(r"[0-9]+(?:[bkmgtBKMGT]\w*)?")
FEATURES = frozenset(
    (
        ("user", "expiry"),
        ("user", "password_max_age"),
        ("user", "password_min_age"),
        ("user", "password_warn_days"),
        ("user", "password"),
        ("tidy", "path"),
        ("user", "loginclass"),
    )
)
"""Attributes that are not always refused where a check reports them: those of features that a provider may lack, and expanded paths."""


def doubts_of(resource: Resource, kind: NativeType, loaded: LoadedDefinitions) -> Iterator[str]:
    """The attributes of a resource whose values its type may refuse."""
    name = _text(resource, "provider")
    known = providers(kind.name)
    if name is not None and known and name not in known and name not in _providers_of_modules(loaded, kind.name):
        yield "provider"
    for attribute in resource.parameters:
        accepts = ACCEPTED.get((kind.name, attribute))
        value = resource.get(attribute)
        if accepts is not None and value is not None and not contains_unknown(value) and not accepts(value):
            yield attribute
    check = CHECKS.get(kind.name)
    if check is not None:
        yield from check(resource, loaded)


def _providers_of_modules(loaded: LoadedDefinitions, type: str) -> frozenset[str]:
    found = loaded.load(TypedName(RESOURCE_TYPE, type))
    return frozenset(() if found is None else found.providers)


def _text(resource: Resource, name: str) -> str | None:
    found = resource.get(name)
    return None if found is None else str(found)


def _each(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for each in value:
            yield from _each(each)
    elif value is not None:
        yield value


def _cron(resource: Resource, loaded: LoadedDefinitions) -> Iterator[str]:
    for name, (least, greatest) in FIELDS.items():
        for value in _each(resource.get(name)):
            text = str(value)
            is_number = re.fullmatch(r"[0-9]+", text) is not None and least <= int(text) <= greatest
            if not (is_number or STEPS.fullmatch(text) or text.lower() in WORDS.get(name, ())):
                yield name
    special = _text(resource, "special")
    if special is not None and (special not in SPECIAL or (special != "absent" and any(resource.get(each) is not None for each in FIELDS))):
        yield "special"


def _schedule(resource: Resource, loaded: LoadedDefinitions) -> Iterator[str]:
    yield from _repeated(resource)
    for value in _each(resource.get("range")):
        found = RANGE.fullmatch(str(value))
        if found is None or any(int(each or 0) > (59 if index % 3 else 23) for index, each in enumerate(found.groups())):
            yield "range"


def _tidy(resource: Resource, loaded: LoadedDefinitions) -> Iterator[str]:
    size = _text(resource, "size")
    if size is not None and SIZE.fullmatch(size) is None:
        yield "size"


def _resources(resource: Resource, loaded: LoadedDefinitions) -> Iterator[str]:
    name = (_text(resource, "name") or str(resource.title)).lower()
    if name in NAMES and (name not in MODULES_OF_TYPES or loaded.load(TypedName(RESOURCE_TYPE, name)) is not None):
        found = native_type(name)
        has_ensure = found is not None and "ensure" in found.attributes
    else:
        data = loaded.load(TypedName(RESOURCE_TYPE, name))
        if data is None:
            yield "name"
        has_ensure = data is not None and data.attribute("ensure") is not None
    if not has_ensure and str(resource.get("purge")).lower() in ("true", "yes"):
        yield "purge"


def _package(resource: Resource, loaded: LoadedDefinitions) -> Iterator[str]:
    if resource.get("mark") is not None and resource.get("ensure") in ("absent", "purged"):
        yield "mark"


def _exec(resource: Resource, loaded: LoadedDefinitions) -> Iterator[str]:
    """Commands that begin with a blank: a shell runs them, other providers look for the program."""
    value = resource.get("command")
    if value is None or contains_unknown(value):
        return
    is_text = isinstance(value, str) and value != "" and (not value[0].isspace() or resource.get("provider") == "shell")
    if not (is_text or (value and isinstance(value, tuple | Sensitive))):
        yield "command"


def _repeated(resource: Resource) -> Iterator[str]:
    if str(resource.get("repeat") or 1) != "1" and resource.get("periodmatch") not in (None, "distance"):
        yield "repeat"


def _never(value: object) -> bool:
    return False


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_owner(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _is_path(value: object) -> bool:
    return isinstance(value, str) and value.startswith("/")


def _is_content(value: object) -> bool:
    return not isinstance(value, bool | int | float)


def _is_boolean(value: object) -> bool:
    return str(value).lower() in ("true", "false", "yes", "no")


def _are_assignments(value: object) -> bool:
    return all(ASSIGNMENT.match(str(each)) or str(each) == "absent" for each in _each(value))


def _are_names(value: object) -> bool:
    return all(isinstance(each, str) and each for each in _each(value))


def _are_numbers(value: object) -> bool:
    return all(re.fullmatch(r"[0-9]+", str(each)) for each in _each(value))


ASSIGNMENT = lazy_pattern(r"\s*\w+\s*=")
ACCEPTED: Mapping[tuple[str, str], Callable[[object], bool]] = {
    **{
        ("user", name): _never
        for name in ("attributes", "auths", "ia_load_module", "iterations", "keys", "profiles", "project", "roles", "salt")
    },
    **{("file", name): _never for name in ("checksum_value", "ctime", "mtime", "type")},
    ("cron", "environment"): _are_assignments,
    ("file", "content"): _is_content,
    ("file", "group"): _is_owner,
    ("file", "owner"): _is_owner,
    ("file", "path"): _is_path,
    ("file", "staging_location"): _is_path,
    ("package", "enable_only"): _is_boolean,
    ("package", "name"): _is_text,
    ("resources", "unless_uid"): _are_numbers,
    ("service", "enable"): _is_boolean,
    ("tidy", "age"): _is_owner,
    ("tidy", "path"): _is_path,
    ("user", "groups"): _are_names,
}
"""Whether a value of an attribute is certainly accepted, for attributes whose other values may be refused."""

CHECKS: Mapping[str, Callable[[Resource, LoadedDefinitions], Iterator[str]]] = {
    "cron": _cron,
    "exec": _exec,
    "package": _package,
    "schedule": _schedule,
    "tidy": _tidy,
    "resources": _resources,
}
