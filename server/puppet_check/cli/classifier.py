"""Runs the external node classifier that the user has named on the command line."""

from __future__ import annotations

import shlex
import subprocess

from puppet_check.config.classification import Classification, classification_of
from puppet_check.config.error import ConfigError
from puppet_check.reading.files import LARGEST_DATA

SECONDS = 60
"""The time that a classifier has for a node."""


def classified_by(command: str, node: str) -> Classification:
    """What a program says of a node, whose name is its last argument, as a server calls it. Raises ConfigError."""
    subject = f"--enc: the classifier for {node}"
    try:
        done = subprocess.run([*shlex.split(command), node], capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL, check=False)
    except (OSError, ValueError) as error:
        raise ConfigError(f"--enc {command}: cannot be run: {getattr(error, 'strerror', None) or error}") from None
    except subprocess.TimeoutExpired:
        raise ConfigError(f"{subject} has not answered within {SECONDS} seconds") from None
    if done.returncode:
        raise ConfigError(f"{subject} failed with the exit code {done.returncode}: {done.stderr.decode('utf-8', 'replace').strip()}")
    if len(done.stdout) > LARGEST_DATA:
        raise ConfigError(f"{subject} has answered with more than {LARGEST_DATA} bytes")
    return classification_of(subject, done.stdout.decode("utf-8", "replace"))
