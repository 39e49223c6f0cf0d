"""Words that look like others because some of their letters belong to another alphabet, or cannot be seen."""

from __future__ import annotations

import codecs
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

WORD = lazy_pattern(rb"[\w\x80-\xff]*[\x80-\xff][\w\x80-\xff]*")
LOOKS = str.maketrans(
    # Cyrillic
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u051b\u051d\u0501\u04cf\u0475\u04bb"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u04ae\u0474\u051c\u050c"
    # Greek
    "\u03b1\u03bf\u03bd\u03b9\u03c1\u03c5\u03b3"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "aeopcyxijsqwdlvhABEKMHOPCTXIJSYVWGaovipuyABEZHIKMNOPTYX",
    # Characters without a width
    "\u00ad\u200b\u200c\u200d\u2060\ufeff",
)
"""ASCII letters by those of other alphabets that look the same (Unicode's table of confusable characters, UTS #39)."""


@issue(Severity.WARNING)
def confusable_name(shown: str, others: str) -> str:
    """Word with letters of another alphabet that look like Latin ones"""
    return f"this looks like '{shown}' but has {others}"


@rule(on=ast.Program)
def check_words(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report words that mix ASCII letters with such that look like some; those of comments are information."""
    if file.text.source.isascii():
        return
    prose = sorted((each.start, each.end) for each in (*program.comments, *file.of_class(ast.RenderStringExpression)))
    start = len(codecs.BOM_UTF8) if file.text.source.startswith(codecs.BOM_UTF8) else 0
    for match in WORD.finditer(file.text.source, start):
        word = match.group().decode("utf-8", "replace")
        looks = word.translate(LOOKS)
        if looks == word or not looks.isascii() or not any(each.isascii() and each.isalpha() for each in word):
            continue
        severity = Severity.INFO if _is_in(prose, match.start()) else None
        fix = Fix(f"Change to '{looks}'", (Edit(match.start(), match.end(), looks),))
        yield confusable_name(looks, _others(word)).at(match.start(), match.end(), severity=severity, fixes=(fix,))


def _others(word: str) -> str:
    """The letters of a word that are not ASCII, with their names."""
    found = dict.fromkeys(each for each in word if not each.isascii())
    return ", ".join(f"U+{ord(each):04X} ({unicodedata.name(each, 'unnamed')})" for each in found)


def _is_in(spans: Sequence[tuple[int, int]], offset: int) -> bool:
    at = bisect_right(spans, offset, key=lambda span: span[0]) - 1
    return at >= 0 and offset < spans[at][1]
