"""Values of expressions, and the catalog that a program makes.

`evaluator.py` is the centre: a table from the classes of nodes to functions. Each other file enters the functions of a family.
"""
