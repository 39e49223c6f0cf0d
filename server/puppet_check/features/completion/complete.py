"""`complete`: selects the groups of completion items by the context of the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.features.completion import expressions, resources
from puppet_check.features.completion.asked import Asked
from puppet_check.features.completion.cursor import Cursor, closed_before, cursor_at
from puppet_check.features.completion.expected import Variables
from puppet_check.features.completion.in_slot import in_slot
from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.completion.likely import variable_scores
from puppet_check.features.completion.names import Clock
from puppet_check.features.completion.places import interpolated_access, is_type, query_at
from puppet_check.features.completion.slot import slot_at
from puppet_check.features.describe.variables import visible
from puppet_check.features.project_files.nearby import ending_at
from puppet_check.features.view import View
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.scopes import BODIES
from puppet_check.suppressions import suppressible
from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.builtins.texts import documentation_tags

FOLLOWING = lazy_pattern(rb"\w*[ \t]*(?:[=+]>|[({\[])")
"""The arrow or bracket after the rest of a word."""
REPEATED = {b">": " => ", b"(": "(", b"{": " {", b"[": "["}
"""The text of items that would repeat it."""
IGNORED = lazy_pattern(rb"puppet-check:[ \t]*ignore(?:-file)?\[(?:[\w-]+[ \t]*,[ \t]*)*([\w-]*)\Z")
"""A comment that suppresses findings, up to a code."""
LARGE = 1 << 16
"""The size in bytes up to which a text is read again with its brackets closed."""
MOST = 120
"""The largest number of items; more are returned when more is typed. Sending one takes 30 µs."""


def complete(view: View, offset: int) -> Completion:
    """The completion at an offset, which replaces the part of a word before it."""
    cursor = cursor_at(view.text.source, offset, epp=view.mode.epp)
    ignored = ending_at(IGNORED, view.text.source, offset) if cursor.kind == "comment" else None
    if ignored is not None:
        return Completion(tuple(_codes()), ignored.start(1), offset)
    clock = Clock()
    items = _fitting(_items(view, cursor, clock), cursor.word)
    chosen = tuple(_joined(items[:MOST], view.text.source, offset))
    return Completion(chosen, cursor.start, offset, clock.ran_out or len(items) > MOST)


def _joined(items: list[Item], source: bytes, offset: int) -> Iterator[Item]:
    """The items without the arrow or the brackets that follow the cursor already."""
    after = FOLLOWING.match(source, offset)
    repeated = None if after is None else REPEATED[after.group()[-1:]]
    for each in items:
        name, found, _ = (each.insert or "").partition(repeated or "\0")
        yield each._replace(insert=name) if found and name == each.label else each


def _fitting(items: Iterable[Item], word: str) -> list[Item]:
    """The items that begin with a word, or contain its letters in order; the best first."""
    small = word.lower()
    found: dict[tuple[str, str], Item] = {}
    for each in items:
        text = (each.filter or each.label).lower()
        if small.startswith("::") and not text.startswith("::"):
            text = f"::{text}"
            each = each._replace(filter=text)
        if text.startswith(small) or _is_subsequence(small, text):
            found.setdefault((each.label, each.kind), each)
    return sorted(found.values(), key=lambda each: (not (each.filter or each.label).lower().startswith(small), each.sort))


def _is_subsequence(small: str, text: str) -> bool:
    letters = iter(text)
    return all(letter in letters for letter in small)


def _items(view: View, cursor: Cursor, clock: Clock) -> Iterator[Item]:
    if cursor.kind == "comment":
        yield from _tags(view, cursor, clock)
        return
    if cursor.kind == "outside":
        return
    variables = variables_at(view, cursor.offset)
    if cursor.interpolated and not cursor.word.startswith("$"):
        plain = view.text.source[cursor.from_ : cursor.start].strip() == b""
        if plain:
            yield from expressions.variables(view, variables, "", None, variable_scores(view, cursor.offset, None, variables))
            yield from expressions.functions(view, cursor.word)
            return
    accessed = interpolated_access(view.text.source, cursor)
    if accessed is not None:
        yield from expressions.keys_of_code(view, accessed[0], variables, accessed[1])
        return
    if is_type(view.text.source, cursor):
        yield from expressions.data_types(view, cursor.word, clock)
        return
    query = query_at(view.text.source, cursor)
    if query is not None:
        yield from resources.queried(view, query)
        return
    slot = slot_at(view.text.source, cursor)
    if slot is not None:
        yield from in_slot(Asked(view, cursor, slot, variables, clock))
    elif cursor.word.startswith("$"):
        yield from expressions.variables(view, variables, "$", None, variable_scores(view, cursor.offset, None, variables))


def variables_at(view: View, offset: int) -> Variables:
    """The variables that are visible at an offset, even if the text around it has syntax errors."""
    path = path_at(view.program, offset)
    if not any(isinstance(each, BODIES) for each in path) and view.model is not None and view.model.program is not view.program:
        # The text around the cursor has syntax errors, so the last valid version of it is used.
        before = View(view.path, view.model.text, view.mode, view.model.program, view.known, view.model)
        old = path_at(view.model.program, min(offset, len(view.model.text) - 1))
        if any(isinstance(each, BODIES) for each in old):
            return visible(before, offset, old)
    if not any(isinstance(each, BODIES) for each in path) and not view.mode.epp and len(view.text) < LARGE:
        # A definition whose brackets are not closed yet may have been left out of the tree.
        text = Text(closed_before(view.text.source, cursor_at(view.text.source, offset).start))
        closed = View(view.path, text, view.mode, read(text, view.mode)[0], view.known, None)
        inner = path_at(closed.program, min(offset, len(text)))
        if any(isinstance(each, BODIES) for each in inner):
            return visible(closed, offset, inner)
    return visible(view, offset, path)


def _codes() -> Iterator[Item]:
    """The codes of findings that a comment can suppress."""
    yield from (Item(each.code, "value", each.summary) for each in suppressible())


def _tags(view: View, cursor: Cursor, clock: Clock) -> Iterator[Item]:
    """The tags of puppet-strings after `@` in a comment, the parameters of the next definition after `@param`, and names after `@see`."""
    line = view.text.line_span(view.text.position(cursor.offset).line)
    before = view.text.source[line.start : cursor.start].lstrip(b"# \t")
    if before == b"@":
        yield from (Item(name, "keyword", text, rank=0, order=number) for number, (name, text) in enumerate(documentation_tags().items()))
    if before.split() == [b"@see"]:
        yield from resources.classes(view, cursor.word, clock, cursor.offset)
        yield from (each._replace(insert=None) for each in expressions.functions(view, cursor.word) if "::" in each.label)
    if b"@param" not in before:
        return
    for each in view.program.definitions:
        if isinstance(each, ast.NamedDefinition) and each.start > cursor.offset:
            for parameter in each.parameters:
                yield Item(parameter.name, "parameter", rank=0)
            return
