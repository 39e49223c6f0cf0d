"""RuntimeObject: a value of the reference's runtime, which programs can only pass on."""

from __future__ import annotations

from puppet_grammar.dataclass import dataclass


class RuntimeObject:
    """A value of the type `Runtime[ruby, class_name]`; its text is `str(value)`."""

    class_name = ""


@dataclass(frozen=True)
class RuntimeSymbol(RuntimeObject):
    """A Symbol of Ruby that is neither `:undef` nor `:default`."""

    class_name = "Symbol"
    name: str

    def __str__(self) -> str:
        return self.name
