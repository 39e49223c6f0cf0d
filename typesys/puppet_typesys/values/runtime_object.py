"""RuntimeObject: a value of the runtime that the language only passes on."""

from __future__ import annotations


class RuntimeObject:
    """Its type is `Runtime[ruby, class_name]`; its text is `str(value)`."""

    class_name = ""
