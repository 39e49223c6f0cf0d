"""Invalid values of attributes of built-in resource types, with which a resource would fail to apply."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.allowed import Allowed, allowed, providers
from puppet_typesys.builtins.resource_types import NAMES, NativeType
from puppet_typesys.builtins.targets import PUPPET_8, Target
from puppet_typesys.evaluate.resource import UNTITLED, Resource
from puppet_typesys.infer.value_rules import CHECKS, text
from puppet_typesys.spelling import LOW_SIMILARITY, closest, is_typo
from puppet_typesys.types.describe import is_deferred
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import Unknown, contains_unknown


class InvalidValue(NamedTuple):
    """An invalid attribute of a resource; `attribute` is None if the resource as a whole is invalid."""

    attribute: str | None
    message: str
    valid_with: tuple[str, ...] = ()
    """The attributes that could make it valid, which a resource default of another scope may set."""
    written: str = ""
    meant: str | None = None
    """The value that was probably meant."""
    is_accepted: bool = False
    """Whether Puppet accepts it, although it can hardly be meant."""


def invalid_values(
    resource: Resource,
    known: Callable[[str], Allowed | None],
    refusal: Callable[[str, object], str | None],
    target: Target = PUPPET_8,
) -> Iterator[InvalidValue]:
    """Return all invalid attribute values of a resource.

    `known` returns the values that an attribute accepts, and `refusal` the reason for which code in Ruby refuses a value.
    """
    kind = resource.kind
    if not isinstance(kind, NativeType):
        return
    for name, parameter in resource.parameters.items():
        values = known(name)
        wrong = _invalid(kind.name, name, parameter.value, values, target)
        if wrong is not None:
            yield wrong
        elif kind.name not in NAMES:
            yield from _refused(name, parameter.value, refusal)
    if kind.name not in NAMES and kind.title_patterns and resource.title != UNTITLED:
        for name, value in resource.title_parts().items():
            if resource.get(name) is None:
                yield from (each._replace(attribute=None) for each in _refused(name, value, refusal))
    yield from _audit(resource)
    if not resource.is_open and not resource.virtual:  # A collector that makes it real may add attributes.
        yield from missing_attributes(resource, kind)
    whole = RESOURCE_CHECKS.get(kind.name)
    if whole is not None and not resource.is_open:
        yield from whole(resource)


def invalid_value(type: str, attribute: str, value: object, target: Target) -> str | None:
    """Why an attribute of a built-in type refuses a value; None if it accepts it, or if that is not known."""
    wrong = _invalid(type, attribute, value, target.allowed(type, attribute, allowed(type, attribute)), target)
    return None if wrong is None else wrong.message


def _invalid(type: str, name: str, given: object, values: Allowed | None, target: Target) -> InvalidValue | None:
    """What is wrong with the values of an attribute, by the tables of built-in types."""
    has_form = name in target.forms.get(type, {})
    for value in _each(given):
        rule = CHECKS.get((type, name))
        message = rule(value) if rule is not None else None
        wrong = InvalidValue(name, message) if message is not None else None
        if wrong is None and name == "provider":
            wrong = _unknown_provider(type, value)
        if wrong is None and has_form:
            wrong = _of_other_form(target, type, name, value)
        if wrong is None and values is not None:
            wrong = _not_allowed(name, value, values)
        if wrong is not None:
            return wrong
    return None


def _of_other_form(target: Target, type: str, name: str, value: object) -> InvalidValue | None:
    found = text(value)
    expected = None if found is None else target.refused_form(type, name, found)
    return None if expected is None else InvalidValue(name, f"'{found}' is not {expected}")


def missing_attributes(resource: Resource, kind: NativeType) -> Iterator[InvalidValue]:
    """Return the groups of attributes of which a resource sets none."""
    for group in kind.requires:
        if all(resource.get(name) is None for name in group):
            yield InvalidValue(None, f"{' or '.join(f'`{name}`' for name in group)} is required", group)


def _refused(name: str, value: object, refusal: Callable[[str, object], str | None]) -> Iterator[InvalidValue]:
    if value is None or isinstance(value, Unknown) or contains_unknown(value) or (reason := refusal(name, value)) is None:
        return
    found = text(value)
    shown = "the value" if found is None or isinstance(value, tuple | Hash) else f"'{found}'"
    yield InvalidValue(name, f"{shown} is not a valid value of {name}: {reason}")


def _each(value: object) -> Iterator[object]:
    """The values of an attribute that are known; what an agent computes is not."""
    if isinstance(value, tuple):
        for inner in value:
            yield from _each(inner)
    elif value is not None and not contains_unknown(value) and not is_deferred(value):
        yield value


def _not_allowed(name: str, value: object, values: Allowed) -> InvalidValue | None:
    found = text(value)
    # A Hash is never a word; its text in Ruby, which patterns are matched against, differs from that in Puppet.
    if found is None or (isinstance(value, Hash) and values.patterns) or found in values.words or found in values.aliases:
        return None
    if any(Regexp(pattern).match(found) is not None for pattern in values.patterns):
        return None
    known = sorted((*values.words, *values.aliases))
    words = ", ".join(known) if len(known) < 2 else f"one of {', '.join(known)}"
    patterns = f"a match of {' or '.join(f'/{each}/' for each in values.patterns)}" if values.patterns else ""
    message = f"'{found}' is not a valid value of {name}; expected {' or '.join(filter(None, (words, patterns)))}"
    return InvalidValue(name, message, written=found, meant=closest(found, known, LOW_SIMILARITY))


# ---- validation of a resource type as a whole


def _unknown_provider(type: str, value: object) -> InvalidValue | None:
    found = text(value) if type in ("package", "service", "user") else None
    if found is None or found in providers(type) or not providers(type):
        return None
    # Modules and Puppet Enterprise add providers, such as `gem18` and `pe_gem`, so only names that certainly are misspelled are reported.
    meant = closest(found, providers(type)) if is_typo(found, providers(type)) else None
    return None if meant is None else InvalidValue("provider", f"'{found}' is not a provider of {type}", written=found, meant=meant)


ENSURE = ("absent", "directory", "file", "link", "present")
"""The values of `ensure` with a meaning of their own; any other value is the target of a link."""


def _file(resource: Resource) -> Iterator[InvalidValue]:
    # With `path => undef`, a class that inherits this one is to set it.
    if "path" not in resource.parameters and resource.title != UNTITLED:
        message = CHECKS["file", "path"](_given_name(resource))
        if message is not None:
            yield InvalidValue("name" if "name" in resource.parameters else None, message)
    given = [name for name in ("content", "source", "target") if _is_given(resource.get(name))]
    if len(given) > 1:
        yield InvalidValue(given[-1], f"only one of `content`, `source` and `target` can be set; found {' and '.join(given)}")
    if text(resource.get("recurse")) == "remote" and resource.get("source") is None:
        yield InvalidValue("recurse", "`recurse => remote` requires a source", ("source",))
    checksum = resource.get("checksum")
    if checksum == "none" and _is_given(resource.get("source")):
        yield InvalidValue("checksum", "`checksum => none` cannot be used with `source`")
    if checksum in ("none", "ctime", "mtime") and _is_given(resource.get("content")):
        yield InvalidValue("checksum", f"`checksum => {checksum}` cannot be used with `content`")
    ensure = resource.get("ensure")
    state = "true" if ensure is True else ensure
    if isinstance(state, str) and state not in (*ENSURE, "false") and given in (["content"], ["source"]):
        message = f"'{state}' makes the file a link to that path, and a link cannot have {given[0]}; expected one of {', '.join(ENSURE)}"
        yield InvalidValue("ensure", message, written=state, meant=closest(state, ENSURE, LOW_SIMILARITY))


def _given_name(resource: Resource) -> object:
    """Return the value of the namevar where the attribute itself is not set: that of `name`, which stands for it, or the title."""
    return resource.get("name") if "name" in resource.parameters else resource.title


def _is_given(value: object) -> bool:
    """Whether an attribute certainly has a value."""
    return value is not None and not (isinstance(value, Unknown) and "undef" in kinds(infer(value)))


def _exec(resource: Resource) -> Iterator[InvalidValue]:
    if resource.get("path") is not None or resource.get("provider") not in (None, "posix"):
        return
    command = resource.get("command")
    if command is None:
        command = _given_name(resource)
    found = [*_unqualified(None, _first(command))]
    for name in ("refresh", "unless", "onlyif"):
        given = resource.get(name)
        for each in given if isinstance(given, tuple) and name != "refresh" else (given,):
            found += _unqualified(name, _first(each))
    yield from found[:1]


def _first(command: object) -> object:
    """Return the program of a command, which may be an array."""
    return command if not isinstance(command, tuple) else command[0] if command else None


FROM_ROOT = lazy_pattern(r"(?:bin|etc|home|opt|root|sbin|srv|tmp|usr|var)/")
"""The beginning of an absolute path without its slash: with any usual `path`, such a command is not found either."""


def _unqualified(name: str | None, command: object) -> Iterator[InvalidValue]:
    if not isinstance(command, str) or command == UNTITLED:
        return
    word = (command.split() or [""])[0]
    if not re.match(r"""['"]?(?:/|[A-Za-z]:[/\\]|\\\\)""", word):
        meant = f"/{word}" if FROM_ROOT.match(word) else None
        yield InvalidValue(name, f"'{word}' is not an absolute path, and `path` is not set", ("path", "provider"), word, meant)


def _tidy(resource: Resource) -> Iterator[InvalidValue]:
    if _is_given(resource.get("matches")) and resource.get("recurse") in (None, False, 0):
        yield InvalidValue("matches", "`matches` requires `recurse`", ("recurse",))


def _audit(resource: Resource) -> Iterator[InvalidValue]:
    for value in _each(resource.get("audit")):
        if isinstance(value, str) and value != "all" and not resource.has(value):
            yield InvalidValue("audit", f"{resource.type} has no attribute '{value}'")


RESOURCE_CHECKS: dict[str, Callable[[Resource], Iterator[InvalidValue]]] = {"file": _file, "exec": _exec, "tidy": _tidy}
