"""Whether the main manifests of an environment are those of one server, which reads all of them.

Manifests of which several have a `default` node may be applied one by one, for example to virtual machines. Puppet before 4 read one main
manifest, not all of a folder, and those that it imports.
"""

from __future__ import annotations

from contextlib import suppress

from puppet_check.reading.files import LARGEST_SEARCHED, read
from puppet_check.workspace.disk import Disk, remembered
from puppet_grammar.patterns import lazy_pattern

IMPORT = lazy_pattern(rb"""(?m)^[ \t]*+import[ \t(]*+['"]""")
DEFAULT_NODE = lazy_pattern(rb"(?m)^[ \t]*+node[ \t]++[^{/#\n]*?\bdefault\b[^{#\n]*\{")
INHERITED = lazy_pattern(rb"\binherits[ \t]++[^{\n]*")


@remembered(100)
def are_read_together(disk: Disk, sites: tuple[str, ...]) -> bool:
    """Whether no main manifest imports others, and at most one has a `default` node."""
    defaults = 0
    for path in sites:
        with suppress(OSError):
            text = read(path, LARGEST_SEARCHED)
            if IMPORT.search(text) is not None:
                return False
            defaults += DEFAULT_NODE.search(INHERITED.sub(b"", text)) is not None
    return defaults < 2
