"""Reads the definitions in the Ruby files of modules without executing them: `read.read_ruby`.

There is one module per kind of definition. What a file computes is not guessed: the definition is then marked as open. The readers
use `tree` (calls), `literals` (values), `statements` (control flow) and `comments` (documentation).
"""
