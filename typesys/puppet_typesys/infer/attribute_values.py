"""Values that an attribute of a native resource never takes: the resource would be refused when it is applied."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from puppet_typesys.builtins.allowed import Allowed, providers
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.convert.text import text as text_of
from puppet_typesys.evaluate.resource import UNTITLED, Resource
from puppet_typesys.near import hint, near
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.of import infer
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown


class Wrong(NamedTuple):
    """What is wrong with an attribute; None: with the resource as a whole."""

    attribute: str | None
    message: str
    may_be_default: bool = False
    """Whether a default that the code around gives would make it right."""


def wrong_values(resource: Resource, known: Callable[[str], Allowed | None]) -> Iterator[Wrong]:
    """Everything that is certainly wrong in the values of a resource; `known` tells what its attributes take."""
    kind = resource.kind
    if not isinstance(kind, NativeType):
        return
    for name, parameter in resource.parameters.items():
        values = known(name)
        for value in _each(parameter.value):
            rule = RULES.get((kind.name, name)) or RULES.get(("", name))
            message = rule(value) if rule is not None else None
            if message is None and values is not None:
                message = _not_allowed(name, value, values)
            if message is not None:
                yield Wrong(name, message)
                break
    whole = WHOLE.get(kind.name)
    if whole is not None and not resource.is_open:
        yield from whole(resource)


def _each(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for inner in value:
            yield from _each(inner)
    elif value is not None and not contains_unknown(value):
        yield value


def _text(value: object) -> str | None:
    try:
        return text_of(value)
    except UnknownValue:
        return None


def _not_allowed(name: str, value: object, values: Allowed) -> str | None:
    text = _text(value)
    if text is None or isinstance(value, Hash) or text in values.words or text in values.aliases:
        return None
    if any(Regexp(pattern).match(text) is not None for pattern in values.patterns):
        return None
    if not values.words:
        return f"'{text}' is not a value of {name}, which has to match {' or '.join(f'/{each}/' for each in values.patterns)}"
    known = sorted((*values.words, *values.aliases))
    return f"'{text}' is not a value of {name}, expected one of {', '.join(known)}{hint(text, known)}"


# ---- what the types look at themselves


MODE = re.compile(r"^(?:0?[0-7]{1,4}|[ugoa]*[-=+][-=+rstwxXugo]*(?:,[ugoa]*[-=+][-=+rstwxXugo]*)*)$", re.MULTILINE)
"""Octal digits, or changes such as `u=rw,g+x`."""


def _mode(value: object) -> str | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"the mode of a file has to be a string, found the number {text_of(value)}"
    if isinstance(value, str) and not MODE.search(value):
        return f"'{value}' is not a mode of a file"
    return None


def _absolute(value: object) -> str | None:
    if isinstance(value, str) and not re.match(r"/|[A-Za-z]:[/\\]|\\\\|//", value):
        return f"the path of a file has to be absolute, found '{value}'"
    return None


def _recurse(value: object) -> str | None:
    if _text(value) in ("true", "false", "remote"):
        return None
    return f"'{_text(value)}' is not a value of recurse, expected one of false, remote, true"


def _number(name: str, least: float) -> Callable[[object], str | None]:
    def check(value: object) -> str | None:
        text = _text(value) or ""
        if name == "timeout" and text in ("unlimited", ""):
            return None
        try:
            number = float(text)
        except ValueError:
            return f"the {name} has to be a number, found '{text}'"
        return f"the {name} has to be at least {least:g}, found {text}" if number < least else None

    return check


def _provider(type: str) -> Callable[[object], str | None]:
    def check(value: object) -> str | None:
        text = _text(value)
        if text is None or text in providers(type) or not providers(type):
            return None
        # Modules bring providers of their own, so only what looks like a slip is told.
        meant = near(text, providers(type))
        return None if meant is None else f"'{text}' is not a provider of {type}, did you mean '{meant}'?"

    return check


def _expiry(value: object) -> str | None:
    text = _text(value)
    if text is None or text == "absent" or re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return None
    return f"'{text}' is not a value of expiry, expected absent or a date as YYYY-MM-DD"


RULES: dict[tuple[str, str], Callable[[object], str | None]] = {
    ("file", "mode"): _mode,
    ("file", "path"): _absolute,
    ("file", "recurse"): _recurse,
    ("exec", "timeout"): _number("timeout", float("-inf")),
    ("exec", "tries"): _number("tries", 1),
    ("exec", "try_sleep"): _number("try_sleep", 0),
    ("package", "provider"): _provider("package"),
    ("service", "provider"): _provider("service"),
    ("user", "provider"): _provider("user"),
    ("user", "expiry"): _expiry,
}


ENSURE = ("absent", "directory", "file", "link", "present")
"""What `ensure` of a file says by itself; anything else is what the file is a link to."""


def _file(resource: Resource) -> Iterator[Wrong]:
    if resource.get("path") is None and resource.title != UNTITLED:
        message = _absolute(resource.title)
        if message is not None:
            yield Wrong(None, message)
    given = [name for name in ("content", "source", "target") if _is_given(resource.get(name))]
    if len(given) > 1:
        yield Wrong(given[-1], f"a file has only one of content, source and target, found {' and '.join(given)}")
    ensure = resource.get("ensure")
    if isinstance(ensure, str) and ensure not in (*ENSURE, "false") and given in (["content"], ["source"]):
        words = f"expected one of {', '.join(ENSURE)}{hint(ensure, ENSURE)}"
        yield Wrong("ensure", f"'{ensure}' makes the file a link to it, which has no {given[0]}, {words}")


def _is_given(value: object) -> bool:
    """Whether an attribute certainly has a value."""
    return value is not None and not (isinstance(value, Unknown) and "undef" in kinds(infer(value)))


def _exec(resource: Resource) -> Iterator[Wrong]:
    command = resource.get("command") or resource.title
    if command == UNTITLED:
        return
    if isinstance(command, tuple):
        command = command[0] if command else None
    if not isinstance(command, str) or resource.get("path") is not None or resource.get("provider") not in (None, "posix"):
        return
    word = command.split()[0] if command.split() else ""
    if word and not re.match(r"""['"]?(?:/|[A-Za-z]:[/\\]|\\\\)""", word):
        yield Wrong(None, f"'{word}' is not an absolute path, and no path is given to look for it in", True)


WHOLE: dict[str, Callable[[Resource], Iterator[Wrong]]] = {"file": _file, "exec": _exec}
