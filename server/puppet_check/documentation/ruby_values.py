"""Values as Ruby shows them."""

from __future__ import annotations

import json

from puppet_check.documentation.entries import Value


def inspected(value: Value) -> str:
    """A default value as Ruby shows it: a String without quotes, and those inside of others with them."""
    return value if isinstance(value, str) else _inspected(value)


def _inspected(value: Value) -> str:
    match value:
        case None:
            return "nil"
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("#{", "\\#{")
        case list():
            return f"[{', '.join(map(_inspected, value))}]"
        case dict():
            return f"{{{', '.join(f'{_inspected(name)}=>{_inspected(each)}' for name, each in value.items())}}}"
    return str(value)
