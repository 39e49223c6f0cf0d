"""Fixes of the findings of evaluation, a module for each kind; `table` says which issue has which."""
