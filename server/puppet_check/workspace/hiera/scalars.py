"""Plain YAML scalars as the reference's parser resolves them: by YAML 1.1 with rules of its own."""

from __future__ import annotations

import re

from puppet_grammar.patterns import lazy_pattern

TEXT = lazy_pattern(r"[^\d.:-]?[^\W\d_]*[A-Za-zÀ-￿_\s!@#$%^&*(){}<>|/\\~;=]+")
TIME = lazy_pattern(r"-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?\Z")
DATE = lazy_pattern(r"\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)\Z")
SEXAGESIMAL = lazy_pattern(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}(\.[0-9_]*)?\Z")
FLOAT = lazy_pattern(r"[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?\Z")
INTEGER = lazy_pattern(r"(?:[-+]?0b[0-1_,]+|[-+]?0[0-7_,]+|[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)|[-+]?0x[0-9a-fA-F_,]+)\Z")
WORDS = {"~": None, "null": None, "yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


class NotAllowed(Exception):  # noqa: N818 - named after the condition
    """Raised for a scalar of a class that data must not contain; the message is the name of the class."""


def plain(text: str) -> object:
    """The value of a plain scalar."""
    if not text:
        return None
    if "\n" in text or TEXT.match(text):
        return WORDS.get(text.lower(), text) if len(text) <= 5 else text
    if TIME.match(text):
        raise NotAllowed("Time")
    if DATE.match(text):
        raise NotAllowed("Date")
    match text.lower():
        case ".inf" | "+.inf":
            return float("inf")
        case "-.inf":
            return float("-inf")
        case ".nan":
            return float("nan")
    if len(text) > 1 and text[0] == ":":
        return text[1:].strip("\"'")
    return _number(text)


def _number(text: str) -> object:
    base_60 = SEXAGESIMAL.match(text)
    if base_60:
        parts = text.split(":")
        if base_60[1] is not None:
            return sum(float(each.replace("_", "") or 0) * 60 ** abs(index - 2) for index, each in enumerate(parts))
        return sum(int(each.replace("_", "")) * 60 ** abs(index - 2) for index, each in enumerate(parts))
    digits = text.replace(",", "").replace("_", "")
    if FLOAT.match(text) and text.strip("+-") != ".":
        return _float(digits)
    if INTEGER.match(text):
        return _integer(digits)
    return text


def _float(digits: str) -> object:
    try:
        return float(re.sub(r"\.(?=[Ee]|\Z)", "", digits))
    except ValueError:
        return digits


def _integer(digits: str) -> object:
    body = digits.lstrip("+-").lower()
    base = 16 if body.startswith("0x") else 2 if body.startswith("0b") else 8 if len(body) > 1 and body[0] == "0" else 10
    try:
        return int(digits, base)
    except ValueError:
        return digits


def json_number(text: str) -> object:
    """The value of a number or word of JSON."""
    return WORDS[text] if text in WORDS else int(text) if text.lstrip("-").isdigit() else float(text)
