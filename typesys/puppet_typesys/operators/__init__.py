"""The operators, over values and over types.

An operator that does not support its operands raises `Refusal`, which names the operand to blame; the evaluator adds the location.
"""
