"""The title that a reference means, where nothing declares its own: `Exec['fetch']` beside `exec { "fetch-${name}": }`.

A module that is not there may declare almost any title, so that the one that is meant must leave no doubt: another spelling of the same
letters, the beginning of a computed one in the same definition, the command of an exec with another title, or the same file in another
folder of the same application.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.mentions import FEW, computed_in, mentions_title, searched, text_below, texts, titles_in, used_modules
from puppet_check.workspace.project import Module
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import native_type

MANIFESTS = ("manifests",)
BESIDE = ("functions", "data")
"""The other folders of a module with texts that become titles."""
RUBY = ("lib",)
"""The folder with Ruby, whose texts are in quotes."""
INERT = "require|before|notify|subscribe|content|source|command|creates|cwd|unless|onlyif|refresh"
"""Attributes whose values become no titles; a path is the second name of a file."""
BEFORE = lazy_pattern(rf"(?:\w\s*\[\s*|\b(?:{INERT})\s*=>\s*|\b([a-z][\w:]*)\s*\{{\s*)\Z")
"""What precedes a text that is no title, or the type of which it is one."""
NEAR = 200
"""How many characters before and after a text are looked at."""
LISTING, LISTED = "[(,", "]),"
"""What stands before and after an element of a list."""
SHORTEST = 5
"""The length of the shortest titles that are compared."""
SEPARATORS = "-_ .:"
"""What stands between the beginning of a computed title and what is interpolated."""
SHARED = 2
"""The number of folders that two paths of files of the same application begin with."""


class Declared(NamedTuple):
    """The title of a resource that the file declares."""

    shown: str
    """The title as it is written, without its quotes."""
    start: str
    """The text before the first interpolation; all of it without one."""
    end: str
    """The text after the last interpolation; all of it without one."""
    definition: ast.Node | None
    """The class or define around it."""

    @property
    def is_literal(self) -> bool:
        """Whether it has no interpolations."""
        return self.shown == self.start

    @property
    def is_variable(self) -> bool:
        """Whether it is a variable, whose default is the text."""
        return self.shown.startswith("$") and self.shown[1:].isidentifier()


def meant_title(type: str, key: ast.Expression, title: str, file: File) -> str | None:
    """The only title of a type, given in lower case, that a reference can mean; None if some resource may have its own title."""
    own = file.known.project.module_of(file.path)
    if own is None or len(title) < SHORTEST:
        return None
    around = definition_around(key, file)
    near = {each.shown for each in _declared(type, file) if _is_meant(type, title, each, around)}
    if not near and type == "exec":
        near = set(_with_command(title, file))
    if not near and type == "file" and title.startswith("/"):
        near = {each for each in _titles_of_module(type, own, file) if _is_same_file(title, each)}
    if len(near) != 1 or _may_be_declared(type, title, own, file):
        return None
    return near.pop()


def _is_meant(type: str, title: str, declared: Declared, around: ast.Node | None) -> bool:
    """Whether a title is that of a declared resource but for its spelling, or what a computed title begins with."""
    if declared.is_literal and declared.shown.lower() == title.lower():
        return declared.shown != title
    if declared.is_variable:
        return declared.definition is around and declared.start != title and _letters(declared.start) == _letters(title)
    if not declared.is_literal and not declared.end and declared.definition is around:
        return declared.start[:-1] == title and declared.start[-1] in SEPARATORS
    if type == "file" and "/" not in title and len(title) > SHORTEST:
        name = declared.end.rpartition("/")[2]
        return "/" in declared.end and name != title and _letters(name) == _letters(title)
    return type == "file" and declared.is_literal and _lacks_a_word(title, declared.shown)


def _lacks_a_word(path: str, declared: str) -> bool:
    """Whether two paths are in one folder, and the name of the first has all words of the other but one inside."""
    folder, _, name = path.rpartition("/")
    other_folder, _, other = declared.rpartition("/")
    words, others = re.split("[-_.]", name), re.split("[-_.]", other)
    if not folder or folder != other_folder or len(words) < SHARED:
        return False
    return any(others[:at] + others[at + 1 :] == words for at in range(1, len(others) - 1))


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _is_same_file(path: str, declared: str) -> bool:
    """Whether two paths are of files with the same name, in different folders of the same application."""
    if not declared.startswith("/"):
        return False
    folders, others = path.split("/")[1:], declared.split("/")[1:]
    name = folders.pop()
    if name != others.pop() or "." not in name or len(folders) == len(others):
        return False
    longer, shorter = sorted((folders, others), key=len, reverse=True)
    return len(shorter) >= SHARED and longer[: len(shorter)] == shorter


def _declared(type: str, file: File) -> Iterator[Declared]:
    """The titles of the resources of a type in the file, as far as they are not computed as a whole."""
    for node in file.of_class(ast.ResourceExpression):
        if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value.removeprefix("::") != type:
            continue
        definition = definition_around(node, file)
        for body in node.bodies:
            for title in body.title.values if isinstance(body.title, ast.LiteralList) else (body.title,):
                match title:
                    case ast.LiteralString(value=text) | ast.QualifiedName(value=text):
                        yield Declared(text, text, text, definition)
                    case ast.VariableExpression() if (default := _default(title, definition)) is not None:
                        yield Declared(file.source(title), default, "", definition)
                    case ast.ConcatenatedString(segments=segments):
                        yield Declared(file.source(title).strip('"'), _text(segments[0]), _text(segments[-1]), definition)


def _default(title: ast.VariableExpression, definition: ast.Node | None) -> str | None:
    """The text that is the default of a parameter."""
    for each in definition.parameters if isinstance(definition, ast.NamedDefinition) else ():
        if each.name == title.name and isinstance(each.value, ast.LiteralString):
            return each.value.value
    return None


def _text(segment: ast.Expression) -> str:
    """The text of a part of a string; empty for an interpolation."""
    return segment.value if isinstance(segment, ast.LiteralString) else ""


def definition_around(node: ast.Node, file: File) -> ast.Node | None:
    """The class or define around a node."""
    around: ast.Node | None = file.parents.get(node)
    while around is not None and not isinstance(around, ast.NamedDefinition):
        around = file.parents.get(around)
    return around


def _with_command(command: str, file: File) -> Iterator[str]:
    """The titles of the execs of the file that run a command and have another title."""
    for given in file.of_class(ast.AttributeOperation):
        if given.attribute_name != "command" or not isinstance(given.value_expr, ast.LiteralString) or given.value_expr.value != command:
            continue
        body = file.parents.get(given)
        node = None if body is None else file.parents.get(body)
        if isinstance(body, ast.ResourceBody) and isinstance(node, ast.ResourceExpression) and _is_exec(node):
            yield file.source(body.title).strip("'\"")


def _is_exec(node: ast.ResourceExpression) -> bool:
    return isinstance(node.type_name, ast.QualifiedName) and node.type_name.value.removeprefix("::") == "exec"


def _titles_of_module(type: str, own: Module, file: File) -> set[str]:
    """The literal titles of a type in the manifests of a module."""
    file.known.world.ask_below(own.folder, MANIFESTS)
    text = text_below(file.known.disk, own.folder, MANIFESTS)
    return {title for name, title in titles_in(text) if name == type}


def _may_be_declared(type: str, title: str, own: Module, file: File) -> bool:
    """Whether a word in quotes, in this module or another, or a computed text may be the title of another resource."""
    project = file.known.project
    file.known.world.ask_below(own.folder, MANIFESTS)
    disk = file.known.disk
    if any(_declares(type, title, text) for text in texts(disk, own.folder, MANIFESTS)):
        return True
    if _is_listed(title, text_below(disk, own.folder, MANIFESTS)) or _is_computed(title, disk, own.folder, MANIFESTS):
        return True
    words = {each.rstrip("0123456789") for each in re.split(r"[^a-z0-9_]", title.lower())} - {own.name, ""}
    if not words.isdisjoint(used_modules(disk, own.folder, MANIFESTS)) or any(each in project.missing for each in words):
        return True
    if len(project.modules) > FEW:
        return file.known.texts.has_text(type, title)
    file.known.world.ask_below(own.folder, RUBY)
    ruby = texts(disk, own.folder, RUBY)
    if any(f"'{title}'" in text or f'"{title}"' in text for text in ruby) or _is_computed(title, disk, own.folder, RUBY):
        return True
    for folder, inner in [(own.folder, BESIDE), *(each for each in searched(project) if each[0] != own.folder)]:
        file.known.world.ask_below(folder, inner)
        if mentions_title(text_below(disk, folder, inner), type, title) or _is_computed(title, disk, folder, inner):
            return True
    return False


def _is_computed(title: str, disk: Disk, folder: str, inner: tuple[str, ...]) -> bool:
    """Whether a string with interpolations in a module may be a title."""
    return computed_in(disk, folder, inner).fit(title)


def _declares(type: str, title: str, text: str) -> bool:
    """Whether a manifest has a text that may be a title, other than in references, commands, and titles of other built-in types."""
    for quoted in (f"'{title}'", f'"{title}"'):
        for start in _places(quoted, text):
            before = BEFORE.search(text[max(0, start - NEAR) : start])
            if before is None or before[1] == type or (before[1] is not None and native_type(before[1]) is None):
                return True
    return False


def _is_listed(title: str, text: str) -> bool:
    """Whether a text without references has a title without quotes, as that of a resource or in a list."""
    for start in _places(title, text):
        end = start + len(title)
        before, after = text[max(0, start - NEAR) : start].rstrip()[-1:], text[end : end + NEAR].lstrip()
        if (before == "{" and after[:1] == ":" != after[1:2]) or (before in LISTING and before and after[:1] in LISTED and after):
            return True
    return False


def _places(part: str, text: str) -> Iterator[int]:
    start = text.find(part)
    while start >= 0:
        yield start
        start = text.find(part, start + 1)
