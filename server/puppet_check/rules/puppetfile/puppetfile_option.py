"""Options of modules in a Puppetfile that do not exist."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.puppetfile.check import Puppetfile
from puppet_check.rules.puppetfile.names import NAME, name_of
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import text
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import LOW_SIMILARITY, closest

GIT = ("git", "ref", "branch", "tag", "commit", "default_branch", "default_branch_override")
SVN = ("svn", "rev", "revision", "svn_path", "username", "password")
ANY = ("type", "version", "source", "install_path", "exclude_spec", "keep_spec", "overrides", "local", "resolve")
OTHER = ("sha256sum", "sha256digest", "link", "ignore_unreachable", "fallback", "use_ssh_agent", "hg", "path", "latest", "control_branch")
OPTIONS = frozenset((*GIT, *SVN, *ANY, *OTHER))


@issue(Severity.ERROR)
def puppetfile_option(option: str) -> str:
    """Unknown option of a module in the Puppetfile"""
    return f"'{option}' is not an option of a module"


@puppetfile_option.variant()
def lost(option: str) -> str:
    return f"'{option}' does not belong to a module; expected a comma before it"


@rule(on=Puppetfile)
def check_options(file: Puppetfile, known: Known) -> Iterator[Diagnostic]:
    """Report options that neither r10k nor g10k has."""
    source = Text(file.root.text or b"")
    for mod in file.mods:
        name = name_of(mod)
        for key, node, _ in mod.options if name is not None and NAME.fullmatch(name) else ():
            if key.replace("-", "_") not in OPTIONS:
                meant = closest(key, OPTIONS, LOW_SIMILARITY)
                fixes = respelled(source, node.start_byte, node.end_byte, key, meant)
                yield puppetfile_option(key).suggesting(meant).at(node.start_byte, node.end_byte, fixes=fixes)


@rule(on=Puppetfile)
def check_lost_options(file: Puppetfile, known: Known) -> Iterator[Diagnostic]:
    """Report `:tag => '1'` after a line without a comma: a statement of its own, which Ruby reads as a pattern that never matches."""
    for each in file.root.named_children:
        subject = each.child_by_field_name("value") if each.type == "match_pattern" else None
        if subject is not None and subject.type == "simple_symbol":
            yield lost(text(subject)).at(subject.start_byte, subject.end_byte)
