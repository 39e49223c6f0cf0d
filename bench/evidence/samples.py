"""Values of types, as Puppet code: what a variable may hold that a statement is tried with.

A type has several; which one is taken is a number, so that one statement can be tried with one after the other.
"""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show

ANY = ("'sample'", "undef", "true", "1", "['sample']", "{'sample' => 'sample'}")
TEXTS = (
    "sample", "a", "1", "/sample", "/sample/", "http://a.example/", "https://a.example/", "10.0.0.1", "10.0.0.0/8", "::1", "a.example",
    "present", "yes", "puppet:///modules/a/b", "file:///a", "00:00:00:00:00:00", "1.0.0", "0644", "root", "a:b", "a=b", "1s", "1M", "",
    "redis://a", "latest", "http",
)  # fmt: skip
"""Strings to try for patterns."""
CHOICES = len(ANY)


def sample(of: model.Type | None, choice: int = 0) -> str:
    """A value of a type; for a type without literals, any value to try."""
    match of:
        case None | model.Any():
            return ANY[choice % CHOICES]
        case model.Undef():
            return "undef"
        case model.Default():
            return "default"
        case model.Optional(type=inner):
            return "undef" if choice % 2 else sample(inner, choice // 2)
        case model.NotUndef(type=inner):
            return sample(inner, choice) if inner is not None else ANY[choice % CHOICES if choice % CHOICES != 1 else 0]
        case model.Variant(types=types) if types:
            return sample(types[choice % len(types)], choice // len(types))
        case model.TypeAlias():
            return sample(of.target, choice)
        case model.Sensitive(type=inner):
            return f"Sensitive({sample(inner, choice)})"
        case model.TypeType(type=inner):
            return show(inner) if inner is not None else "String"
        case model.Class() | model.Resource():
            return show(of) if not isinstance(of, model.Resource) or of.title is not None else f"{of.type_name or 'File'}['/sample']"
        case model.Iterable(type=inner) | model.Iterator(type=inner):
            return f"[{sample(inner, choice)}]"
    return _collection(of, choice) or _scalar(of, choice)


def _collection(of: model.Type, choice: int) -> str | None:
    match of:
        case model.Array(element=element, size=size):
            few = _least(size, choice)
            return f"[{', '.join([sample(element, choice)] * few)}]"
        case model.Tuple(types=types, size=size):
            many = max(len(types), size.low or 0) if size is not None and size.low is not None else len(types)
            return f"[{', '.join(sample(types[min(each, len(types) - 1)], choice) for each in range(many))}]" if types else "[]"
        case model.Hash(key=key, value=value, size=size):
            return f"{{{sample(key, choice)} => {sample(value, choice)}}}" if _least(size, choice) else "{}"
        case model.Struct(elements=elements):
            given = [each for each in elements if not isinstance(each.key, model.Optional)]
            return f"{{{', '.join(f'{quoted(each.name)} => {sample(each.value, choice)}' for each in given)}}}"
        case model.Collection():
            return "[]"
    return None


def _scalar(of: model.Type, choice: int) -> str:
    match of:
        case model.Boolean(value=value):
            return ("true", "false")[choice % 2] if value is None else str(value).lower()
        case model.Integer(low=low, high=high):
            return str(1 if low is None and high is None else low if low is not None else high)
        case model.Float(low=low, high=high):
            return str(float(low if low is not None else 1.5 if high is None else high))
        case model.Enum(values=values) if values:
            return quoted(values[choice % len(values)])
        case model.String(value=str() as value):
            return quoted(value)
        case model.Numeric():
            return "1"
        case model.Regexp():
            return f"/{of.pattern or 'a'}/"
        case model.Binary():
            return "Binary('YQ==')"
        case model.SemVer():
            return "SemVer('1.0.0')"
        case model.Timespan() | model.Timestamp():
            return f"{type(of).__name__}(1)"
    fitting = [text for text in TEXTS if is_instance(of, text)]
    return quoted(fitting[choice % len(fitting)]) if fitting else ANY[choice % CHOICES]


def quoted(text: str) -> str:
    """A text in quotes."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _least(size: model.Integer | None, choice: int) -> int:
    low = 0 if size is None else size.low or 0
    high = 1 if size is None or size.high is None else size.high
    return max(low, min(choice % 2, high))
