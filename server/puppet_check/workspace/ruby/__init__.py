"""Reads what Ruby files of modules define, and never runs them: `read.read_ruby`.

One file per kind of thing that Ruby can define. What a file says by computing it is not guessed: the definition is then open.
Below the readers lie `tree` (calls), `literals` (values), `statements` (what is done in which order) and `comments` (documentation).
"""
