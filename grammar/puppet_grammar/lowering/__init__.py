"""Syntax tree to program: one function per kind of tree node, each registered in the one table of `registry`."""
