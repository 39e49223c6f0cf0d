"""The methods of Ruby's core that tell the type of a function's result return values of that type, as the interpreter computes them.

`bench/ruby_core.py` compares the interpreter's methods with the runtime.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from puppet_check.workspace.ruby.result_kinds import ANY, BY_KIND, WITH_ONE_ARGUMENT
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.ruby.alone import Alone
from puppet_typesys.ruby.classes import name_of_class
from puppet_typesys.ruby.compiling.file import compiled
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.objects import Raised
from puppet_typesys.ruby.outcome import Unsupported

RECEIVERS = {
    "String": ("''", "'a b,c'", '"x\\n\\n"', "'12'"),
    "Array": ("[]", "[1, 2]", "['b', 'a', 'b', nil]", "[[1, 2], ['a', 3]]"),
    "Hash": ("{}", "{ 'a' => 1 }", "{ 'b' => [1], 'a' => nil }"),
    "Integer": ("0", "-7", "65"),
    "Float": ("0.0", "-2.5"),
    "Boolean": ("true", "false"),
    "Undef": ("nil",),
}
ARGUMENTS = ("", "(1)", "('a')", "([1, 2])", "({ 'a' => 2 })", "(',')", "(1, 2)", "('a', 'b')", "(/a/, 'b')", "(true)", "('utf-8')")
BLOCKS = (
    "{ |x| x }",
    "{ |x| true }",
    "{ |x| nil }",
    "{ |x, y| [x.to_s, y] }",
    "{ |x| [x, 1] }",
    "{ |x| x.to_s }",
    "{ |x, y| x.to_s <=> y.to_s }",
)
KINDS = {"TrueClass": "Boolean", "FalseClass": "Boolean", "NilClass": "Undef"}


def results(kind: str, method: str) -> Iterator[tuple[str, str]]:
    """Calls that the interpreter computes, with the kinds of their values."""
    name, has_block = method.removesuffix("{}"), method.endswith("{}")
    for receiver in RECEIVERS[kind]:
        for arguments in ARGUMENTS:
            for block in BLOCKS if has_block else ("",):
                is_operator = not (name[0].isalpha() or name[0] == "_")
                if is_operator and (arguments == "" or "," in arguments.replace("[1, 2]", "")):
                    continue
                code = f"{receiver} {name} {arguments}" if is_operator else f"{receiver}.{name}{arguments} {block}"
                try:
                    with Machine(Alone(), Budget(100_000), compiled) as machine:
                        made = name_of_class(machine.run(f"({code})"))
                except (Raised, Unsupported):
                    continue
                yield code, KINDS.get(made, made)


OF_ALL = [(kind, method, result) for method, result in ANY.items() if method != "!" for kind in RECEIVERS]
OF_ONE = [(kind, method, result) for kind, methods in BY_KIND.items() for method, result in methods.items()]
REPLACING = [("String", method, "String") for method in sorted(WITH_ONE_ARGUMENT)]


@pytest.mark.parametrize(("kind", "method", "expected"), OF_ALL + OF_ONE)
def test_a_method_returns_what_the_table_says(kind: str, method: str, expected: str) -> None:
    assert [(code, found) for code, found in results(kind, method) if found != expected] == []


@pytest.mark.parametrize(("kind", "method", "expected"), REPLACING)
def test_a_method_with_a_replacement_returns_a_string(kind: str, method: str, expected: str) -> None:
    found = [(code, each) for code, each in results(kind, method) if "," in code.rpartition("(")[2]]
    assert found and all(each == expected for _, each in found)


def test_the_interpreter_computes_most_methods_of_the_table() -> None:
    computed = [(kind, method) for kind, method, _ in OF_ONE if any(results(kind, method))]
    assert len(computed) > 0.8 * len(OF_ONE)
