"""Signatures of Ruby functions: `dispatch :x do param 'String', :a end`, or the parameters of a method."""

from __future__ import annotations

from collections.abc import Iterable

import tree_sitter

from puppet_check.workspace.ruby.comments import Doc
from puppet_check.workspace.ruby.literals import string
from puppet_check.workspace.ruby.statements import Statement, statements
from puppet_check.workspace.ruby.tree import RubyCall, span_of_word, text
from puppet_check.workspace.ruby.values import Scope
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import Parameter, Signature

REQUIRED = frozenset(("param", "required_param"))
REPEATED = frozenset(("repeated_param", "optional_repeated_param", "required_repeated_param"))
PARAMETERS = REQUIRED | REPEATED | {"optional_param"}
BLOCKS = {"block_param": False, "required_block_param": False, "optional_block_param": True}
INJECTED = frozenset(("scope_param", "cache_param", "compiler_param", "closure_scope", "pops_scope"))
"""Parameters that Puppet passes implicitly."""
PARAMETER_KINDS = {"identifier": 0, "destructured_parameter": 0, "optional_parameter": 1, "splat_parameter": 2}


def dispatched(nodes: Iterable[tree_sitter.Node], scope: Scope, aliases: dict[str, str], doc: Doc) -> Signature | None:
    """The signature that the block of a `dispatch` declares; None if the number of parameters is unknown."""
    parameters: list[Parameter] = []
    signature = Signature()
    for statement in statements(nodes, scope.inner(())):
        call = statement.call
        if call is None or not statement.is_certain or call.subject is not None:
            if statement.node.type in ("assignment", "nil"):
                continue
            return None
        if call.name in PARAMETERS:
            parameters.append(_parameter(call, statement, aliases, doc))
            signature = signature._replace(at_least_once=call.name == "required_repeated_param")
        elif call.name in BLOCKS:
            signature = signature._replace(block=_block(call, statement.scope, aliases), block_optional=BLOCKS[call.name])
        elif call.name == "return_type":
            signature = signature._replace(returns=_type(call.arguments[:1], statement.scope, aliases))
        elif call.name not in INJECTED:
            return None
    return signature._replace(parameters=tuple(parameters))


def of_method(node: tree_sitter.Node, doc: Doc) -> Signature | None:
    """The signature of a function that is a plain method: untyped parameters and no block."""
    listed = node.child_by_field_name("parameters")
    children = [each for each in listed.named_children if each.type != "comment"] if listed else []
    if any(each.type in ("keyword_parameter", "forward_parameter") for each in children):
        return None
    ordered = sorted((each for each in children if each.type in PARAMETER_KINDS), key=lambda each: PARAMETER_KINDS[each.type])
    return Signature(tuple(_of_method(each, doc) for each in ordered))


def _of_method(node: tree_sitter.Node, doc: Doc) -> Parameter:
    at = node.child_by_field_name("name") or node
    default = "" if node.type == "optional_parameter" else None
    name = text(at)
    return Parameter(name, None, default, node.type == "splat_parameter", doc.parameter(name), at.start_byte, at.end_byte)


def _parameter(call: RubyCall, statement: Statement, aliases: dict[str, str], doc: Doc) -> Parameter:
    at = call.arguments[1] if len(call.arguments) > 1 else call.node
    name = string(at, statement.scope) or ""
    return Parameter(
        name,
        _type(call.arguments[:1], statement.scope, aliases),
        "" if call.name == "optional_param" else None,
        call.name in REPEATED,
        doc.parameter(name),
        *span_of_word(at),
    )


def _block(call: RubyCall, scope: Scope, aliases: dict[str, str]) -> str:
    """The type of a block as text; without one, any block is accepted."""
    return (_type(call.arguments[:1], scope, aliases) if len(call.arguments) > 1 else None) or "Callable"


def _type(nodes: tuple[tree_sitter.Node, ...], scope: Scope, aliases: dict[str, str]) -> str | None:
    written = string(nodes[0], scope) if nodes else None
    return expanded(written, aliases) if written is not None else None


# Strings and regular expressions are matched as a whole, as words in them do not name types.
PIECE = lazy_pattern(r"'(?:[^'\\]|\\.)*+'?|\"(?:[^\"\\]|\\.)*+\"?|/(?:[^/\\\n]|\\.)*+/?|(?:::)?[A-Za-z_]\w*(?:::\w+)*")


def expanded(written: str, aliases: dict[str, str], inside: frozenset[str] = frozenset()) -> str | None:
    """A type with local aliases expanded; None if an alias contains itself."""
    if not aliases:
        return " ".join(written.split())
    parts: list[str] = []
    end = 0
    for piece in PIECE.finditer(written):
        word = piece.group()
        if word in inside:
            return None
        replacement = expanded(aliases[word], aliases, inside | {word}) if word in aliases else word
        if replacement is None:
            return None
        parts += written[end : piece.start()], replacement
        end = piece.end()
    return " ".join("".join((*parts, written[end:])).split())


def local_type(written: str) -> tuple[str, str] | None:
    """The name and the type of `Name = Type`."""
    name, equals, type_ = written.partition("=")
    return (name.strip(), type_.strip()) if equals and name.strip().isidentifier() else None
