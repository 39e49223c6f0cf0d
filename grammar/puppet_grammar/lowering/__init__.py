"""Conversion of syntax tree nodes to AST nodes: one function per kind of tree node, registered in the tables of `registry`."""
