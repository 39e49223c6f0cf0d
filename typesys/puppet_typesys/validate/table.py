"""The tables of the language's own rules, and the decorators that register a rule."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.rules import Rules
from puppet_typesys.validate.file import File

RULES: Rules[ast.Node, File] = Rules()
"""Rules about a node and its contents."""
PLACES: Rules[ast.Node, File] = Rules()
"""Rules about a place, which also apply to nodes that a plan may not contain."""

rule = RULES.rule
place_rule = PLACES.rule
