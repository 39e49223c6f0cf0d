"""What the operators mean, over values and over types.

An operator that refuses its operands raises `Refusal`, which says whose fault that was; the evaluator knows where it stands.
"""
