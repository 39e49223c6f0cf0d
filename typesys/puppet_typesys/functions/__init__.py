"""The implementations of the built-in functions, one file per family.

All files of the package are loaded; their `@dispatch` decorators register the functions in `registry.REGISTRY`.
"""
