"""Reads a `Puppetfile`: the modules of an environment. It is Ruby, which is parsed and never executed.

What r10k or g10k accept is right; a file for librarian-puppet, which accepts more, is not checked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

import tree_sitter

from puppet_check.reading.places import exists
from puppet_check.rules.documents import Subjects
from puppet_check.rules.erb.check import unread_ruby
from puppet_check.rules.erb.words import arguments, words
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.errors import RubyFault, first_error
from puppet_check.workspace.ruby.tree import RubyCall, call_of, text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Severity, issue
from puppet_typesys.ruby.syntax import RubyLimit, parse

LIBRARIAN = frozenset(("metadata", "modulefile"))
_SETTING_OF_G10K = lazy_pattern(rb"^[ \t]*forge\.(?:baseUrl|cacheTtl)\b[^\n]*", re.MULTILINE | re.IGNORECASE)


class Puppetfile(NamedTuple):
    """A Puppetfile without syntax errors."""

    root: tree_sitter.Node
    calls: tuple[RubyCall, ...]
    """The calls without receiver."""

    @property
    def mods(self) -> list[RubyCall]:
        """The calls of `mod`."""
        return [each for each in self.calls if each.name == "mod"]


class Declarations(NamedTuple):
    """The calls of `mod` in a Puppetfile of any tool."""

    path: str
    mods: tuple[RubyCall, ...]


class Mod(NamedTuple):
    """A call of `mod`, which declares a module."""

    call: RubyCall


@issue(Severity.ERROR)
def puppetfile_syntax(kind: RubyFault, word: str, closing: str) -> str:
    """Invalid Ruby in the Puppetfile"""
    return words(kind, word, closing)


def subjects(path: str, source: bytes, known: Known) -> Subjects:
    """The Puppetfile and each of its modules."""
    plain = _SETTING_OF_G10K.sub(lambda line: b" " * len(line.group()), source)
    try:
        root = parse(plain).root_node
        error = first_error(root)
    except (RubyLimit, RecursionError) as limit:
        return Subjects(problems=(unread_ruby(str(limit)).at(0, 1),))
    if error is not None:
        return Subjects(problems=(puppetfile_syntax(*arguments(error)).at(error.start, error.end),))
    if root.has_error:
        return Subjects()
    calls = tuple(_calls(root))
    is_for_librarian = any(each.name in LIBRARIAN and not each.arguments for each in calls) or exists(f"{path}.lock")
    whole = Puppetfile(root, calls)
    declarations = Declarations(os.path.abspath(path), tuple(whole.mods))
    return Subjects((declarations,) if is_for_librarian else (declarations, whole, *map(Mod, whole.mods)))


def _calls(root: tree_sitter.Node) -> Iterator[RubyCall]:
    """The calls without receiver, except those in methods that the file defines."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type in ("method", "singleton_method", "class", "module"):
            continue
        if node.type == "call" and node.child_by_field_name("receiver") is None:
            call = call_of(node)
            if call is not None:
                yield call
        elif node.type == "identifier" and node.parent is not None and node.parent.type in ("program", "body_statement", "then"):
            yield RubyCall(node, text(node))
        stack.extend(reversed(node.named_children))
