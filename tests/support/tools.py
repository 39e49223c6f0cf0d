"""Tools that tests need and that may not be installed."""

from __future__ import annotations

import os
import warnings
from typing import NoReturn

import pytest


def missing(tool: str, untested: str) -> NoReturn:
    """Skip a test whose tool is not installed, with a warning; fail if CI is set."""
    reason = f"{tool} is not installed: {untested} is not tested"
    if os.environ.get("CI"):
        pytest.fail(reason)
    warnings.warn(reason, stacklevel=2)
    pytest.skip(reason)
