"""Reads YAML of limited depth and size, with anchors that are not expanded without limit.

The library composes a document on the stack of the process, so its depth is measured before: by a bound that only needs the text, and
where that is too high by the events of the parser, which has no recursion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from puppet_grammar.patterns import lazy_pattern

if TYPE_CHECKING:
    import yaml

DEPTH = 200
"""The largest depth of nested nodes."""
MANY = 200_000
"""The largest number of nodes in a document, those counted several times to which several aliases refer."""
TOO_DEEP = f"nested more than {DEPTH} levels deep"
MARKS = lazy_pattern(r"^[ ]*(?:[-?:][ \t]+)*", re.MULTILINE)


class YamlLimit(ValueError):  # noqa: N818 - named after the limit
    """Raised for YAML that is valid so far, but is not read."""


class Composed:
    """The root node of a document, which may contain itself, with the loader that resolves its scalars."""

    def __init__(self, root: yaml.Node | None, loader: yaml.SafeLoader) -> None:
        self.root = root
        self.loader = loader


def compose(text: str) -> Composed:
    """The first document of a text. Raises YAMLError, or YamlLimit beyond the limits."""
    import yaml  # 15 ms, and only projects with data need it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    if _may_exceed(text):
        _measure(yaml.parse(text, loader))
    try:
        return _composed(loader(text))
    except yaml.composer.ComposerError as error:
        if error.context is None or not error.context.startswith("found duplicate anchor"):
            raise
        from puppet_check.reading.yaml_anchors import RepeatedAnchors  # such data are rare

        return _composed(RepeatedAnchors(text))


def _composed(made: yaml.SafeLoader) -> Composed:
    try:
        return Composed(made.get_node() if made.check_node() else None, made)
    finally:
        made.dispose()


def load(text: str) -> object:
    """The first document of a text as plain data. Raises ValueError if it cannot be read."""
    import yaml

    try:
        composed = compose(text)
        return None if composed.root is None else _Plain(composed.loader).data(composed.root)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None


def plain(composed: Composed) -> object:
    """A document as plain data. Raises ValueError beyond the limits, and YAMLError for what has no value."""
    return None if composed.root is None else _Plain(composed.loader).data(composed.root)


def _may_exceed(text: str) -> bool:
    """Whether a text may be nested deeply or have very many nodes."""
    brackets = text.count("[") + text.count("{")
    marks = text.count("\n") + 2 * text.count(":") + text.count(",") + text.count("-") + text.count("?") + 2 * brackets
    return brackets > DEPTH or marks > MANY or max(map(len, MARKS.findall(text))) > DEPTH - brackets


def _measure(events: Iterator[object]) -> None:
    import yaml

    try:
        _count(events)
    except yaml.scanner.ScannerError as error:
        # libyaml from 0.2.6 has a limit of its own, which its look-ahead may reach before the events do.
        if error.problem != "exceeded maximum nesting depth":
            raise
        raise YamlLimit(TOO_DEEP) from None


def _count(events: Iterator[object]) -> None:
    import yaml

    depth = count = 0
    for each in events:
        if isinstance(each, yaml.NodeEvent):
            count += 1
            if count > MANY:
                raise YamlLimit(f"more than {MANY:,} values".replace(",", " "))
        if isinstance(each, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEPTH:
                raise YamlLimit(TOO_DEEP)
        elif isinstance(each, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(each, yaml.DocumentEndEvent):
            return


class _Plain:
    """Converts nodes to lists, dictionaries and scalars."""

    def __init__(self, loader: yaml.SafeLoader) -> None:
        self._loader = loader
        self._count = 0
        self._around: set[int] = set()

    def data(self, node: yaml.Node) -> object:
        import yaml

        self._count += 1
        if self._count > MANY:
            raise YamlLimit(f"more than {MANY:,} values".replace(",", " "))
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if id(node) in self._around:
            raise YamlLimit("a value that contains itself")
        self._around.add(id(node))
        try:
            if isinstance(node, yaml.SequenceNode):
                return [self.data(each) for each in node.value]
            return self._mapping(node)
        finally:
            self._around.remove(id(node))

    def _scalar(self, node: yaml.ScalarNode) -> object:
        try:
            found: object = self._loader.construct_object(node)
        except (ValueError, OverflowError):
            # A date that does not exist, or a number with too many digits.
            return node.value
        return found

    def _mapping(self, node: yaml.Node) -> dict[object, object]:
        merged: dict[object, object] = {}
        found: dict[object, object] = {}
        for key_node, value_node in node.value:
            value = self.data(value_node)
            if key_node.tag == "tag:yaml.org,2002:merge":
                for each in reversed(value) if isinstance(value, list) else (value,):
                    merged.update(each if isinstance(each, dict) else {})
                continue
            key = self.data(key_node)
            found[key if isinstance(key, str | int | float | bool | None) else str(key)] = value
        return {**merged, **found}
