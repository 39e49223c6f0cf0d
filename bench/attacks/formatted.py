"""Hostile files of the other families for `puppet-format`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bench.attacks import places, settings, texts
from bench.attacks.attack import Attack

FAMILIES = (places, settings, texts)
"""The families of code and of the files around it; values and types mean nothing to a formatter."""
MODES = ("--check", "--diff", "--quiet")


def attacks() -> Iterator[Attack]:
    """The attacks on the checker that are about texts, files and settings, in each way of running the formatter in turn."""
    several = (each for family in FAMILIES for each in family.attacks() if each.program == "check")
    for number, each in enumerate(several):
        mode = MODES[number % len(MODES)]
        yield replace(each, kind=f"formatted {each.kind}", name=f"{each.name}, {mode}", program="format", arguments=(mode, *each.arguments))
