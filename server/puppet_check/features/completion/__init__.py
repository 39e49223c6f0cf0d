"""What may be at an offset: `complete` and `resolved`. One file for each family of places."""

from puppet_check.features.completion.complete import complete
from puppet_check.features.completion.items import Completion, Item, resolved

__all__ = ("Completion", "Item", "complete", "resolved")
