"""Compiles Ruby's syntax tree to Python functions of a frame: a table by kind of node, one module per family of nodes."""
