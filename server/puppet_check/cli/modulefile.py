"""`Modulefile`: what described a module before `metadata.json`, as metadata. It is Ruby, which is read as text."""

from __future__ import annotations

import json
import re

from puppet_grammar.patterns import lazy_pattern

FIELD = lazy_pattern(r"""^\s*+(name|version|license)\s*+\(?\s*+['"]([^'"\n]*)['"]""", re.MULTILINE)
DEPENDENCY = lazy_pattern(r"""^\s*+dependency\s*+\(?\s*+['"]([^'"\n]*)['"](?:\s*+,\s*+['"]([^'"\n]*)['"])?""", re.MULTILINE)


def metadata_text(modulefile: str) -> str:
    """The text of the `metadata.json` that a Modulefile stands for."""
    dependencies = [
        {"name": name, "version_requirement": range} if range else {"name": name} for name, range in DEPENDENCY.findall(modulefile)
    ]
    return json.dumps({**dict(FIELD.findall(modulefile)), "dependencies": dependencies})
