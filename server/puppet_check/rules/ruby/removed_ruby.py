"""Ruby code that uses what the Ruby or the OpenFact of the version does not have."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.rules.documents import rule
from puppet_check.rules.ruby.names import REMOVED, number
from puppet_check.rules.ruby.uses import RubyCode, constant_path, is_guarded, place_of, renamed, uses
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import RubyCall, call_of, nodes_with_ancestors, text, word
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

OPENING = ("open", "Kernel.open", "IO.read", "IO.readlines", "IO.foreach", "IO.write")
"""What ran a command for a text that begins with `|`."""
LIBRARIES = frozenset(("cgi/cookie", "cgi/core", "cgi/html", "cgi/session"))
ESCAPES = lazy_pattern(r"(?:un)?escape\w*")
ADDING = ("Facter.add", "Facter.define_fact")
TAINT = frozenset((".taint", ".tainted?"))
"""Names that classes may give to methods of their own."""
SAME = frozenset(each for each in REMOVED if each.startswith(("URI.", "FileTest.", "Fixnum", "Bignum")))
"""What has a replacement with the same meaning."""
NAMED = "ldapname"


@issue(Severity.ERROR)
def removed_ruby(name: str, library: str, version: str, instead: str) -> str:
    """Ruby code uses what later versions of Ruby or OpenFact do not have"""
    return f"{library} {version} does not have `{name}`" + (f"; expected `{instead}`" if instead else "")


@removed_ruby.variant()
def positional_arguments(version: str) -> str:
    return f"`ERB.new` of Ruby {version} accepts no positional arguments after the template; expected `trim_mode: '-'` or the like"


@removed_ruby.variant()
def opened_command(name: str, version: str) -> str:
    return f"`{name}` of Ruby {version} does not run commands; expected `IO.popen`"


@removed_ruby.variant()
def reduced_library(name: str, version: str) -> str:
    return f"`{name}` of Ruby {version} has only the methods that escape and unescape text"


@removed_ruby.variant()
def removed_option(name: str, library: str, version: str) -> str:
    return f"`Facter.add` of {library} {version} refuses the option `{name}`, so the fact is not added"


@removed_ruby.variant()
def removed_setting_in_ruby(name: str) -> str:
    return f"this version has no setting '{name}', so reading it fails"


@rule(on=RubyCode)
def check_names(code: RubyCode, known: Known) -> Iterator[Diagnostic]:
    """Report constants and methods that are not there."""
    yield from removals(code)


@rule(on=RubyCode)
def check_options(code: RubyCode, known: Known) -> Iterator[Diagnostic]:
    """Report options of facts that are refused, and settings that are not there."""
    for node, around in nodes_with_ancestors(code.root, "call", "element_reference"):
        if node.type == "call":
            found = call_of(node)
            for key, place, _ in found.options if found is not None and f"{found.receiver}.{found.name}" in ADDING else ():
                if key == NAMED and not is_guarded(node, around):
                    yield removed_option(NAMED, "OpenFact", code.target.openfact).at(*code.place(place))
        elif constant_path(node.named_children[0]) == "Puppet" and len(node.named_children) == 2:
            name = word(node.named_children[1])
            if name in code.target.removed_settings and not is_guarded(node, around):
                yield removed_setting_in_ruby(name).at(*code.place(node))


def removals(code: RubyCode) -> Iterator[Diagnostic]:
    """The findings about constants and methods in Ruby code of any file."""
    oldest, agent = map(number, code.target.rubies)
    for each in uses(code.root, REMOVED):
        change = REMOVED[each.name]
        if number(change.since) <= agent:
            is_certain = number(change.since) <= oldest and each.name not in TAINT
            shown = f"Object#{each.name[1:]}" if each.name.startswith(".") else each.name
            message = removed_ruby(shown, change.library, change.since, change.instead)
            severity = None if is_certain else Severity.WARNING
            fixes = (renamed(each, code, change.instead),) if each.name in SAME else ()
            yield message.at(*place_of(each, code), severity=severity, fixes=fixes)
    if agent >= (4, 0):
        yield from _calls(code)


def _calls(code: RubyCode) -> Iterator[Diagnostic]:
    """Calls whose arguments Ruby 4.0 takes in another way."""
    for node, around in nodes_with_ancestors(code.root, "call"):
        found = call_of(node)
        if found is None or not found.arguments or is_guarded(node, around):
            continue
        library = word(found.arguments[0]) if found.name == "require" and not found.receiver else None
        if library in LIBRARIES:
            yield removed_ruby(str(library), "Ruby", "4.0", "").at(*code.place(found.arguments[0]), severity=Severity.WARNING)
        elif library == "cgi" and not _only_escapes(code):
            yield reduced_library("cgi", "4.0").at(*code.place(found.arguments[0]), severity=Severity.INFO)
        name = f"{found.receiver}.{found.name}".removeprefix("::").removeprefix(".")
        if name == "ERB.new" and len(_positional(found)) > 1:
            yield positional_arguments("4.0").at(*code.place(found.arguments[1]), severity=Severity.WARNING)
        elif name in OPENING and text(found.arguments[0])[1:].lstrip().startswith("|") and found.arguments[0].type == "string":
            yield opened_command(name, "4.0").at(*code.place(found.arguments[0]), severity=Severity.WARNING)


def _only_escapes(code: RubyCode) -> bool:
    """Whether code uses `CGI`, and only what all versions of Ruby have of it."""
    called = [around[0] for node, around in nodes_with_ancestors(code.root, "constant") if text(node) == "CGI" and around]
    return bool(called) and all(each.type == "call" and ESCAPES.fullmatch(text(each.child_by_field_name("method"))) for each in called)


def _positional(call: RubyCall) -> list[tree_sitter.Node]:
    return [each for each in call.arguments if each.type not in ("hash", "splat_argument")]
