"""Evaluation of Puppet programs: values of expressions, and the catalog.

`evaluator.py` dispatches on the class of a node; each of the other files registers the functions for a family of nodes.
"""
