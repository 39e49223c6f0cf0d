"""The entries of the metadata of tasks."""

from __future__ import annotations

import os

from puppet_check.documentation.docstring import Tag, parse_docstring
from puppet_check.documentation.entries import Task
from puppet_check.reading.json_data import loads


def entry_of_task(path: str, source: bytes) -> Task | None:
    """The entry of a task; None if its metadata are empty or no JSON object. `path` is the path in the module."""
    text = source.decode("utf-8", "replace")
    try:
        data = loads(text)
    except ValueError:
        return None
    if not isinstance(data, dict) or not data:
        return None
    parameters = data.get("parameters")
    tags = [
        Tag("param", str(about.get("description") or ""), (str(about["type"]) if about.get("type") is not None else "",), str(name))
        for name, about in (parameters.items() if isinstance(parameters, dict) else ())
        if isinstance(about, dict)
    ]
    docstring = parse_docstring(str(data.get("description") or ""))._replace(tags=tuple(tags))
    name = os.path.basename(path).replace(".json", "")
    return Task(name, path, docstring, text, data.get("supports_noop") or False, data.get("input_method"))
