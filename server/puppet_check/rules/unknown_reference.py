"""References to resources that nothing declares.

They are only reported where the whole code is known, that of modules that are not installed by interfaces, and the title occurs nowhere
else. A class that does not exist is never declared. A title that occurs nowhere else, and in which two letters of one in the file are
swapped or one is doubled, is misspelt, although other modules compute titles.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.reading.places import is_file, is_folder
from puppet_check.rules.class_never_included import is_never_included
from puppet_check.rules.declared_resources import FREE_TITLES
from puppet_check.rules.file import File
from puppet_check.rules.path_without_slash import path_with_slash
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_check.workspace.elsewhere import ENTERPRISE_TITLES
from puppet_check.workspace.mentions import computes, mentions_title, mentions_word, text_below, texts
from puppet_check.workspace.project import Project
from puppet_check.workspace.shown import TITLES_IN_DATA
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.diagnostics import Diagnostic, Fix, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.loader import CLASS, DEFINE, RESOURCE_TYPE, TypedName
from puppet_typesys.spelling import closest, is_mistyped
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.hash import EMPTY
from puppet_typesys.values.missing import MISSING

WORD = lazy_pattern(r"(?<![\w.-])[\w.-]{4,}(?![\w.-])")
"""A word that is long enough to be found by."""
CLASS_NAME = lazy_pattern(r"[a-z]\w*(?:::[a-z]\w*)*")
RELATIONS = frozenset(("require", "before", "notify", "subscribe"))
FOLDERS = ("manifests",)
DATA_FOLDERS = ("data", "hieradata", "hiera")
ALWAYS = frozenset(("stage", "schedule", "filebucket", "node"))
"""Types of which some resources always exist, or whose references the evaluation checks."""
PACKAGES = "ensure_packages"
CREATING = frozenset(("create_resources", PACKAGES, "ensure_resource", "ensure_resources"))
"""The functions that declare resources."""
INCLUDING = ("include", "contain", "require")
OF_SYSTEMS = frozenset(("package", "service", "user", "group", "file", "mount", "host", "interface"))
"""Types whose titles are names that systems give, which anything else may be called after."""
SEVERAL_WORDS = lazy_pattern(r"[A-Za-z0-9]+(?:[ _.:/-]+[A-Za-z0-9]+){2,}\Z")
TWO_WORDS = lazy_pattern(r"[A-Za-z0-9]+[ _.:/-]+[A-Za-z0-9]+\Z")
NO_LETTERS = lazy_pattern(r"[\W_]+")
SHORTEST = 4
"""The length of the shortest title that a collector asks for and that is compared."""
LONG_TITLE = 6
"""The length of a title of which a slip makes none that would be meant."""


@issue(Severity.WARNING)
def unknown_reference(type: str, title: str) -> str:
    """Relationship with a resource that is not declared"""
    return f"{type}['{title}'] is not declared anywhere"


@unknown_reference.variant()
def reference_to_values(type: str, variable: str) -> str:
    return f"{type}[{variable}] is not declared anywhere"


@rule(on=(ast.AttributeOperation, ast.RelationshipExpression, ast.AssignmentExpression), whole=True)
def check_relationship(node: ast.Node, file: File) -> Iterator[Diagnostic]:
    """Report references in relationships, and in variables for them, to resources that no file declares."""
    if isinstance(node, ast.AttributeOperation):
        ends = [node.value_expr] if node.attribute_name in RELATIONS else []
    elif isinstance(node, ast.AssignmentExpression):
        ends = [node.right_expr]
    else:
        assert isinstance(node, ast.RelationshipExpression)
        ends = [node.left_expr, node.right_expr]
    for reference in _references(ends):
        yield from _unknown_classes(reference, file) if _is_class(reference) else _unknown_titles(reference, file)


@rule(on=ast.CollectExpression, whole=True)
def check_collected(node: ast.CollectExpression, file: File) -> Iterator[Diagnostic]:
    """Report the title that a collector asks for, if no text has it and one of the same type in the file is nearly the same."""
    query = node.query.expr
    if not isinstance(query, ast.ComparisonExpression) or not isinstance(node.type_expr, ast.QualifiedReference):
        return
    title, name = _title(query.right_expr) or "", node.type_expr.value.removeprefix("::")
    is_title = isinstance(query.left_expr, ast.QualifiedName) and query.left_expr.value == "title" and query.operator == "=="
    if not is_title or len(title) < SHORTEST or name in file.declared_titles.get(title, ()):
        return
    near = [each for each, types in file.declared_titles.items() if name in types and is_mistyped(title, each)]
    if len(near) == 1 and _is_mentioned_once(title, file):
        end = query.right_expr
        found = unknown_reference(file.source(node.type_expr), title).suggesting(near[0])
        yield found.at(end.start, end.end, fixes=_respelled(end, near[0], file))


def _is_mentioned_once(title: str, file: File) -> bool:
    """Whether a title stands in one place of the manifests of the file's module."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return False
    file.known.world.ask_below(module.folder, FOLDERS)
    return sum(text.count(title) for text in texts(file.known.disk, module.folder, FOLDERS)) == 1


def _unknown_titles(reference: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    project = file.known.project
    lists_all = project.lists_all_modules or bool(project.sites)
    is_known = lists_all and project.module_of(file.path) is not None
    for key in reference.keys:
        other = _type_of_title(reference, key, file) or _type_of_variable(reference, key, file)
        if other is not None:
            kind = reference.left_expr
            fixes = respelled(file.text, kind.start, kind.end, file.source(kind), other)
            text = file.source(key)
            worded = reference_to_values if text.startswith("$") else unknown_reference
            found = worded(file.source(kind), text.strip("'\"")).suggesting(f"{other}[{text}]")
            yield found.at(reference.start, reference.end, fixes=fixes if len(reference.keys) == 1 else ())
            continue
        if _may_be_included(key, file):
            continue
        type = file.source(reference.left_expr).lower().removeprefix("::")
        meant = (
            path_with_slash(type, key, file)
            or _meant(reference, key, file)
            or _meant_by_reference(reference, key, file)
            or _meant_by_computed(reference, key, file)
        )
        meant = meant or _meant_by_mention(reference, key, file)
        may_exist = _may_exist if _title(key) is not None else _may_exist_in_part
        if meant is not None or (is_known and not all(may_exist(reference, each, file) for each in _titles(key))):
            found = unknown_reference(file.source(reference.left_expr), file.source(key).strip("'\"")).suggesting(meant)
            yield found.at(key.start, key.end, fixes=_respelled(key, meant, file))


def _may_be_included(key: ast.Expression, file: File) -> bool:
    """Whether the file includes a class that is not there and is called after what a title names, so that it may declare it."""
    title = _title(key)
    named = [each for name in INCLUDING for call in file.calls.get(name, ()) for each in arguments(call)] if title else ()
    classes = (each.value.lower() for each in named if isinstance(each, ast.LiteralString | ast.QualifiedName))
    return any(
        each.rpartition("::")[2] == title and file.known.external.load(TypedName(CLASS, each.removeprefix("::"))) is None
        for each in classes
    )


def _type_of_title(reference: ast.AccessExpression, key: ast.Expression, file: File) -> str | None:
    """The type of the resource of the file with this title, if no text of the project has it as the title of another."""
    name, title = file.source(reference.left_expr).lower().removeprefix("::"), _title(key) or ""
    types = {*file.declared_titles.get(title, ())}
    if len(types) != 1 or name in types:
        return None
    if types.isdisjoint(FREE_TITLES) or native_type(name) is None:
        return _type_of_sentence(name, title, types.pop(), file)
    is_free = SEVERAL_WORDS.match(title) is not None or (
        TWO_WORDS.match(title) is not None and name not in OF_SYSTEMS and not _creates(name, file) and _is_referred_to(types, title, file)
    )
    return None if not is_free or name in ALWAYS or file.known.texts.has_text(name, title) else types.pop().capitalize()


def _type_of_sentence(name: str, title: str, declared: str, file: File) -> str | None:
    """The type of the resource of the file whose title is several words, where the file has none of another qualified type."""
    is_sentence = SEVERAL_WORDS.match(title) is not None and " " in title
    module = file.known.project.module_of(file.path)
    if not is_sentence or "::" not in name or "::" not in declared or name in file.types_of_titles or module is None:
        return None
    if any(kind == name for kind, _ in file.computed_titles):
        return None
    file.known.world.ask_below(module.folder, FOLDERS)
    return capitalize_segments(declared) if text_below(file.known.disk, module.folder, FOLDERS).count(title) == 1 else None


def _is_referred_to(types: set[str], title: str, file: File) -> bool:
    """Whether the file has references with a title to resources of one of some types."""
    return not types.isdisjoint(file.referred_titles.get(title, ()))


def _type_of_variable(reference: ast.AccessExpression, key: ast.Expression, file: File) -> str | None:
    """The type of the resources of the definition with the titles in a variable, if the file refers to them with their own type, too."""
    name = file.source(reference.left_expr).lower().removeprefix("::")
    around = file.definition_around(reference)
    if name not in FREE_TITLES or not isinstance(key, ast.VariableExpression) or around is None:
        return None
    if all(file.definition_around(each) is not around for each in file.assignments.get(key.name, ())):
        return None  # The values of a parameter may be titles of anything.
    title, start = file.source(key), around.start
    if _creates(name, file) or name in file.types_of_titles or any(kind == name for kind, _ in file.computed_titles):
        return None
    types = [kind for (kind, offset), titles in file.computed_titles.items() if offset == start and title in titles]
    is_referred_to = len(types) == 1 and types[0] in file.referred_titles.get(title, ())
    return types[0].capitalize() if is_referred_to and native_type(types[0]) is not None else None


def _creates(type: str, file: File) -> bool:
    """Whether the file calls a function that may declare resources of a type."""
    return any(_type_created(each) in (type, None) for name in CREATING for each in file.calls.get(name, ()))


def _type_created(call: ast.CallNamedFunctionExpression) -> str | None:
    """The type of the resources that a function declares; None if it is computed."""
    if called(call) == PACKAGES:
        return "package"
    match arguments(call)[:1]:
        case [ast.LiteralString(value=type) | ast.QualifiedName(value=type)]:
            return type.lower().lstrip("@").removeprefix("::")
    return None


def _is_class(reference: ast.AccessExpression) -> bool:
    """Whether a reference is to classes."""
    kind = reference.left_expr
    return isinstance(kind, ast.QualifiedReference) and kind.value.removeprefix("::") == "class"


def _unknown_classes(reference: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    for key in reference.keys:
        title = _title(key)
        name = TypedName(CLASS, (title or "").lower().removeprefix("::"))
        if not CLASS_NAME.fullmatch(name.name):
            continue  # The evaluation reports it.
        if title is None:
            continue
        if file.known.external.load(name) is not None:
            if is_never_included(name.name, file) and not is_asked_for(name.name, file):
                yield unknown_reference(file.source(reference.left_expr), title).at(key.start, key.end)
            continue
        if not file.known.external.is_complete(name):
            continue
        if any(each.name.lower().removeprefix("::") == name.name for each in file.of_class(ast.HostClassDefinition)):
            continue  # It is in the wrong file, which is reported there.
        if is_asked_for(name.name, file):
            continue
        meant = closest(name.name, file.known.loader.likely_names(CLASS))
        found = unknown_reference(file.source(reference.left_expr), title).suggesting(meant)
        yield found.at(key.start, key.end, fixes=_respelled(key, meant, file))


def is_asked_for(name: str, file: File) -> bool:
    """Whether the file asks if a class or type, given in lower case, is there."""
    return any(name in file.source(each).lower() for each in file.calls.get("defined", ()))


def _title(key: ast.Expression) -> str | None:
    """The title that a key of a reference is; None if it is computed."""
    return key.value if isinstance(key, ast.LiteralString | ast.QualifiedName) else None


def _respelled(key: ast.Expression, meant: str | None, file: File) -> tuple[Fix, ...]:
    title = _title(key)
    if isinstance(key, ast.ConcatenatedString) and meant is not None:
        return respelled(file.text, key.start + 1, key.end - 1, file.source(key).strip('"'), meant)
    if meant is None or title is None or "$" in meant or file.source(key).strip("'\"") != title:
        return ()
    start = key.start + (1 if isinstance(key, ast.LiteralString) and file.source(key)[:1] in "'\"" else 0)
    return respelled(file.text, start, start + len(title.encode()), title, meant)


def _meant(reference: ast.AccessExpression, key: ast.Expression, file: File) -> str | None:
    """The title of the same type in the file that one differs from by a slip of the fingers, if no text of the project has this one."""
    name = file.source(reference.left_expr).lower().removeprefix("::")
    bare = (_title(key) or "").rstrip("/")
    if len(bare) < LONG_TITLE or name in ALWAYS:
        return None
    if name in file.declared_titles.get(bare, ()):
        return None
    titles = file.similar_titles(name)
    ends = titles.ending_with(bare)
    if len(ends) == 1 and not _may_be_title(name, bare, file) and not _is_alias(bare, file):
        return ends[0]
    near = titles.misspelt(bare, is_free=name in FREE_TITLES) if _is_known(name, file) else set()
    if len(near) != 1 or mentions_title(file.declaring_text, name, bare) or computes(file.declaring_text, bare):
        return None
    return None if file.known.texts.has_text(name, bare) or _is_alias(bare, file) else near.pop()


def _meant_by_reference(reference: ast.AccessExpression, key: ast.Expression, file: File) -> str | None:
    """The title that is meant by one that nothing declares, of another spelling or in another folder."""
    name, title = file.source(reference.left_expr).lower().removeprefix("::"), _title(key)
    if title is None or name in ALWAYS or name in file.declared_titles.get(title, ()):
        return None
    if not _is_known(name, file) and (
        not file.declared_resources.with_part(name, title, file.definition_around(key)) or _creates(name, file)
    ):
        return None
    from puppet_check.rules.near_titles import meant_title  # most references are to what the file declares

    meant = meant_title(name, key, title, file)
    if meant is not None and _is_alias(title, file):
        return None
    if meant is None or name not in FREE_TITLES or not meant.startswith(title):
        return meant
    return None if _creates(name, file) or _is_of_named_module(title, file) else meant


def _is_of_named_module(title: str, file: File) -> bool:
    """Whether a title has the name of a module as a word that the file names and that is not there, such as `apt_update`."""
    return any(each in file.module_names and each not in file.known.project.modules for each in NO_LETTERS.split(title.lower()))


def _is_alias(title: str, file: File) -> bool:
    """Whether a title is the second one of some resource of the file."""
    from puppet_check.rules.computed_references import is_alias  # few references are to what may be misspelt

    return is_alias(title, file)


def _meant_by_computed(reference: ast.AccessExpression, key: ast.Expression, file: File) -> str | None:
    """The title with interpolations in the same class or define that is meant by one that nothing declares."""
    name = file.source(reference.left_expr).lower().removeprefix("::")
    if not isinstance(key, ast.ConcatenatedString) or name in ALWAYS:
        return None
    from puppet_check.rules.computed_references import meant_computed  # most references are to literal titles

    return meant_computed(name, reference, key, file, is_free=name in FREE_TITLES)


def _meant_by_mention(reference: ast.AccessExpression, key: ast.Expression, file: File) -> str | None:
    """The text of the file that is meant by a title which nothing declares."""
    name, title = file.source(reference.left_expr).lower().removeprefix("::"), _title(key)
    if title is None or name in ALWAYS or name in file.declared_titles.get(title, ()):
        return None
    from puppet_check.rules.mentioned_titles import meant_by_mention  # as above

    return meant_by_mention(name, title, file)


def _may_be_title(type: str, word: str, file: File) -> bool:
    """Whether a word in quotes, other than references, values and titles of other types, may be a title in the file's module."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return True
    file.known.world.ask_below(module.folder, FOLDERS)
    quoted = re.compile(rf"(\w\s*\[\s*|=>\s*|\b(?!{type}\b)[a-z]\w*(?:::\w+)*\s*\{{\s*)?['\"]{re.escape(word)}['\"]")
    return any(each[1] is None for text in texts(file.known.disk, module.folder, FOLDERS) for each in quoted.finditer(text))


def _titles(key: ast.Expression) -> Iterator[str]:
    """The title of a reference, or the words that a title with interpolations contains."""
    match key:
        case ast.LiteralString(value=title) | ast.QualifiedName(value=title):
            yield title
        case ast.ConcatenatedString(segments=segments):
            for each in segments:
                if isinstance(each, ast.LiteralString):
                    yield from WORD.findall(each.value)


def _references(ends: list[ast.Expression]) -> Iterator[ast.AccessExpression]:
    while ends:
        match ends.pop():
            case ast.LiteralList(values=values):
                ends += values
            case ast.AccessExpression(left_expr=ast.QualifiedReference()) as found:
                yield found


def _may_exist(reference: ast.AccessExpression, title: str, file: File) -> bool:
    name = _open_type(reference, title, file)
    title = title.rstrip("/") or title
    if name is None or not title or mentions_title(file.declaring_text, name, title) or file.computed_strings.fit(title):
        return True
    return file.known.texts.mentions(name, title) or _comes_from_outside(name, reference, file, in_part=False)


def _may_exist_in_part(reference: ast.AccessExpression, word: str, file: File) -> bool:
    """The same for a word of a title with interpolations."""
    name = _open_type(reference, word, file)
    if name is None or mentions_word(file.declaring_text, name, word):
        return True
    return file.known.texts.mentions_word(name, word) or _comes_from_outside(name, reference, file, in_part=True)


def _comes_from_outside(type: str, reference: ast.AccessExpression, file: File, *, in_part: bool) -> bool:
    """Whether titles of a type, given in lower case, may come from outside: from who declares the class or define, or from unread data.

    With `in_part`, those count as well of which a part comes from there.
    """
    known, around = file.known, file.definition_around(reference)
    if not isinstance(around, ast.NamedDefinition) or (known.project.has_data and not _has_unread_data(around, file)):
        return False
    if file.open_titles(around, with_empty=file.is_conditional(reference)).may_declare(type, in_part=in_part):
        return True
    return _has_data_elsewhere(known.project) and known.texts.shows(TITLES_IN_DATA, type)


def _has_data_elsewhere(project: Project) -> bool:
    """Whether the data of a control repository with a hierarchy of its own are not in it, so that any class may get titles of them."""
    has_hierarchy = project.is_environment and is_file(os.path.join(project.root, "hiera.yaml"))
    return has_hierarchy and not any(is_folder(os.path.join(project.root, each)) for each in DATA_FOLDERS)


def _has_unread_data(definition: ast.NamedDefinition, file: File) -> bool:
    """Whether some data of the environment cannot be read: these alone may have the name of a class or define as a key."""
    return file.known.world.lookup(definition.name.lower().removeprefix("::"), EMPTY) is not MISSING


def _open_type(reference: ast.AccessExpression, title: str, file: File) -> str | None:
    """The type of a reference in lower case; None if a resource of that title always may exist."""
    assert isinstance(reference.left_expr, ast.QualifiedReference)
    name = reference.left_expr.cased_value.lower().removeprefix("::")
    return None if name in ALWAYS or title.startswith(ENTERPRISE_TITLES) or not _is_known(name, file) else name


def _is_known(type: str, file: File) -> bool:
    return native_type(type) is not None or any(file.known.external.load(TypedName(kind, type)) for kind in (DEFINE, RESOURCE_TYPE))
