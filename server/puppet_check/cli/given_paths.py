"""Paths that options give: what is not there is refused, instead of being taken for an empty folder or file."""

from __future__ import annotations

import os

from puppet_check.config.error import ConfigError
from puppet_check.reading.places import exists, is_folder


def given_folders(option: str, text: str) -> tuple[str, ...]:
    """The absolute paths of an option such as `a:b`. Raises ConfigError if none of them is a folder; as for Puppet, some may be missing."""
    found = tuple(os.path.abspath(each) for each in text.split(os.pathsep) if each)
    if found and not any(map(is_folder, found)):
        raise ConfigError(f"{option} {text}: no such folder")
    return found


def given_environment(folder: str | None) -> str:
    """The absolute path of the option `--environment`, by default that of the current folder. Raises ConfigError."""
    if folder is not None and not is_folder(folder):
        raise ConfigError(f"--environment {folder}: no such folder; expected a control repository or a module")
    return os.path.abspath(folder or os.getcwd())


def given_hiera(path: str | None) -> str | None:
    """The absolute path of the option `--hiera`, if it is given. Raises ConfigError."""
    if path is not None and (not exists(path) or is_folder(path)):
        raise ConfigError(f"--hiera {path}: no such file")
    return path and os.path.abspath(path)
