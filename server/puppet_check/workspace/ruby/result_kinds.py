"""What the reader of results knows without the interpreter: literals, and names of methods that say enough without their receiver."""

from __future__ import annotations

from collections.abc import Mapping

Kinds = frozenset[str]
"""The kinds that a value may have; none for code that is never left in the usual way. See `puppet_typesys.ruby.results`."""

EVERYWHERE = frozenset(
    """== != ! eql? equal? nil? is_a? kind_of? instance_of? respond_to? frozen? === !~ empty? include? key? has_key? member? start_with?
    end_with? match? zero? even? odd? any? all? none? exist? file? directory? to_s inspect to_json to_yaml strip lstrip rstrip chomp chop
    squeeze hexdigest base64digest strict_encode64 encode64 to_i to_f to_a keys values split""".split()
)
"""Methods whose results have the same kind for all receivers that have them."""
EVERYWHERE_WITH_BLOCK = frozenset("any? all? none? map collect flat_map collect_concat sort_by".split())
"""The same of calls with a block."""
OF_NUMBERS = frozenset(("+", "-", "*", "/", "%"))
"""Operators of two numbers whose result is an Integer if both are, and otherwise a Float."""
REPLACING = frozenset(("gsub", "sub"))
"""Methods that do with a replacement as their second argument what they do with a block."""
PICKING = frozenset(("first", "last", "max", "min", "sample"))
"""Methods of arrays that return an element if they have no arguments."""
LITERALS: Mapping[str, str] = {
    **dict.fromkeys(("string", "chained_string", "heredoc_beginning", "character", "subshell"), "String"),
    **dict.fromkeys(("array", "string_array", "symbol_array"), "Array"),
    **dict.fromkeys(("true", "false"), "Boolean"),
    "integer": "Integer",
    "float": "Float",
    "hash": "Hash",
    "nil": "Undef",
}
