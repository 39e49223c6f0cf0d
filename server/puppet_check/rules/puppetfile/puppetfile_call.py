"""Calls in a Puppetfile that do not exist or lack arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator

import tree_sitter

from puppet_check.rules.documents import rule
from puppet_check.rules.puppetfile.check import Mod, Puppetfile
from puppet_check.rules.puppetfile.names import NAME, name_of
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import span_of_word, text
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import LOW_SIMILARITY, closest

DECLARATIONS = ("mod", "forge", "moduledir", "exclusion")
KERNEL = frozenset(
    "puts print p pp warn raise fail require require_relative load eval instance_eval binding lambda proc loop format sprintf printf "
    "Integer Float String Array Hash Rational catch throw exit abort system ` exec rand srand sleep block_given? freeze "
    "private public attr_reader attr_accessor define_method define_singleton_method instance_variable_get instance_variable_set "
    "instance_exec send public_send method respond_to? tap then is_a? kind_of? nil? self_class extend include caller gets open test "
    "local_variables global_variables".split()
)


@issue(Severity.ERROR)
def puppetfile_call(name: str) -> str:
    """Unknown or incomplete call in the Puppetfile"""
    return f"unknown function '{name}'"


@puppetfile_call.variant()
def unlike_any(name: str) -> str:
    return f"unknown function '{name}'; expected forge, mod or moduledir"


@puppetfile_call.variant()
def no_name() -> str:
    return "'mod' requires the name of a module"


@puppetfile_call.variant()
def no_comma() -> str:
    return "expected a comma after the name of the module"


@puppetfile_call.variant()
def not_a_string() -> str:
    return "the name of a module must be a string"


@puppetfile_call.variant()
def wrong_name(name: str) -> str:
    return f"'{name}' is not a valid module name; expected `name` or `author/name`"


@rule(on=Puppetfile)
def check_calls(file: Puppetfile, known: Known) -> Iterator[Diagnostic]:
    """Report calls of functions that neither r10k nor Ruby has."""
    own = _own_names(file.root)
    for each in file.calls:
        if each.name in DECLARATIONS or each.name in KERNEL or each.name in own or not each.name:
            continue
        method = each.node.child_by_field_name("method") or each.node
        meant = closest(each.name, DECLARATIONS, LOW_SIMILARITY)
        message = unlike_any(each.name) if meant is None else puppetfile_call(each.name).suggesting(meant)
        fixes = respelled(Text(file.root.text or b""), method.start_byte, method.end_byte, each.name, meant)
        yield message.at(method.start_byte, method.end_byte, fixes=fixes)


@rule(on=Mod)
def check_name(mod: Mod, known: Known) -> Iterator[Diagnostic]:
    """Report a `mod` without a valid name."""
    call = mod.call
    if not call.arguments:
        method = call.node.child_by_field_name("method") or call.node
        yield no_name().at(method.start_byte, method.end_byte)
        return
    title = call.arguments[0]
    name = name_of(call)
    if name is not None and not NAME.fullmatch(name):
        yield wrong_name(name).at(*span_of_word(title))
    elif name is None and title.type == "chained_string":
        yield no_comma().at(title.start_byte, title.end_byte)
    elif name is None and title.type in ("integer", "array", "hash", "true", "false", "nil"):
        yield not_a_string().at(title.start_byte, title.end_byte)


def _own_names(root: tree_sitter.Node) -> set[str]:
    """Methods, variables and parameters that the file defines."""
    found: set[str] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        match node.type:
            case "method" | "singleton_method":
                found.add(text(node.child_by_field_name("name")))
            case "assignment" | "operator_assignment":
                found.update(re.findall(r"\w+", text(node.child_by_field_name("left"))))
            case "block_parameters" | "method_parameters" | "lambda_parameters":
                found.update(re.findall(r"\w+", text(node)))
        stack.extend(node.named_children)
    return found
