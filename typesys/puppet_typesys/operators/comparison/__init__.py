"""Comparison operators (`== != < <= > >= in`), and the matching of options in `case` and selectors, over values and over types."""
