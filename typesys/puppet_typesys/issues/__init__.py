"""Every error that the language itself defines, in words.

`language` holds the messages of the validator's rules (and, later, of the evaluator), `labels` what the parts of a program are
called in them, `problems` the rules behind what the lexer and the parser report. Nothing else words a language error.
"""

from puppet_typesys.issues.labels import a_label, label, the_label
from puppet_typesys.issues.problems import PROBLEMS

__all__ = ["PROBLEMS", "a_label", "label", "the_label"]
