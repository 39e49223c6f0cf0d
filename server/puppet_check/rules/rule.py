"""The table of the rules about Puppet code that go beyond the language's own; each module of this package registers its rules."""

from __future__ import annotations

from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_typesys.rules import Rules

TABLE: Rules[ast.Node, File] = Rules()
rule = TABLE.rule
