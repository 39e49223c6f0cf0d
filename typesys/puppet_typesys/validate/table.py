"""The tables of the language's own rules, and the decorators that enter a rule into them."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.rules import Rules
from puppet_typesys.validate.file import File

RULES: Rules[ast.Node, File] = Rules()
"""Rules about a node and what is inside of it."""
PLACES: Rules[ast.Node, File] = Rules()
"""Rules about a place, whatever node is there; they also apply to nodes that a plan may not contain."""

rule = RULES.rule
place_rule = PLACES.rule
