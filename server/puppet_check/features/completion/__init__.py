"""Completion in Puppet code: `complete`, and `resolved` for the description of an item. One module per group of contexts."""

from puppet_check.features.completion.complete import complete
from puppet_check.features.completion.items import Completion, Item, resolved

__all__ = ("Completion", "Item", "complete", "resolved")
