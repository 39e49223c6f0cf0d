"""Ruby code that uses what only Puppet still defines, or what OpenVox or OpenFact warns of and is going to remove."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.ruby.names import DEPRECATED
from puppet_check.rules.ruby.uses import RubyCode, Use, place_of, renamed, uses
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import call_of, text
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

EXEC, GET_ENV = "Facter::Util::Resolution.exec", "Puppet::Util.get_env"
SAME = frozenset(("Dir.exists?", "Facter::Util::Resolution.which", "File.exists?", "Puppet::Util.get_environment"))
"""What has a replacement with the same parameters."""


@issue(Severity.WARNING)
def deprecated_ruby(name: str, library: str, version: str, instead: str) -> str:
    """Ruby code uses what a later version of OpenVox or OpenFact removes"""
    return f"`{name}` is deprecated in {library} {version}; expected `{instead}`"


@deprecated_ruby.variant()
def only_in_puppet(name: str, version: str, instead: str) -> str:
    return f"Ruby {version} does not have `{name}`, which is there only as long as Puppet defines it; expected `{instead}`"


@rule(on=RubyCode)
def check_deprecated(code: RubyCode, known: Known) -> Iterator[Diagnostic]:
    """Report methods that are going to be removed."""
    yield from deprecations(code)


def deprecations(code: RubyCode) -> Iterator[Diagnostic]:
    """The findings in Ruby code of any file."""
    for each in uses(code.root, DEPRECATED):
        change = DEPRECATED[each.name]
        if change.library == "Ruby":
            message = only_in_puppet(each.name, change.since, change.instead)
        else:
            message = deprecated_ruby(each.name, change.library, change.since, change.instead)
        yield message.at(*place_of(each, code), fixes=_fixes(each, code, change.instead))


def _fixes(use: Use, code: RubyCode, instead: str) -> tuple[Fix, ...]:
    found = call_of(use.node)
    if use.name in SAME:
        return (renamed(use, code, instead),)
    arguments = use.node.child_by_field_name("arguments")
    if found is None or arguments is None or len(arguments.named_children) != 1 or not text(arguments).startswith("("):
        return ()
    (given,) = arguments.named_children
    if given.type in ("pair", "hash", "splat_argument", "block_argument", "hash_splat_argument"):
        return ()
    begin, end = place_of(use, code)[0], code.place(arguments)[1]
    if use.name == EXEC:
        # The removed method gives nil where the new one raises an exception.
        return (Fix(f"Use {instead}", (Edit(begin, end, f"{instead}({text(given)}, on_fail: nil)"),), "safe"),)
    if use.name == GET_ENV:
        return (Fix("Use ENV", (Edit(begin, end, f"ENV.fetch({text(given)}, nil)"),), "safe"),)
    return ()
