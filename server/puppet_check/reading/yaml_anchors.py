"""YAML in which an anchor is defined again, which Ruby's library accepts: an alias means the last definition before it."""

from __future__ import annotations

import yaml
from yaml.composer import Composer


class RepeatedAnchors(Composer, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # the base is one of two
    """A loader that composes nodes in Python, as the library's own in C cannot be told to accept such anchors."""

    def __init__(self, text: str) -> None:
        super(Composer, self).__init__(text)
        Composer.__init__(self)

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if not self.check_event(yaml.AliasEvent):
            self.anchors.pop(self.peek_event().anchor, None)
        found: yaml.Node | None = super().compose_node(parent, index)
        return found
