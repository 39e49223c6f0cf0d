"""The layout of each kind of node of the syntax tree: its form for one line, and its form over several lines.

Each module has the kinds of one family, which it registers in the tables of `registry`.
"""

from puppet_check.formatting.layout import blocks, brackets, calls, conditionals, definitions, expressions, hashes, resources

__all__ = ["FAMILIES"]

FAMILIES = (blocks, brackets, calls, conditionals, definitions, expressions, hashes, resources)
"""Importing these modules fills the tables."""
