"""Arithmetic operators (`+ - * / % << >>`), over values and over types; `calculate.py` selects the rule by the kinds of the operands."""
