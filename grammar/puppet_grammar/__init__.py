"""Parsing of single Puppet files: syntax tree, AST and syntax problems."""
