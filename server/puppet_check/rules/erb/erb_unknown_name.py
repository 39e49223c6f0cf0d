"""Bare names in ERB templates: `<%= port %>` where `<%= @port %>` is meant."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.rules.erb.names import KEYWORDS, WITH_ARGUMENTS, Bare
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.kinds import ERB, MANIFEST, RUBY
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import has_word, texts
from puppet_check.workspace.ruby.tree import nodes_with_ancestors, text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Related, Severity, issue
from puppet_typesys.ruby.native import existing

if TYPE_CHECKING:
    import tree_sitter

GLOBAL = lazy_pattern(r"\$[a-z][a-z0-9_]+\Z")
NEAR = 3
"""How many nodes around a variable are looked at: `defined?(…)` has it in parentheses."""
SETTING = lazy_pattern(r"assignment|^(?:exception_variable|for)$")
"""The nodes of Ruby code that set a variable."""
OF_TOP_SCOPE = lazy_pattern(rb"\$::(\w+(?:::\w+)*)")
"""A variable of the top scope or of a class as in Puppet, which Ruby reads as its variable `$:` and then a symbol."""
OF_CLASS = lazy_pattern(rb"@([a-z]\w*)::([a-z_]\w*(?:::\w+)*)(?![\w(?!])")
"""A variable of a class as in Puppet, with the sign of one of Ruby."""
OF_SCOPE = ("call_function", "function_", "lookupvar")
"""How the names of methods of the scope begin."""
OTHER_TEMPLATE = lazy_pattern(rb"\bfunction_template\b|\bcall_function\s*+\(?\s*+(?:['\"]|:)template\b")
"""A call that fills in another template, whose methods this one can call afterwards."""
OF_RUBY = frozenset(("$stdin", "$stdout", "$stderr"))
"""The global variables of Ruby with such names."""
WITH_LOCALS = b"templatewlv"
"""The function of a published module that fills in templates with local variables of its caller."""
RUBY_FOLDERS = ("lib", "tasks")
"""The folders with Ruby code that may fill in templates."""
SETTERS = ("lib", "templates")
"""The folders with Ruby code that may set global variables."""
CALLERS = ("templates", "manifests")
"""The folders with code that may call that function."""
SHOWN = 9
"""How many other names a message lists."""
MOST_RELATED = 10
"""How many other names are related places of a finding."""


@issue(Severity.ERROR)
def erb_unknown_name(name: str, others: tuple[str, ...] = ()) -> str:
    """Bare name in an ERB template that is neither a local variable nor a method"""
    rest = f" and {len(others) - SHOWN} more" if len(others) > SHOWN else ""
    more = f" (and {', '.join(f'`{each}`' for each in others[:SHOWN])}{rest})" if others else ""
    return f"`{name}`{more} is neither a local variable nor a method; expected `@{name}` for a variable of the caller"


@erb_unknown_name.variant()
def ended_variable(name: str) -> str:
    return f"`{name}` is not defined here: the block whose variable it is has ended"


@erb_unknown_name.variant()
def foreign_keyword(name: str, expected: str) -> str:
    return f"`{name}` is not a keyword of Ruby; expected `{expected}`"


@erb_unknown_name.variant()
def global_variable(name: str) -> str:
    return f"`{name}` is a global variable of Ruby, which nothing sets; expected `@{name[1:]}` for a variable of the caller"


@erb_unknown_name.variant()
def function_of_ruby(name: str) -> str:
    return f"`{name}` is a function of Ruby, which fails without arguments; expected `@{name}` for a variable of the caller"


@erb_unknown_name.variant()
def no_method(name: str) -> str:
    return f"`{name}` is not a method of templates"


@erb_unknown_name.variant()
def method_of_scope(name: str) -> str:
    return f"`{name}` is a method of the scope; expected `scope.{name}`"


@erb_unknown_name.variant()
def class_of_puppet(written: str, name: str) -> str:
    return f"`{written}` calls a method of a variable; expected `scope['{name}']` for a variable of a class"


@erb_unknown_name.variant()
def variable_of_puppet(name: str) -> str:
    return f"`$::{name}` is not valid in Ruby; expected `scope['{name}']`"


@rule(on=Template)
def check_variables_of_puppet(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report a variable of the top scope or of a class that is written as in Puppet."""
    if b"$::" not in template.source:
        return
    for node, _ in nodes_with_ancestors(template.root, "global_variable"):
        found = OF_TOP_SCOPE.match(template.source, template.place(node)[0]) if text(node) == "$:" else None
        if found is not None:
            name = found[1].decode()
            fix = Fix("Read the variable by its name", (Edit(*found.span(), f"scope['{name}']"),))
            yield variable_of_puppet(name).at(*found.span(), fixes=(fix,))


@rule(on=Template)
def check_variables_of_classes(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report a variable of a class of a module that is written as in Puppet, and that Ruby reads as a call of a method."""
    if OF_CLASS.search(template.source) is None:
        return
    for node, _ in nodes_with_ancestors(template.root, "instance_variable"):
        start = template.place(node)[0]
        found = OF_CLASS.match(template.source, start)
        if found is not None and found[1].decode() in known.project.modules and not _has_method_of_nil(found[2].decode()):
            name = f"{found[1].decode()}::{found[2].decode()}"
            fix = Fix("Read the variable by its name", (Edit(*found.span(), f"scope['{name}']"),))
            yield class_of_puppet(found[0].decode(), name).at(*found.span(), severity=Severity.WARNING, fixes=(fix,))


def _has_method_of_nil(name: str) -> bool:
    """Whether nil has a method."""
    return name in existing("NilClass")


@rule(on=Template)
def check_globals(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report a variable that is written as in Puppet, which is nil in Ruby, unless the template sets it."""
    if known.project.module_of(template.path) is None or b"$" not in template.source:
        return
    found = [(text(node), node, above) for node, above in nodes_with_ancestors(template.root, "global_variable")]
    handled = {name for name, _, above in found if any(SETTING.search(each.type) or _is_asked_for(each) for each in above[-NEAR:])}
    names = {name for name, _, _ in found} - OF_RUBY - handled
    for name, node, _ in found:
        if GLOBAL.match(name) and name in names and not _is_set(name, template, known):
            start, end = template.place(node)
            fix = Fix("Read a variable of the caller", (Edit(start, start + 1, "@"),))
            yield global_variable(name).at(start, end, severity=Severity.WARNING, fixes=(fix,))


def _is_asked_for(node: tree_sitter.Node) -> bool:
    """Whether a node asks whether what it has is set."""
    return text(node).startswith(("defined?", "alias"))


def _is_set(name: str, template: Template, known: Known) -> bool:
    """Whether other code of the module assigns a global variable, which all templates share."""
    module = known.project.module_of(template.path)
    if module is None:
        return True
    known.world.ask_below(module.folder, SETTERS)
    setting = re.compile(rf"{re.escape(name)}\s*(?:[-+*/|&<]{{0,2}}=(?![=~])|<<)")
    return any(setting.search(each) for each in texts(known.disk, module.folder, SETTERS))


@rule(on=Template)
def check_names(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report the first bare name of a template that nothing defines, with the others as related places."""
    module = known.project.module_of(template.path)
    if module is None or not template.path.startswith(os.path.join(module.folder, "templates", "")):
        return  # Another program may fill it in.
    if not template.bare_names:
        return
    known.world.ask_below(module.folder, (*RUBY_FOLDERS, *CALLERS))
    if _fills_in(known.disk, module.folder):
        return
    yield from names_in(template)


def names_in(template: Template) -> Iterator[Diagnostic]:
    """The findings about the bare names of a template."""
    found = template.bare_names
    ended = [each for each in found if each.was_local and not each.is_call]
    for each in ended[:1]:
        start, end = template.place(each.node)
        yield ended_variable(each.name).at(start, end, related=_related(ended[1:], template))
    for each in found:
        if each.name in KEYWORDS:
            start, end = template.place(each.node)
            fix = Fix(f"Change to {KEYWORDS[each.name]}", (Edit(start, end, KEYWORDS[each.name]),))
            yield foreign_keyword(each.name, KEYWORDS[each.name]).at(start, end, fixes=(fix,))
    for each in found:
        if each.name in WITH_ARGUMENTS:
            start, end = template.place(each.node)
            fix = Fix("Read a variable of the caller", (Edit(start, start, "@"),))
            yield function_of_ruby(each.name).at(start, end, fixes=(fix,))
    has_other = OTHER_TEMPLATE.search(template.source) is not None
    for each in found:
        if each.is_call and not each.was_local and each.name not in KEYWORDS:
            start, end = template.place(each.node)
            is_of_scope = each.name.startswith(OF_SCOPE)
            if has_other and not is_of_scope:
                continue
            fix = Fix("Call it on the scope", (Edit(start, start, "scope."),))
            yield (method_of_scope if is_of_scope else no_method)(each.name).at(start, end, fixes=(fix,) if is_of_scope else ())
    bare = (each for each in found if not each.was_local and not each.is_call)
    plain = [each for each in bare if each.name not in KEYWORDS and each.name not in WITH_ARGUMENTS]
    if plain:
        others = (*dict.fromkeys(each.name for each in plain if each.name != plain[0].name),)
        start, end = template.place(plain[0].node)
        edits = (Edit(at, at, "@") for at, _ in (template.place(each.node) for each in plain))
        fix = Fix("Read variables of the caller", (*edits,))
        yield erb_unknown_name(plain[0].name, others).at(start, end, related=_related(plain[1:], template), fixes=(fix,))


def _related(others: list[Bare], template: Template) -> tuple[Related, ...]:
    return tuple(Related(*template.place(each.node), f"`{each.name}`") for each in others[:MOST_RELATED])


@remembered(1000)
def _fills_in(disk: Disk, folder: str) -> bool:
    """Whether code of a module fills in templates with variables of its own: in Ruby, or with local ones."""
    return has_word(folder, RUBY_FOLDERS, (RUBY,), b"ERB") or has_word(folder, CALLERS, (ERB, MANIFEST), WITH_LOCALS)
