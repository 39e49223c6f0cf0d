"""Fixes of findings of the evaluation, by kind; `table` maps issues to them."""
