"""Inputs that are made to crash, block or swell the three programs: one module per family, each with its `attacks()`."""
