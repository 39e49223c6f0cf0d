"""Regular expressions are rejected if and only if Ruby rejects them."""

from __future__ import annotations

import pytest

from puppet_grammar.lowering.regexes import regex_error

REFUSED = {
    "(": "end pattern with unmatched parenthesis",
    "a)": "unmatched close parenthesis",
    "[": "premature end of char-class",
    "[]": "empty char-class",
    "[b-a]": "empty range in char class",
    r"[\w-.]": "unmatched range specifier in char-class",
    "[[:alpha:]-z]": "unmatched range specifier in char-class",
    r"[a-\d]": "char-class value at end of range",
    "?": "target of repeat operator is not specified",
    "a|*": "target of repeat operator is not specified",
    "(?i)*": "target of repeat operator is not specified",
    "{2}": "target of repeat operator is not specified",
    "a{2,1}": "upper is smaller than lower in repeat range",
    "a{100001}": "too big number",
    r"\1": "invalid backref number/name",
    r"(a)\2": "invalid backref number/name",
    r"\k<n>": "undefined name <n> reference",
    r"(?<n>a)\1": "numbered backref/call is not allowed. (use name)",
    r"\p{Nope}": "invalid character property name {Nope}",
    r"\xff": "invalid multibyte escape",
    r"\x": "invalid hex escape",
    r"\u41": "invalid Unicode escape",
    r"\u{}": "invalid Unicode list",
    r"\u{110000}": "invalid Unicode range",
    r"\c": "too short control escape",
    r"\M": "too short meta escape",
    "(?<>a)": "group name is empty",
    "(?z)": "undefined group option",
}
ACCEPTED = [
    "",
    "a",
    "^(a|b)$",
    "[]a]",
    "[^]a]",
    "[a-]",
    "[-a]",
    "[[:alpha:]_]",
    "[a-z&&[^b]]",
    "a{,2}",
    "a{2,}",
    "a{,}",
    "{",
    "}",
    "a{b",
    "]",
    "a**",
    "a*?",
    "a++",
    "(?:a)",
    "(?i-m:a)",
    "(?#c)",
    "a(?#c){2}",
    "(?<n>a)\\k<n>",
    "(?<=a)b",
    "(?<!a)b",
    "(?>a)",
    "(?~a)",
    "()",
    "|",
    "a||b",
    r"\A\z\Z\h\R\X",
    r"\p{Alpha}\p{^L}",
    r"\xc3\xa9",
    r"\u00e9\u{41 42}",
    r"(a)\1",
    r"\10",
    r"\[\(",
    r"[\]\[]",
    r"[\w-]",
    "[a-z-9]",
    "[a-[b]]",
    r"[\n-a]",
    r"[\x41-\x5a]",
    "é+",
]


@pytest.mark.parametrize("pattern", REFUSED)
def test_ruby_says_why_it_refuses(pattern: str) -> None:
    assert regex_error(pattern) == REFUSED[pattern]


@pytest.mark.parametrize("pattern", ACCEPTED)
def test_ruby_compiles(pattern: str) -> None:
    assert regex_error(pattern) is None
