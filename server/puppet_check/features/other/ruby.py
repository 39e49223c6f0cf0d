"""Editor features of Ruby files in modules: what they define for Puppet code, and the functions and facts that they use."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.features.describe.named import attribute, described
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.other.view import OtherView
from puppet_check.features.symbols import ATTRIBUTE, Occurrence, Symbol, occurrence_of, plain
from puppet_check.workspace.ruby.read import read_ruby
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import FACT, FUNCTION, TYPE

CALL = lazy_pattern(rb"""\bcall_function\(\s*:?['"]?((?:::)?[a-z]\w*(?:::\w+)*)""")
SIGNATURE = lazy_pattern(rb"""\b(?:\w*param|return_type)\b[ \t(]*(?:['"]([^'"\n]+)['"])""")
"""The type of a parameter or result in the signature of a function."""
TYPE_NAME = lazy_pattern(rb"(?<![\w:])[A-Z]\w*(?:::[A-Z]\w*)+")
VALUE = lazy_pattern(rb"""\b(?:Facter\.(?:value|fact)\(\s*|Facter\[\s*):?['"]?([a-z]\w*)""")


def hover(view: OtherView, offset: int) -> Hover | None:
    """The description of the function, type, attribute or fact at an offset."""
    for each in occurrences(view):
        if each.start <= offset <= each.end:
            symbol = each.symbol
            is_attribute = symbol.kind == ATTRIBUTE
            text = attribute(symbol.owner, symbol.name, view.known) if is_attribute else described(symbol.kind, symbol.name, view.known)
            return None if text is None else Hover(text, each.start, each.end)
    return None


def occurrences(view: OtherView) -> Iterator[Occurrence]:
    """The definitions in the file, and the functions and facts that it names."""
    module = view.known.project.module_of(view.path)
    if module is None:
        return
    source = view.text.source
    for each in read_ruby(os.path.relpath(os.path.abspath(view.path), module.folder).replace(os.sep, "/"), source):
        if each.place.end > each.place.start:
            yield Occurrence(Symbol(each.kind, plain(each.name)), each.place.start, each.place.end, "define")
        for one in each.attributes:
            name = one.name.encode()
            if source.startswith(name, one.start):
                yield Occurrence(Symbol(ATTRIBUTE, one.name, plain(each.name)), one.start, one.start + len(name), "define")
    for declared in SIGNATURE.finditer(source):
        for found in TYPE_NAME.finditer(source, *declared.span(1)):
            yield occurrence_of(TYPE, found[0].decode(), found.start())
    for kind, pattern in ((FUNCTION, CALL), (FACT, VALUE)):
        for found in pattern.finditer(source):
            yield occurrence_of(kind, found[1].decode(), found.start(1))
