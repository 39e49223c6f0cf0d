"""References to resources, as code."""

from __future__ import annotations

from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.values.quoting import single_quote


def reference_to(resource: Resource) -> str:
    """A reference to a resource."""
    title = resource.title
    if resource.is_class:
        return f"Class['{'::'.join(part.lower() for part in title.split('::'))}']"
    return f"{resource.type}[{single_quote(title)}]"
