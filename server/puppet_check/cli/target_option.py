"""The value of `--target`."""

from __future__ import annotations

from argparse import ArgumentTypeError

from puppet_check.cli.untrusted import shown
from puppet_typesys.builtins.targets import TARGETS, is_target
from puppet_typesys.spelling import hint


def target_name(text: str) -> str:
    """The name of a version of Puppet or OpenVox. Raises ArgumentTypeError."""
    if not is_target(text):
        known = ", ".join(TARGETS)
        raise ArgumentTypeError(f"'{shown(text)}' is not a version; expected one of {known}, or openvox8.N{hint(text, TARGETS)}")
    return text
