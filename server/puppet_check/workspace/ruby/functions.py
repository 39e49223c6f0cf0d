"""Functions: `Puppet::Functions.create_function(:'a::b') do ... end`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.workspace.ruby.arity import arity_of
from puppet_check.workspace.ruby.comments import Doc, documentation
from puppet_check.workspace.ruby.literals import string
from puppet_check.workspace.ruby.results import Results, result_type
from puppet_check.workspace.ruby.signatures import dispatched, local_type, of_method
from puppet_check.workspace.ruby.statements import Statement, file_statements, statements
from puppet_check.workspace.ruby.tree import RubyCall, body_of, call_of, declared, span_of_word, text, word
from puppet_check.workspace.ruby.values import Scope
from puppet_typesys.loader import FUNCTION, Definition, Place, Signature

BASES = frozenset(("Puppet::Functions::Function", "Puppet::Functions::InternalFunction", "Function", "InternalFunction"))
DECLARING = frozenset(("init_dispatch", "extend", "class_eval", "instance_eval", "send"))
"""Methods that may declare signatures. `include` only adds methods."""


def read(root: tree_sitter.Node, path: str, scope: Scope) -> Iterator[Definition]:
    """The functions of a file."""
    for statement in file_statements(root.named_children, scope):
        call = statement.call
        if call is None or call.name != "create_function" or not call.arguments:
            continue
        name = string(call.arguments[0], statement.scope)
        if name is not None:
            yield _function(name, call, statement, path)


def _function(name: str, call: RubyCall, statement: Statement, path: str) -> Definition:
    about = documentation(statement.comments)
    scope = statement.scope.inner(())
    body = list(statements(declared(call), scope))
    signatures, docs = _signatures(body, about)
    is_open = call.is_partial or None in signatures or any(_may_dispatch(each.node) for each in body)
    known = [each for each in signatures if each is not None]
    if not signatures and not is_open:
        made = _default(name, body, about)
        is_open = made is None or (len(call.arguments) > 1 and text(call.arguments[1]) not in BASES)
        known = [made] if made and not is_open else []
    doc = about.text or next((each.text for each in docs if each.text), "")
    deprecated = (
        about.deprecated if about.deprecated is not None else next((each.deprecated for each in docs if each.deprecated is not None), None)
    )
    return Definition(
        FUNCTION,
        name,
        Place(path, *span_of_word(call.arguments[0])),
        signatures=tuple(known),
        is_open=is_open,
        doc=doc,
        deprecated=deprecated,
        is_private=about.is_private,
        forwards=None if is_open else _forwards(body, known),
    )


def _signatures(body: list[Statement], about: Doc) -> tuple[list[Signature | None], list[Doc]]:
    """The signature of each `dispatch`, None where it cannot be read, and the documentation above each."""
    aliases: dict[str, str] = {}
    results = Results(_methods(body))
    found: list[Signature | None] = []
    docs: list[Doc] = []
    for statement in body:
        call = statement.call
        if call is None or call.subject is not None:
            continue
        if call.name == "local_types":
            aliases.update(_local_types(call, statement.scope))
        elif call.name == "dispatch":
            doc = documentation(statement.comments)
            docs.append(doc)
            documented = doc._replace(parameters=doc.parameters + about.parameters)
            is_known = statement.is_certain and call.block is not None
            made = dispatched(call.block or (), statement.scope, aliases, documented) if is_known else None
            method = string(call.arguments[0], statement.scope) if call.arguments else None
            found.append(None if made is None else _with_result(made, method or "", results))
    return found, docs


def _methods(body: list[Statement]) -> dict[str, tree_sitter.Node]:
    """The methods by name; of a name that is defined twice, none."""
    names = [text(each.node.child_by_field_name("name")) for each in body if each.node.type == "method"]
    found = {text(each.node.child_by_field_name("name")): each.node for each in body if each.node.type == "method" and each.is_certain}
    return {name: each for name, each in found.items() if names.count(name) == 1}


def _with_result(made: Signature, method: str, results: Results) -> Signature:
    """A signature with the type of its result, if it declares none."""
    found = None if made.returns is not None else result_type(results, method, made.parameters)
    return made if found is None else made._replace(returns=found, is_inferred=True)


def _local_types(call: RubyCall, scope: Scope) -> Iterator[tuple[str, str]]:
    for statement in statements(call.block or (), scope.inner(())):
        inner = call_of(statement.node)
        written = string(inner.arguments[0], statement.scope) if inner and inner.name == "type" and inner.arguments else None
        alias = local_type(written) if written is not None else None
        if alias:
            yield alias


def _may_dispatch(node: tree_sitter.Node) -> bool:
    """Whether another statement may declare signatures, or change how the declared ones are called."""
    call = call_of(node)
    if call and call.subject is None:
        return call.name in DECLARING
    if node.type == "method":
        # A function with its own `call` may pass other arguments to its signatures than it gets.
        return text(node.child_by_field_name("name")) == "call"
    return node.type not in ("singleton_method", "comment") and b"dispatch" in (node.text or b"")


def _forwards(body: list[Statement], signatures: list[Signature]) -> str | None:
    """The function that all arguments are forwarded to, if the only method does just that."""
    methods = [each.node for each in body if each.node.type == "method"]
    if len(methods) != 1 or len(signatures) != 1:
        return None
    parameters = signatures[0].parameters
    if len(parameters) != 1 or not parameters[0].captures_rest or parameters[0].type not in (None, "Any"):
        return None
    calls = [call_of(each) for each in body_of(methods[0]) if each.type != "comment"]
    if not calls or any(each is None or each.name != "call_function" for each in calls):
        return None
    last = calls[-1]
    if last is None or len(last.arguments) != 2 or last.arguments[0].type != "string":
        return None
    listed = methods[0].child_by_field_name("parameters")
    rest = next((text(each) for each in (listed.named_children if listed else ()) if each.type == "splat_parameter"), "")
    # `call_function` of the scope takes the arguments as a list.
    wanted = rest.removeprefix("*") if last.receiver else rest
    return word(last.arguments[0]) if rest and text(last.arguments[1]) == wanted else None


def _default(name: str, body: list[Statement], about: Doc) -> Signature | None:
    """The signature of a function without `dispatch`: that of the method with the function's name."""
    simple = name.rpartition("::")[2]
    methods = [each for each in body if each.node.type == "method" and text(each.node.child_by_field_name("name")) == simple]
    if not methods:
        return None
    doc = documentation(methods[-1].comments)
    made = of_method(methods[-1].node, doc._replace(parameters=doc.parameters + about.parameters))
    return None if made is None else _with_result(_as_counted(made, methods[-1].node), simple, Results(_methods(body)))


def _as_counted(made: Signature, method: tree_sitter.Node) -> Signature:
    """The signature of a method that takes its arguments as a list, limited to the number that its body checks for."""
    if len(made.parameters) != 1 or not made.parameters[0].captures_rest:
        return made
    rest = made.parameters[0]
    found = arity_of(rest.name, body_of(method))
    needed = tuple(rest._replace(captures_rest=False) for _ in range(found.least))
    if found.most is None:
        return made._replace(parameters=(*needed, rest))
    more = tuple(rest._replace(captures_rest=False, default="") for _ in range(found.least, found.most))
    return made._replace(parameters=(*needed, *more))
