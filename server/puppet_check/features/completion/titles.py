"""Completion of titles of resources, and of Hiera keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.features.completion.items import Item
from puppet_check.features.completion.names import CLASS, Clock
from puppet_check.features.describe.hiera_key import key_values
from puppet_check.features.view import View
from puppet_check.semantics.node_context import type_of_body
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_typesys.loader import TypedName
from puppet_typesys.values.hash import Hash


def titles(view: View, type: str, quoted: bool) -> Iterator[Item]:
    """The titles of the resources of a type in this file, and in the manifests of its module."""
    program = view.program if view.model is None else view.model.program
    seen = set()
    for source in (view.program, program):
        for node in ast.walk(source):
            if isinstance(node, ast.ResourceExpression):
                for body in node.bodies:
                    if (
                        type_of_body(node, body) == type
                        and isinstance(body.title, ast.LiteralString | ast.QualifiedName)
                        and body.title.value not in seen
                    ):
                        seen.add(body.title.value)
                        title = body.title.value
                        yield Item(title if quoted else f"'{title}'", "title", f"{type} of this file", rank=0, filter=title)
        if source is program:
            break
    module = view.known.project.module_of(view.path)
    if module is not None:
        pattern = re.compile(rf"""(?<![\w:]){re.escape(type)}\s*\{{\s*['"]([^'"$\n]+)['"]\s*:""")
        for text in texts(view.known.disk, module.folder, ("manifests",)):
            for title in pattern.findall(text):
                if title not in seen:
                    seen.add(title)
                    yield Item(title if quoted else f"'{title}'", "title", f"{type} of this module", rank=2, filter=title)


MERGES = ("first", "unique", "hash", "deep")
"""The strategies by which values of several levels are merged."""


def merges() -> Iterator[Item]:
    """The strategies, as an argument of `lookup`."""
    for place, each in enumerate(MERGES):
        yield Item(each, "value", "how the values of all levels are merged", rank=0, order=place)


def hiera_keys(view: View, word: str, clock: Clock) -> Iterator[Item]:
    """The Hiera keys in the data of the environment and of this module, and those of class parameters of this module or after the word."""
    own = view.known.project.module_of(view.path)
    hiera = view.known.hiera()
    layers = [hiera.layer(None, "levels")] if view.known.project.is_environment else []
    layers += [hiera.layer(own, each) for each in ("levels", "default_levels") if own is not None]
    for key in sorted({key for layer in layers for key in layer.by_key if key != "lookup_options"}):
        yield Item(key, "key", "key of the data", rank=0)
    owner = word.rpartition("::")[0].lower()
    inner = [] if own is None else [each for each in view.known.loader.likely_names(CLASS) if each.partition("::")[0] == own.name]
    for name in dict.fromkeys((*filter(None, (owner,)), *sorted(inner, key=lambda each: (each.count("::"), each)))):
        if clock.is_over():
            return
        found = view.known.loader.load(TypedName(CLASS, name))
        for parameter in found.parameters if found is not None else ():
            key = f"{name}::{parameter.name}"
            yield Item(key, "key", parameter.type or "", rank=1, about=f"class variable:{key}")


def hiera_subkeys(view: View, word: str) -> Iterator[Item]:
    """The keys inside of the value of a Hiera key, in dotted notation."""
    *above, _ = word.split(".")
    for _, value in key_values(view.known, *above):
        for key in value.keys() if isinstance(value, Hash) else ():
            if isinstance(key, str):
                yield Item(".".join((*above, key)), "key", "key of the data", rank=0)
