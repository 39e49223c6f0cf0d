"""Issues of parsing and evaluation, and the names of program parts that messages share.

`labels` names the nodes of a program, `syntax` has the issues of the lexer and parser, `evaluation` those of evaluation.
"""

from puppet_typesys.issues.labels import a_label, label, the_label
from puppet_typesys.issues.syntax.problems import PROBLEMS

__all__ = ["PROBLEMS", "a_label", "label", "the_label"]
