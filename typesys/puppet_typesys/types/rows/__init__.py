"""The rows of the data types: one module for each family of types, which says everything of them in one place.

A new data type is a class and a call of `data_type` in a module of this package, which is found by being here; see `row`. The classes that
the algebra itself names are in `model`.
"""

from importlib import import_module

from puppet_grammar.package import modules_in

for _module in modules_in(__path__):
    import_module(f"{__name__}.{_module}")
