"""The formatter: one layout for Puppet code, which never changes what it means.

A syntax tree becomes a tree of `Node`s with their comments (`nodes`), the tables of `layout` give each kind of node its layout as a
document (`document`), and `printer` prints it within the width of a line. `check` compares the result with the original.
"""
