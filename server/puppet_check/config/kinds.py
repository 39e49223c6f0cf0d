"""The kinds of values that a setting can have."""

from __future__ import annotations

from enum import Enum

from puppet_grammar.named import NamedTuple

LEVELS = ("error", "warning", "info", "hint")
"""The severities of findings."""
MOST_MEGABYTES = 1 << 16
"""The largest size that the cache may have."""
NARROWEST, WIDEST = 40, 1000
"""The widths of lines that the formatter accepts."""


class Kind(Enum):
    """What a setting holds; `read` says how a configuration file writes it, `schema` and `cli/options` follow."""

    CODES = "codes and groups of codes"
    SEVERITIES = "severities by code or group of codes"
    PATTERNS = "patterns as in .gitignore, relative to the folder of the configuration file"
    NAMES = "names, with `*` and `?` as wildcards"
    FOLDERS = "folders, relative to that of the configuration file"
    FILE = "a file, relative to the folder of the configuration file"
    COUNT = "a non-negative integer"
    MEGABYTES = "a size in megabytes"
    WIDTH = "the width of a line, from 40 to 1000"
    SWITCH = "true or false"
    OVERRIDES = "settings for some paths"
    RULES = "rules of the repository"
    NEW_CODE = "the code of such a rule"
    TEXT = "a text that is not empty"
    REGEXP = "a regular expression, as in Puppet"
    QUERY = "a tree-sitter query"
    TARGET = "a version of Puppet or OpenVox"


class Choice(NamedTuple):
    """One of some words."""

    words: tuple[str, ...]


class Choices(NamedTuple):
    """A list of some words."""

    words: tuple[str, ...]


class Option(NamedTuple):
    """The option of the command line that replaces or extends a setting: `--NAME`."""

    help: str
    metavar: str = ""
    """What stands for its value in the help, where the kind of the setting does not say it."""


class Setting(NamedTuple):
    """How a setting is written, in each place where it can be."""

    kind: Kind | Choice | Choices
    description: str
    option: Option | None = None
    is_for_editors: bool = True
    """Whether editors can set it, in the section `puppetCheck` of their settings."""
    scope: str = "resource"
    """Where VS Code lets it be set: `resource` (for each folder) or `window`."""
