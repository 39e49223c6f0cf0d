"""A plug-in for pytest: tests of catalogs get the project as a fixture.

The interface for programs is imported when a test asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from puppet_check.api import Project


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the project."""
    parser.addoption("--puppet-project", metavar="FOLDER", help="the module or control repository of `puppet_project` (default: the root)")


@pytest.fixture(scope="session")
def puppet_project(request: pytest.FixtureRequest) -> Project:
    """The module or control repository that is tested: see `puppet_check.api.Project`."""
    from puppet_check.api import Project  # takes longer to import than most suites have to spare

    return Project(request.config.getoption("--puppet-project") or request.config.rootpath)
