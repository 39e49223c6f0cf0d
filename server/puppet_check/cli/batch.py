"""`puppet-eval --batch`: requests as lines of JSON, answered one by one.

A request is a snippet `{"id", "code"}`, an operation on types `{"id", "op", "left", "right"}`, or, for `--ast pn`, a path.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TextIO

from puppet_check.cli.snippet import Answer, Settings, evaluate_snippet, fault_of
from puppet_check.cli.world import NoWorld
from puppet_check.config.facts import value_of
from puppet_check.deadline import Deadline, GivenUp, allowed, too_long
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.builtins.targets import PUPPET_8, Target
from puppet_typesys.evaluate.errors import BUDGET
from puppet_typesys.types import model
from puppet_typesys.types.callables import is_callable_with
from puppet_typesys.types.common_type import common_type
from puppet_typesys.types.iterate import iterable_type
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.parse import TypeSyntaxError, parse
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.show import capitalize_segments, show
from puppet_typesys.types.simplify import normalize
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash

Result = str | bool | None


def answer_all(lines: TextIO, settings: Settings) -> None:
    """Answer each line immediately, so that the next request may depend on the answer."""
    write, flush = sys.stdout.write, sys.stdout.flush
    deadline = Deadline()
    for line in lines:
        if line.strip():
            write(json.dumps(_answer_in_time(line, settings, deadline), ensure_ascii=False) + "\n")
            flush()


def _answer_in_time(line: str, settings: Settings, deadline: Deadline) -> Answer:
    seconds = allowed(len(line))
    try:
        return deadline.run(lambda: _answer(line, settings), seconds)
    except GivenUp:
        request = json.loads(line)
        return {"id": request.get("id"), "error": fault_of(too_long(seconds), BUDGET)}


def _answer(line: str, settings: Settings) -> Answer:
    try:
        request = json.loads(line)
    except ValueError as error:
        return {"id": None, "error": fault_of(f"invalid JSON: {error}", "BAD_REQUEST")}
    if not isinstance(request, dict) or not ("op" in request or isinstance(request.get("code"), str)):
        wanted = 'a request must have "code", or "op" with "left" and optionally "right"'
        return {"id": request.get("id") if isinstance(request, dict) else None, "error": fault_of(wanted, "BAD_REQUEST")}
    if "op" in request:
        return {"id": request.get("id"), **operation(request)}
    return {"id": request.get("id"), **evaluate_snippet(request["code"], settings)}


def operation(request: dict[str, object]) -> Answer:
    rule = OPERATIONS.get(str(request["op"]))
    if rule is None:
        return {"result": None, "error": fault_of(f"unknown operation {request['op']}", "BAD_REQUEST")}
    try:
        left = parse(str(request.get("left")), _named)
        right = parse(str(request["right"]), _named) if request.get("right") is not None else model.ANY
        return {"result": rule(left, right), "error": None}
    except (ArgumentError, InternalError, TypeSyntaxError) as error:
        return {"result": None, "error": fault_of(str(error), None)}
    except RecursionError:
        return {"result": None, "error": fault_of("the types are nested too deeply", None)}


def _named(name: str) -> Type | None:
    """The reference type of a built-in resource type; None if there is no such resource type."""
    return model.Resource(capitalize_segments(name)) if native_type(name) is not None else None


def _callable(left: Type, right: Type) -> Result:
    if isinstance(left, model.Callable) and left.parameters is None and isinstance(right, model.Tuple):
        raise InternalError("the Callable does not declare its parameters")
    return is_callable_with(left, right)


def _iterable(left: Type, right: Type) -> Result:
    iterable = iterable_type(left)
    return None if iterable is None else show(iterable)


OPERATIONS: dict[str, Callable[[Type, Type], Result]] = {
    "union": lambda left, right: show(common_type(left, right)),
    "assignable": is_assignable,
    "equal": lambda left, right: left == right,
    "callable": _callable,
    "generalize": lambda left, right: show(generalize(left)),
    "normalize": lambda left, right: show(normalize(left)),
    "tostring": lambda left, right: show(left),
    "iterable": _iterable,
}


FACTS = {
    "kernel": "Linux",
    "os": {
        "name": "Debian",
        "family": "Debian",
        "architecture": "amd64",
        "release": {"major": "12", "minor": "5", "full": "12.5"},
    },
    "networking": {"fqdn": "node1.example.com", "hostname": "node1", "domain": "example.com", "ip": "192.0.2.10"},
    "processors": {"count": 4, "models": ["A", "B"]},
    "is_virtual": True,
}
TRUSTED = {
    "authenticated": "local",
    "certname": "node1.example.com",
    "extensions": {},
    "hostname": "node1",
    "domain": "example.com",
    "external": {},
}
SERVER_FACTS = {"serverversion": "8.10.0", "servername": "server.example.com", "serverip": "192.0.2.1", "environment": "production"}


def protocol_settings(target: Target = PUPPET_8) -> Settings:
    """The settings for the snippets of the batch protocol."""
    facts, trusted, server_facts = map(value_of, (FACTS, TRUSTED, SERVER_FACTS))
    assert isinstance(facts, Hash) and isinstance(trusted, Hash) and isinstance(server_facts, Hash)
    return Settings(NoWorld(), facts, trusted, server_facts, "node1.example.com", target)
