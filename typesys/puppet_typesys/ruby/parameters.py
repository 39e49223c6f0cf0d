"""Parameters of methods and blocks, and how arguments are bound to them."""

from __future__ import annotations

from puppet_typesys.ruby.classes import error
from puppet_typesys.ruby.equality import key_of
from puppet_typesys.ruby.objects import AnyProc, Frame, Hash, Nested, Parameters, Symbol
from puppet_typesys.values.unknown import Unknown, UnknownValue


def bind(parameters: Parameters, frame: Frame, arguments: list[object], block: AnyProc | None, strict: bool) -> None:
    """Assign arguments to the variables of a frame. In a block (not `strict`), missing ones are `nil` and superfluous ones ignored."""
    variables = frame.variables
    if parameters.is_simple:
        required = parameters.required
        count = len(required)
        if strict:
            if len(arguments) != count:
                raise _wrong_number(parameters, len(arguments))
        elif count > 1 and len(arguments) == 1:
            arguments = spread(arguments[0])
        for at in range(count):
            variables[required[at]] = arguments[at] if at < len(arguments) else None  # type: ignore[index]  # numbers
        return
    _bind_all(parameters, frame, arguments, block, strict)


def spread(value: object) -> list[object]:
    """The elements of the only argument of a block with several parameters."""
    if isinstance(value, Unknown):
        raise UnknownValue
    return value if isinstance(value, list) else [value]


def _bind_all(parameters: Parameters, frame: Frame, arguments: list[object], block: AnyProc | None, strict: bool) -> None:
    keywords: Hash | None = None
    if parameters.takes_keywords and arguments and isinstance(arguments[-1], Hash) and arguments[-1].keywords:
        keywords = arguments[-1]
        arguments = arguments[:-1]
    low = len(parameters.required) + len(parameters.after)
    high = None if parameters.rest is not None else low + len(parameters.optional)
    count = len(arguments)
    if strict:
        if count < low or (high is not None and count > high):
            raise _wrong_number(parameters, count)
    else:
        several = low + len(parameters.optional) > 1 or (parameters.rest is not None and low + len(parameters.optional) > 0)
        if count == 1 and (several or parameters.trailing_comma):
            arguments = spread(arguments[0])
            count = len(arguments)
        if count < low:
            arguments = arguments + [None] * (low - count)
            count = low
    at = 0
    for target in parameters.required:
        assign(frame, target, arguments[at])
        at += 1
    spare = count - low
    for name, default in parameters.optional:
        if spare > 0:
            frame.variables[name] = arguments[at]
            at += 1
            spare -= 1
        else:
            frame.variables[name] = default(frame)
    if parameters.rest is not None:
        end = max(count - len(parameters.after), at)
        if parameters.rest:
            frame.variables[parameters.rest] = arguments[at:end]
        at = end
    for target in parameters.after:
        assign(frame, target, arguments[at])
        at += 1
    if parameters.takes_keywords:
        _bind_keywords(parameters, frame, keywords)
    if parameters.block:
        frame.variables[parameters.block] = block


def _bind_keywords(parameters: Parameters, frame: Frame, keywords: Hash | None) -> None:
    given = {} if keywords is None else dict(keywords.entries)
    missing = []
    for name, default in parameters.keywords:
        found = given.pop(key_of(Symbol.named(name)), None)
        if found is not None:
            frame.variables[name] = found[1]
        elif default is None:
            missing.append(name)
        else:
            frame.variables[name] = default(frame)
    if missing:
        raise error("ArgumentError", f"missing keyword{'s' if len(missing) > 1 else ''}: {', '.join(f':{each}' for each in missing)}")
    if parameters.keyword_rest is not None:
        rest = Hash()
        rest.entries.update(given)
        if parameters.keyword_rest:
            frame.variables[parameters.keyword_rest] = rest
    elif given:
        names = ", ".join(f":{key.name}" if isinstance(key, Symbol) else str(key) for key in given)
        raise error("ArgumentError", f"unknown keyword{'s' if len(given) > 1 else ''}: {names}")


def assign(frame: Frame, target: str | Nested, value: object) -> None:
    """Assign a value to a parameter."""
    if isinstance(target, str):
        frame.variables[target] = value
        return
    parts = spread(value)
    after = len(target.after)
    for at, each in enumerate(target.before):
        assign(frame, each, parts[at] if at < len(parts) else None)
    end = max(len(parts) - after, len(target.before))
    if target.rest:
        frame.variables[target.rest] = parts[len(target.before) : end]
    for at, each in enumerate(target.after, end if target.rest is not None else len(target.before)):
        assign(frame, each, parts[at] if at < len(parts) else None)


def _wrong_number(parameters: Parameters, count: int) -> Exception:
    low = len(parameters.required) + len(parameters.after)
    if parameters.rest is not None:
        expected = f"{low}+"
    elif parameters.optional:
        expected = f"{low}..{low + len(parameters.optional)}"
    else:
        expected = str(low)
    return error("ArgumentError", f"wrong number of arguments (given {count}, expected {expected})")
