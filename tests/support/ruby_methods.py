"""Programs that call one method of the core, and what they give in the interpreter."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.ruby.alone import Alone
from puppet_typesys.ruby.functions import call_function
from puppet_typesys.ruby.native import TABLES, load
from puppet_typesys.ruby.outcome import NotComputed, Unforeseen
from puppet_typesys.values.errors import BudgetError, MessageError
from tests.support.answers import with_stack

FUNCTION = "Puppet::Functions.create_function(:tried) do\n  def tried\n{}  end\nend\n"
RECEIVERS = {
    "String": ("'abc'", "''", "'Hello World'", "'a,b,,c'", '"line\\nother\\n"', "'12.5kB'", "'äöÜ'", "' x '", "'-0x1f'", "'aab'", "'az'"),
    "Symbol": (":abc", ":A", ":'a b'"),
    "Integer": ("0", "7", "-13", "1234567", "255"),
    "Float": ("0.0", "2.5", "-1.25", "1e20", "3.0", "0.1"),
    "NilClass": ("nil",),
    "TrueClass": ("true",),
    "FalseClass": ("false",),
    "Array": (
        "[]",
        "[1, 2, 3, 4]",
        "[3, 1, 2, 3]",
        "['a', 'b', 'ab']",
        "[[1, 2], [3, 4]]",
        "[nil, 1, 'a', :b]",
        "[['a', 1], ['b', nil]]",
        "[1.5, 2]",
    ),
    "Hash": ("{}", "{ 'a' => 1, 'b' => 2 }", "{ a: nil, b: [1] }", "{ 1 => 'x', nil => false }", "Hash.new(5).merge('k' => 1)"),
    "Range": ("(1..4)", "(1...4)", "('a'..'d')", "(3..1)", "(1..)", "(..3)", "(1.5..3)", "(1..1)", "(1...1)"),
    "Set": ("Set.new", "Set.new([1, 2, 3])", "Set.new(['a', :b, nil])"),
    "Enumerator": ("[1, 2, 3].each", "['a', 'b'].map", "{ 'a' => 1 }.each", "(1..3).each_slice(2)"),
    "Regexp": ("/a/", "/(b)(c)?/i", "/(?<name>x)/"),
    "MatchData": ("'abc'.match(/(b)(x)?/)", "'key=1'.match(/(?<name>\\w+)=(?<value>\\d)/)"),
    "Proc": ("proc { |a, b| [a, b] }", "lambda { |a| a }", ":upcase.to_proc"),
    "Module": ("Integer", "String", "Enumerable", "ArgumentError"),
    "Exception": ("ArgumentError.new('bad')", "RuntimeError.new"),
    "Object": ("nil", "1", "'a'", ":a", "[1]", "{ 'a' => 1 }", "1.5", "Set.new([1])", "(1..2)", "/a/"),
    "Array.": ("Array",),
    "Hash.": ("Hash",),
    "Set.": ("Set",),
    "String.": ("String",),
    "Range.": ("Range",),
    "Regexp.": ("Regexp",),
    "Math.": ("Math",),
    "Kernel.": ("Kernel",),
}
"""By kind, expressions whose values have the methods of the same tables."""


class Given(NamedTuple):
    """What a program gives: its text, or the reason for which it was not run to its end."""

    value: str | None
    reason: str | None = None


def program(receiver: str, method: str, arguments: Iterable[str], block: str = "") -> str:
    """A program that calls a method; it gives the text of the result, the receiver and the calls of the block, or of the error."""
    listed = [*arguments]
    given, named = ", ".join(listed), (f":'{method}'", *listed)
    if receiver == "Kernel":
        call = f"{method}({given})"
    elif method.isidentifier() or (method[:-1].isidentifier() and method[-1] in "?!"):
        call = f"receiver.{method}({given})"
    else:
        call = f"receiver.public_send({', '.join(named)})"
    return (
        f"log = []\nreceiver = {receiver}\nbegin\n  value = {call} {block}\n".replace(" \n", "\n")
        + "  value = value.first(9) if value.is_a?(Enumerator)\n"
        "  [value, receiver.is_a?(Enumerator) || receiver.is_a?(Proc) ? nil : receiver, log].inspect\n"
        "rescue StandardError => error\n"
        "  error.class.name + ': ' + error.message\n"
        "end\n"
    )


def outcomes(programs: Iterable[str]) -> list[Given]:
    """What programs give."""
    return with_stack(lambda: list(map(_outcome, programs)))


def _outcome(code: str) -> Given:
    try:
        budget = Budget(200_000, seconds=inf)
        value = call_function(FUNCTION.replace("{}", code), "tried", (), Alone(), budget)
    except BudgetError:
        return Given(None, "budget")
    except MessageError as error:
        return Given(f"raised {error}")
    if isinstance(value, NotComputed) and value.reason.kind == Unforeseen.KIND:
        return Given(f"failed {value.reason}")
    return Given(None, str(value.reason)) if isinstance(value, NotComputed) else Given(str(value))


def methods_of(kind: str) -> frozenset[str]:
    """The methods that the tables have for a kind of receivers, those of all objects included."""
    load()
    above = {
        "Array": ["Enumerable"],
        "Integer": ["Numeric", "Comparable"],
        "Float": ["Numeric", "Comparable"],
        "String": ["Comparable"],
        "Symbol": ["Comparable"],
    }
    tables = [kind, *above.get(kind, ())]
    if kind == "Module":
        tables += ["Class"]
    return frozenset(name for each in tables for name in TABLES.get(each, {}))
