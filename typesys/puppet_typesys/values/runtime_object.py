"""RuntimeObject: a value of the reference's runtime, which programs can only pass on."""

from __future__ import annotations


class RuntimeObject:
    """A value of the type `Runtime[ruby, class_name]`; its text is `str(value)`."""

    class_name = ""
