"""`complete`: selects the groups of completion items by the context of the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.features.completion import expressions, resources, titles
from puppet_check.features.completion.cursor import Cursor, closed_before, cursor_at
from puppet_check.features.completion.expected import Variables, expected_type, expression_type, words_of
from puppet_check.features.completion.facts import compared_values, fact_path, facts_of_modules
from puppet_check.features.completion.files import files
from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.completion.likely import variable_scores
from puppet_check.features.completion.names import Clock
from puppet_check.features.completion.places import interpolated_access, is_type, query_at
from puppet_check.features.completion.slot import MARK, Slot, slot_at
from puppet_check.features.describe.runs import RUNNING, names, parameters, run_around
from puppet_check.features.describe.variables import visible
from puppet_check.features.project_files.nearby import ending_at
from puppet_check.features.view import View
from puppet_check.semantics.arguments import argument_of
from puppet_check.semantics.calls import arguments, called
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.node_context import is_class_name
from puppet_check.semantics.scopes import BODIES
from puppet_check.suppressions import suppressible
from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.builtins.argument_roles import Role

FOLLOWING = lazy_pattern(rb"\w*[ \t]*(?:[=+]>|\()")
"""The arrow or parenthesis after the rest of a word."""
TAGS = {
    "param": "a parameter",
    "summary": "what it is, in a line",
    "example": "code that uses it",
    "return": "what a function returns",
    "note": "what to pay attention to",
    "see": "where more is said",
    "since": "the version that it was added in",
    "deprecated": "that it is not to be used, and why",
    "raise": "an error of a function",
    "option": "a key of a parameter that is a hash",
    "overload": "one of the signatures of a function",
    "author": "who wrote it",
    "api": "whether it is `public` or `private`",
    "todo": "what is left to do",
}
"""The tags of puppet-strings, the most frequent ones first."""
IGNORED = lazy_pattern(rb"puppet-check:[ \t]*ignore(?:-file)?\[(?:[\w-]+[ \t]*,[ \t]*)*([\w-]*)\Z")
"""A comment that suppresses findings, up to a code."""
RELATIONS = frozenset(("require", "before", "notify", "subscribe"))
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
    """The items without the arrow or the parentheses that follow the cursor already."""
    after = FOLLOWING.match(source, offset)
    repeated = None if after is None else " => " if after.group().endswith(b">") else "("
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
        yield from _in_slot(view, cursor, slot, variables, clock)
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


def _in_slot(view: View, cursor: Cursor, slot: Slot, variables: Variables, clock: Clock) -> Iterator[Item]:
    node, parent = slot.node, slot.parent
    scores = variable_scores(view, cursor.offset, slot, variables)
    quoted = cursor.kind in ("string", "text") and not cursor.word.startswith("$")
    if isinstance(node, ast.VariableExpression):
        if "::" in cursor.word:
            yield from expressions.class_variables(view, cursor.word, clock)
        yield from expressions.variables(view, variables, "$", expected_type(view, slot, variables), scores)
        if cursor.word.startswith("$::"):
            yield from expressions.variables(
                view, {name: each for name, each in variables.items() if each.node is None}, "$::", None, scores
            )
        return
    if isinstance(node, ast.HostClassDefinition):
        if (node.parent_class or "").lower() == MARK:
            yield from resources.classes(view, cursor.word, clock, cursor.offset)
        return
    if isinstance(node, ast.Parameter):
        return
    if is_class_name(slot.path):
        yield from resources.classes(view, cursor.word, clock, cursor.offset)
        return
    match parent:
        case ast.AccessExpression() if node is not parent.left_expr:
            left = parent.left_expr
            if not isinstance(left, ast.QualifiedReference):
                yield from expressions.keys(view, left, variables, quoted)
                if fact_path(left) == []:
                    yield from facts_of_modules(view, quoted=quoted)
            elif left.value != "class":
                yield from titles.titles(view, left.value, quoted)
                yield from expressions.type_parameters(view, left.value, cursor.word, clock, quoted)
            if quoted or (isinstance(left, ast.QualifiedReference) and left.value == "class"):
                return
        case ast.AttributeOperation() if parent.value_expr is not node:
            yield from resources.attributes(view, slot, cursor.offset)
            return
        case ast.NamedAccessExpression() if parent.right_expr is node:
            receiver = expression_type(view, parent.left_expr, variables)
            call = slot._replace(path=slot.path[: -2 if isinstance(slot.path[-3], ast.CallMethodExpression) else -1])
            yield from expressions.methods(view, cursor.word, receiver, is_value=not _is_statement(call))
            return
        case ast.Parameter() if parent.type_expr is node:
            yield from expressions.data_types(view, cursor.word, clock)
            return
    if isinstance(node, ast.AttributeOperation):
        yield from resources.attributes(view, slot, cursor.offset)
        return
    if quoted:
        yield from _in_quotes(view, cursor, slot, variables, clock)
        return
    if isinstance(parent, ast.KeyedEntry) and parent.key is node:
        keys = [*expressions.entry_keys(view, slot, variables), *resources.attribute_keys(view, slot, cursor.offset)]
        yield from keys
        if keys:
            return
    if _is_related(slot):
        yield from resources.declared(view, slot)
        yield from (each._replace(rank=1) for each in expressions.references(view, cursor.word))
        if isinstance(node, ast.QualifiedReference):
            return
    if isinstance(node, ast.QualifiedReference):
        yield from expressions.data_types(view, cursor.word, clock)
        return
    if called(parent) in RUNNING and view.mode.tasks and node not in arguments(parent)[:1]:
        yield from expressions.arguments_of_run(view, slot)
    if isinstance(parent, ast.ResourceBody) and parent.title is node:
        yield from expressions.variables(view, variables, "$", None, scores)
        return
    if isinstance(parent, ast.MatchExpression) and parent.right_expr is node:
        yield from expressions.data_types(view, cursor.word, clock)
    if _is_statement(slot):
        yield from resources.statements(view, cursor.word, clock, cursor.offset)
    yield from compared_values(slot, quoted=False)
    yield from expressions.values(view, slot, variables, cursor.word, scores)


def _is_related(slot: Slot) -> bool:
    """Whether the placeholder is a resource in a relationship: the value of a metaparameter such as `require`, or a part of a chain."""
    for node in reversed(slot.path[:-1]):
        match node:
            case ast.LiteralList():
                continue
            case ast.AttributeOperation():
                return node.attribute_name in RELATIONS
            case _:
                return isinstance(node, ast.RelationshipExpression)
    return False


def _is_statement(slot: Slot) -> bool:
    """Whether the placeholder is in the position of a statement."""
    if isinstance(slot.parent, ast.ResourceExpression):
        return slot.parent.type_name is slot.node
    return (
        isinstance(
            slot.parent,
            ast.BlockExpression | ast.Program | ast.NamedDefinition | ast.NodeDefinition | ast.LambdaExpression | ast.EppExpression,
        )
        or (isinstance(slot.parent, ast.IfExpression | ast.UnlessExpression) and slot.parent.test is not slot.node)
        or (isinstance(slot.parent, ast.CaseOption) and slot.parent.then_expr is slot.node)
    )


def _in_quotes(view: View, cursor: Cursor, slot: Slot, variables: Variables, clock: Clock) -> Iterator[Item]:
    argument = argument_of(slot.path)
    role = None if argument is None else argument.role
    is_source = isinstance(slot.parent, ast.AttributeOperation) and slot.parent.attribute_name == "source"
    yield from files(view, argument, cursor.word, is_source=is_source)
    if role in (Role.FACT, Role.VARIABLE):
        yield from expressions.dotted_facts(view, cursor.word, "" if role is Role.FACT else "facts.")
        if role is Role.VARIABLE:
            variables_of_classes = expressions.class_variables(view, f"${cursor.word}", clock)
            yield from (each._replace(label=each.label[1:], insert=None) for each in variables_of_classes)
        return
    if argument is not None and role is Role.PATH and fact_path(argument.others[0]) == []:
        yield from expressions.dotted_facts(view, cursor.word, "")
        return
    yield from compared_values(slot, quoted=True)
    kind = expected_type(view, slot, variables)
    if isinstance(slot.parent, ast.KeyedEntry) and slot.parent.key is slot.node:
        yield from expressions.entry_keys(view, slot, variables)
        yield from resources.attribute_keys(view, slot, cursor.offset)
        return
    for each in words_of(kind):
        if each.startswith("'"):
            yield Item(each.strip("'"), "value", rank=0, about=resources.value_about(slot, each.strip("'")))
    if role is Role.HIERA_KEY:
        yield from titles.hiera_keys(view, cursor.word, clock)
    if role is Role.MERGE:
        yield from titles.merges()
    if called(slot.parent) in RUNNING and view.mode.tasks:
        yield from _of_run(view, slot)
    if role is Role.RESOURCE_TYPE:
        yield from resources.types_of_resources(view, cursor.word, clock, cursor.offset)


def _of_run(view: View, slot: Slot) -> Iterator[Item]:
    """The names of tasks or plans in the first argument of a call that runs one, and their parameters in the others."""
    kind = RUNNING[called(slot.parent)]
    if slot.node in arguments(slot.parent)[:1]:
        yield from (Item(each, kind, rank=1, about=f"{kind}:{each}") for each in names(kind, view.known))
        return
    run = run_around(slot.path)
    for each in parameters(run[0], run[1], view.known) if run is not None else ():
        yield Item(each.name, "key", each.type, rank=0 if each.is_required else 1)


def _codes() -> Iterator[Item]:
    """The codes of findings that a comment can suppress."""
    yield from (Item(each.code, "value", each.summary) for each in suppressible())


def _tags(view: View, cursor: Cursor, clock: Clock) -> Iterator[Item]:
    """The tags of puppet-strings after `@` in a comment, the parameters of the next definition after `@param`, and names after `@see`."""
    line = view.text.line_span(view.text.position(cursor.offset).line)
    before = view.text.source[line.start : cursor.start].lstrip(b"# \t")
    if before == b"@":
        yield from (Item(name, "keyword", text, rank=0, order=number) for number, (name, text) in enumerate(TAGS.items()))
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
