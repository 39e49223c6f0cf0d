"""`puppet-check init`: the files with which a module or control repository begins to use puppet-check.

A file that is there already is never changed: what belongs in it is printed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.paths import relative
from puppet_check.cli.untrusted import shown
from puppet_check.config import ConfigError, Configuration
from puppet_check.config.configuration import is_rc
from puppet_check.config.settings import OWN
from puppet_check.reading.files import read_text
from puppet_check.reading.places import exists, is_folder
from puppet_check.usage import Parser
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.kinds import all_patterns
from puppet_check.workspace.roots import find_root
from puppet_check.writing import allowed_by, make_folder, write_new

PRE_COMMIT = ".pre-commit-config.yaml"
WORKFLOW = ".github/workflows/puppet-check.yml"
GITLAB = ".gitlab-ci.yml"
SETTINGS = {
    "module": """\
# Settings of puppet-check: `puppet-check --show-settings .` prints all that apply here.

# profile = "puppet-lint"            # also what puppet-lint reports; or voxpupuli, strict, errors
# target = "openvox9"                # check for another version than Puppet 8: puppet7, openvox8, ...
# ignore = ["unused-variable"]       # codes that are not reported
# exclude = ["vendor/"]              # files that are not checked, as in .gitignore
# fail-on = "warning"                # exit with code 1 for warnings as well

# [severity]
# unknown-class = "warning"          # error, warning, info or hint
""",
    "environment": """\
# Settings of puppet-check: `puppet-check --show-settings .` prints all that apply here.

# modulepath = ["site", "modules"]   # replaces the module path of environment.conf
# external-modules = ["secrets"]     # modules that are kept elsewhere, whose names are not checked
# facts-dir = "spec/facts"           # facts of nodes, whose catalogs are compiled and checked
# target = "openvox9"                # check for another version than Puppet 8: puppet7, openvox8, ...
# baseline = "puppet-check.json"     # findings that are accepted: puppet-check --update-baseline
# ignore = ["unused-variable"]       # codes that are not reported
# exclude = ["modules/"]             # files that are not checked, as in .gitignore

# [severity]
# unknown-class = "warning"          # error, warning, info or hint
""",
}
"""The settings file of each kind of project; all lines are comments, so that it changes nothing."""
HOOK = f"""\
  - repo: local
    hooks:
      - id: puppet-check
        name: puppet-check
        entry: puppet-check --
        language: system
        files: '{all_patterns()}'
        require_serial: true
"""
HOOKS = f"repos:\n{HOOK}"
PACKAGE_NOTE = "a wheel or an address such as git+https://..., until an index has puppet-check"
JOB_GITHUB = f"""\
name: puppet-check
on: [push, pull_request]
jobs:
  puppet-check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.13"
      # What pip installs, a variable of the repository: {PACKAGE_NOTE}.
      - run: pip install "${{{{ vars.PUPPET_CHECK_PACKAGE || 'puppet-check' }}}}"
      - run: puppet-check --format github .
"""
JOB_GITLAB = f"""\
puppet-check:
  image: python:3.13-slim
  variables:
    # What pip installs: {PACKAGE_NOTE}.
    PUPPET_CHECK_PACKAGE: puppet-check
  script:
    - pip install --quiet "$PUPPET_CHECK_PACKAGE"
    - puppet-check --output-file gitlab:gl-code-quality-report.json .
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
"""


class Command(NamedTuple):
    """What `puppet-check init` is asked to do."""

    folder: str


def init(arguments: Sequence[str]) -> Iterator[str]:
    """Run the command with the arguments after its name, and return lines about what it writes. Raises a ConfigError."""
    folder = parsed(Command, parser(), arguments).folder
    if not is_folder(folder):
        raise ConfigError(f"{folder}: no such folder; expected a module or control repository")
    root = find_root(Disk(), os.path.abspath(folder))
    if root.kind not in SETTINGS:
        raise ConfigError(
            f"{folder}: neither a module (metadata.json) nor a control repository (environment.conf, Puppetfile or hiera.yaml)"
        )
    yield from _settings(root.folder, SETTINGS[root.kind])
    yield from _written(root.folder, PRE_COMMIT, HOOKS, HOOK)
    if hosts := _hosts(root.folder):
        yield from _jobs(root.folder, hosts)
    yield f"Next: `puppet-check {shown(relative(root.folder))}`; `puppet-check --explain CODE` says what a finding means\n"


def _jobs(folder: str, hosts: set[str]) -> Iterator[str]:
    if "github" in hosts:
        yield from _written(folder, WORKFLOW, JOB_GITHUB, "")
    if "gitlab" in hosts:
        yield from _written(folder, GITLAB, JOB_GITLAB, JOB_GITLAB)
    yield f"The job installs what its variable PUPPET_CHECK_PACKAGE names: {PACKAGE_NOTE}\n"


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check init",
        description=f"Write a settings file, a hook of pre-commit and a pipeline's job for a module or control repository: {OWN}, "
        f"{PRE_COMMIT} and, for what the repository is kept on, {WORKFLOW} or {GITLAB}. Files that are there are not changed.",
    )
    made.add_argument("folder", nargs="?", default=".", metavar="FOLDER", help="the repository (default: that of the current folder)")
    return made


def _settings(folder: str, text: str) -> Iterator[str]:
    """Write the settings file, unless there are settings; those of puppet-lint can be taken over."""
    found = Configuration().of(folder).file
    if found is None:
        yield from _written(folder, OWN, text, "")
    elif is_rc(found):
        yield f"{shown(relative(found))} is understood as it is; `puppet-check migrate` makes {OWN} of it\n"
    else:
        yield f"{shown(relative(found))} has the settings already\n"


def _written(folder: str, name: str, text: str, addition: str) -> Iterator[str]:
    """Write a file, or say what belongs in the one that is there."""
    path = os.path.join(folder, name)
    if os.path.lexists(path):
        if not addition or "puppet-check" in _text(path):
            yield f"{shown(relative(path))} is there already\n"
        else:
            yield f"{shown(relative(path))} is there already; add to it:\n\n{addition}\n"
        return
    try:
        target = allowed_by([folder]).target(path)
        make_folder(os.path.dirname(target))
        write_new(target, text.encode())
    except OSError as error:
        raise ConfigError(f"{path}: cannot write the file: {error.strerror}") from None
    yield f"Wrote {shown(relative(path))}\n"


def _hosts(folder: str) -> set[str]:
    """Where a repository is kept, by what is in it and by its address in git."""
    config = _text(os.path.join(folder, ".git", "config"))
    found = {name for name in ("github", "gitlab") if f"{name}." in config}
    found |= {"github"} if exists(os.path.join(folder, ".github")) else set()
    return found | ({"gitlab"} if exists(os.path.join(folder, GITLAB)) else set())


def _text(path: str) -> str:
    try:
        return read_text(path)
    except OSError:
        return ""
