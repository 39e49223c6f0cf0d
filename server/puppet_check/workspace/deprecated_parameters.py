"""What documentation says about deprecated parameters of classes and defines."""

from __future__ import annotations

import re

from puppet_grammar.patterns import lazy_pattern

PARAMETER = lazy_pattern(r"\s*(?:@param\s+(?:\[.+\]\s+)?(?P<tag>\w+)|\[\*(?P<rdoc>\w+)\*\])(?P<text>.*)")
OTHER_TAG = lazy_pattern(r"@\w|[=#]")
DEPRECATED = lazy_pattern(r"[\s*_(\[:]*+(?:optional[).:,\s]*+[\s*_(\[]*+)?deprecated\b[\s*_)\]:.,;!-]*", re.IGNORECASE)


def deprecated_parameters(doc: str) -> dict[str, str]:
    """The parameters whose documentation begins with the word deprecated, each with what follows it."""
    if "deprecated" not in doc.lower():
        return {}
    texts: dict[str, list[str]] = {}
    name = None
    for line in doc.splitlines():
        found = PARAMETER.match(line)
        if found is not None:
            name = found["tag"] or found["rdoc"]
            texts[name] = [found["text"]]
        elif OTHER_TAG.match(line):
            name = None
        elif name is not None:
            texts[name].append(line)
    joined = {name: " ".join(" ".join(lines).split()) for name, lines in texts.items()}
    return {name: text[found.end() :] for name, text in joined.items() if (found := DEPRECATED.match(text)) is not None}
