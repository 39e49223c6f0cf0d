"""What the built-in functions compute, one file per family.

A file is found by being here: its `@dispatch` decorators enter the functions into `registry.REGISTRY`.
"""
