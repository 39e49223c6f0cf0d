"""Versions of the modules in a Puppetfile: missing, floating and invalid ones."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.rules.documents import rule
from puppet_check.rules.metadata.names import is_version
from puppet_check.rules.puppetfile.check import Mod
from puppet_check.rules.puppetfile.names import NAME, is_from_forge, keys_of, name_of
from puppet_check.rules.puppetfile.puppetfile_call import puppetfile_call
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import RubyCall, span_of_word, text, word
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

PINS = ("ref", "branch", "tag", "commit", "version", "link", "fallback")


@puppetfile_call.variant()
def no_source(name: str) -> str:
    return f"'{name}' has neither an author nor a source such as `:git`"


@issue(Severity.INFO)
def puppetfile_unpinned(name: str) -> str:
    """Module without a version in the Puppetfile"""
    return f"'{name}' has no version, so every deployment installs the latest release"


@puppetfile_unpinned.variant()
def no_ref(name: str) -> str:
    return f"'{name}' has no :ref, :branch, :tag or :commit, so it changes with its repository"


@issue(Severity.ERROR)
def puppetfile_version(text: str) -> str:
    """Invalid version of a module in the Puppetfile"""
    return f"'{text}' is not a valid version; expected three numbers such as `1.2.3`, or `:latest`"


@puppetfile_version.variant()
def not_a_string(text: str) -> str:
    return f"{text} is not a valid version; expected a string such as `'1.2.3'`, or `:latest`"


@rule(on=Mod)
def check_version(mod: Mod, known: Known) -> Iterator[Diagnostic]:
    """Report modules that have no fixed or no valid version."""
    call = mod.call
    name = name_of(call)
    matched = None if name is None else NAME.fullmatch(name)
    if name is None or matched is None or call.is_partial:
        return
    if is_from_forge(call):
        yield from _from_forge(call, name, matched[1] is not None, known)
    elif "git" in keys_of(call) and not keys_of(call) & {*PINS, "default_branch"}:
        yield no_ref(name).at(*span_of_word(call.arguments[0]))


def _from_forge(call: RubyCall, name: str, has_owner: bool, known: Known) -> Iterator[Diagnostic]:
    place = span_of_word(call.arguments[0])
    if not has_owner:
        yield no_source(name).at(*place)
        return
    version = next((each for each in call.arguments[1:] if each.type != "hash"), None) or call.option("version")
    if version is None or version.type == "nil":
        yield puppetfile_unpinned(name).at(*place, fixes=_with_version(call, name, known))
        return
    written = word(version) if version.type in ("string", "simple_symbol", "delimited_symbol") else None
    if version.type in ("integer", "float", "array", "true", "false"):
        yield not_a_string(text(version)).at(version.start_byte, version.end_byte)
    elif written in ("latest", "present"):
        yield puppetfile_unpinned(name).at(*place)
    elif written is not None and not is_version(written):
        yield puppetfile_version(written).at(*span_of_word(version))


def _with_version(call: RubyCall, name: str, known: Known) -> tuple[Fix, ...]:
    """The installed version after the name of a module that has nothing else."""
    module = known.project.modules.get(NAME.sub(r"\2", name))
    title: tree_sitter.Node = call.arguments[0]
    if len(call.arguments) > 1 or call.options or module is None or module.metadata is None or not module.metadata.version:
        return ()
    quote = '"' if text(title).startswith('"') else "'"
    edit = Edit(title.end_byte, title.end_byte, f", {quote}{module.metadata.version}{quote}")
    return (Fix(f"Add version {module.metadata.version}", (edit,)),)
