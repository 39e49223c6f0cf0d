"""Editor features of ERB templates, whose variables are those of the class or define that calls them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.features.completion.expressions import class_variables
from puppet_check.features.completion.facts import dotted_keys, facts_of_modules
from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.completion.names import Clock
from puppet_check.features.describe.markdown import code, paragraphs
from puppet_check.features.describe.named import described, fact, parameter
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.nearby import ending_at
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.structure.document_symbols import DEEPEST, LONGEST, DocumentSymbol
from puppet_check.features.symbols import MEMBER, TOP, Occurrence, Symbol
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins import texts
from puppet_typesys.builtins.value_reads import FACTS, TRUSTED, NodePath, node_path
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, Definition, TypedName

VARIABLE = lazy_pattern(rb"(?<![\w@])@(\w+)")
ANY_TAG = lazy_pattern(rb"<%(?!%).*?%>", re.DOTALL)
OTHER = lazy_pattern(rb"""scope(?:\.lookupvar\(|\[)\s*['"](?:::)?([\w:]+)""")
FUNCTION_CALL = lazy_pattern(rb"""scope\.(?:call_function\(\s*['":]+([\w:]+)|function_(\w+))""")
TAG = lazy_pattern(rb"<%(?![%#])[-=]?(.*?)-?%>", re.DOTALL)
OPENING = lazy_pattern(r"\A(?:if|unless|case|while|until|for|begin)\b(?!.*\bend\Z)|(?:\bdo|\{)\s*(?:\|[^|]*\|)?\Z", re.DOTALL)
CLOSING = lazy_pattern(r"(?:end\b|\})")
READ = lazy_pattern(rb"""scope(?:\.lookupvar\(|\[)\s*['"]((?:::)?[\w:]*)\Z""")
NODE_DATA = rb"""(?:(?<![\w@])@|scope(?:\.lookupvar\(|\[)\s*['"](?:::)?)(facts|trusted|server_facts)(?:['"]\s*[\])])?"""
"""A variable that holds the data of a node."""
KEYS = rb"""((?:\[\s*['"][\w.-]+['"]\s*\])*)"""
OPEN_KEY = lazy_pattern(NODE_DATA + KEYS + rb"""\[\s*['"]([\w.-]*)\Z""")
ELEMENT = lazy_pattern(NODE_DATA + KEYS)
KEY = lazy_pattern(rb"[\w.-]+")
WORD = lazy_pattern(rb"@(\w*)\Z")


def hover(view: OtherView, offset: int) -> Hover | None:
    """The description of a variable, by the class or define that calls the template."""
    for path, start, end in node_data(view):
        if path.keys and start <= offset <= end:
            keys = tuple(map(str, path.keys))
            data = fact(keys, view.known) if path.fact is not None else texts.variable(".".join((path.variable, *keys)))
            return Hover(data, start, end) if data else None
    for found in VARIABLE.finditer(view.text.source):
        if found.start() <= offset <= found.end():
            name = found[1].decode()
            texts_of_callers = [text for each in callers(view) if (text := _member_text(each, name)) is not None]
            text = paragraphs(*dict.fromkeys(texts_of_callers)) if texts_of_callers else texts.variable(name) or fact((name,), view.known)
            return None if not text else Hover(text, *found.span())
    for found in OTHER.finditer(view.text.source):
        if found.start(1) <= offset <= found.end(1):
            name = found[1].decode()
            other = described("class variable", name, view.known) if "::" in name else texts.variable(name)
            return None if other is None else Hover(other, *found.span(1))
    return None


def _member_text(owner: Definition, name: str) -> str | None:
    text = parameter(owner, name)
    if text is None and name in owner.variables:
        text = paragraphs(code(f"${name}"), f"Variable of {owner.kind} `{owner.name}`.")
    return text


def complete(view: OtherView, offset: int) -> Completion:
    """Completion of the variables of the classes and defines that call the template, of variables of other classes, and of facts."""
    if (read := ending_at(READ, view.text.source, offset)) is not None:
        return Completion(tuple(_qualified(view, read[1].decode())), read.start(1), offset)
    if (open_ := ending_at(OPEN_KEY, view.text.source, offset)) is not None:
        path = node_path(open_[1].decode(), map(bytes.decode, KEY.findall(open_[2])))
        return Completion(() if path is None else tuple(_keys(view, path)), open_.start(3), offset)
    found = ending_at(WORD, view.text.source, offset)
    if found is None:
        return Completion((), offset, offset)
    return Completion(tuple(_variables(view)), found.start(), offset)


def _variables(view: OtherView) -> Iterator[Item]:
    seen: set[str] = set()
    for each in callers(view):
        for given in each.parameters:
            if given.name not in seen:
                seen.add(given.name)
                yield Item(f"@{given.name}", "parameter", " ".join((given.type or "").split()), rank=1)
        for name in each.variables:
            if name not in seen:
                seen.add(name)
                yield Item(f"@{name}", "variable", f"variable of {each.name}", rank=2)
    for name in ("title", "name", FACTS, TRUSTED):
        if name not in seen:
            yield Item(f"@{name}", "variable", rank=4)


def _qualified(view: OtherView, word: str) -> Iterator[Item]:
    """The names by which `scope` reads variables."""
    if "::" not in word.removeprefix("::"):
        yield from (each._replace(label=each.label[1:]) for each in _variables(view))
    for each in class_variables(view.code, f"${word}", Clock()):
        yield each._replace(label=each.label[1:], insert=None)


def _keys(view: OtherView, path: NodePath) -> Iterator[Item]:
    """The keys inside of the data of a node at a path."""
    if path.variable == FACTS and not path.keys:
        yield from facts_of_modules(view.code, quoted=True)
    for each in dotted_keys(view.code, path.variable, [*map(str, path.keys)], ""):
        yield each._replace(detail="", rank=1)


def node_data(view: OtherView) -> Iterator[tuple[NodePath, int, int]]:
    """The paths into the data of a node, each with the span of its last key."""
    for found in ELEMENT.finditer(view.text.source):
        keys = [*KEY.finditer(view.text.source, *found.span(2))]
        for number, each in enumerate(keys, 1):
            path = node_path(found[1].decode(), (key.group().decode() for key in keys[:number]))
            if path is not None:
                yield path, each.start(), each.end()


def occurrences(view: OtherView) -> Iterator[Occurrence]:
    """The occurrences of variables and of called functions."""
    return occurrences_for(view, callers(view))


def occurrences_for(view: OtherView, owners: list[Definition]) -> Iterator[Occurrence]:
    """The occurrences of symbols if these definitions call the template."""
    source = view.text.source
    for tag in ANY_TAG.finditer(source, 0, source.rfind(b"%>") + 2):
        for found in VARIABLE.finditer(source, *tag.span()):
            name = found[1].decode()
            having = dict.fromkeys(owner for each in owners if (owner := _owner_of(name, each, view)) is not None)
            for symbol in [Symbol(MEMBER, name, each) for each in having] or [Symbol(TOP, name)]:
                yield Occurrence(symbol, *found.span(1), "read")
    for found in OTHER.finditer(source):
        owner, _, leaf = found[1].decode().rpartition("::")
        symbol = Symbol(MEMBER, leaf, f"{CLASS} {owner}") if owner else Symbol(TOP, leaf)
        yield Occurrence(symbol, found.end(1) - len(leaf), found.end(1), "read")
    for path, start, end in node_data(view):
        if path.fact is not None and len(path.keys) == 1:
            yield Occurrence(Symbol(FACT, path.fact), start, end, "read")
    for found in FUNCTION_CALL.finditer(source):
        group = 1 if found[1] is not None else 2
        yield Occurrence(Symbol(FUNCTION, found[group].decode()), *found.span(group), "read")


def _owner_of(name: str, definition: Definition, view: OtherView) -> str | None:
    """The definition that has a variable of a template: one that calls it, or a class that it inherits from; None without one."""
    seen: set[str] = set()
    each: Definition | None = definition
    while each is not None and each.name not in seen:
        seen.add(each.name)
        if name in each.variables or each.parameter(name) is not None:
            return f"{each.kind} {each.name}"
        parent = each.parent
        each = None if parent is None else view.known.loader.load(TypedName(CLASS, parent.removeprefix("::").lower()))
    return None


def symbols(view: OtherView) -> list[DocumentSymbol]:
    """The blocks of Ruby code as a tree."""
    top: list[DocumentSymbol] = []
    opened: list[DocumentSymbol] = []
    source = view.text.source
    for tag in TAG.finditer(source, 0, source.rfind(b"%>") + 2):
        code = tag[1].decode("utf-8", "replace").strip()
        if CLOSING.match(code):
            if opened:
                opened.pop().close(tag.end())
        elif OPENING.search(code):
            shown = " ".join(code.split())[:LONGEST]
            start = tag.start(1) + len(tag[1]) - len(tag[1].lstrip())
            made = DocumentSymbol("block", shown, tag.start(), tag.end(), start, tag.start(1) + len(tag[1].rstrip()))
            (opened[-1].children if 0 < len(opened) < DEEPEST else top).append(made)
            opened.append(made)
    for each in opened:
        each.close(len(view.text))
    return top


def callers(view: OtherView) -> list[Definition]:
    """The classes and defines whose files name the template: in its own module, or else in any other."""
    module = view.known.project.module_of(view.path)
    if module is None:
        return []
    inner = os.path.relpath(os.path.abspath(view.path), os.path.join(module.folder, "templates")).replace(os.sep, "/")
    wanted = re.compile(rf"""['"](?:{re.escape(module.name)}|\$\{{?module_name\}}?)/{re.escape(inner)}['"]""".encode())
    project_files = ProjectFiles(view.known)
    for paths in (project_files.code_of(module), project_files.code()):
        found = [each for path in paths if wanted.search(project_files.read(path) or b"") for each in _around(view, path)]
        if found:
            return found
    return []


def _around(view: OtherView, path: str) -> Iterator[Definition]:
    module = view.known.project.module_of(path)
    for each in view.known.loader.definitions(path, module):
        if each.kind in (CLASS, DEFINE):
            loaded = view.known.loader.load(TypedName(each.kind, each.name))
            yield each if loaded is None else loaded
