"""The options of `puppet-check`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from puppet_check import __version__
from puppet_check.config import ConfigError, Configuration, Given
from puppet_check.config.settings import LEVELS, TARGETS, formats


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(
        prog="puppet-check",
        description="Check Puppet code, templates, Hiera data, metadata, Puppetfiles and tasks.",
        epilog="Exit code: 0 without errors, 1 with findings of severity error, 2 for wrong usage, invalid settings or an internal error.",
    )
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help="a file, a folder, or - for standard input (default: the current folder)")
    add("--format", choices=formats(), help="output format (default: text)")
    add("--select", action="append", metavar="CODES", help="report only these codes, such as unknown-class,hiera-*")
    add("--ignore", action="append", metavar="CODES", help="do not report these codes")
    add(
        "--severity",
        action="append",
        metavar="CODE=LEVEL",
        help=f"report a code as {', '.join(LEVELS[:-1])} or {LEVELS[-1]}",
    )
    add("--statistics", action="store_true", help="print the number of findings of each code instead of the findings")
    add("--config", metavar="FILE", help="read the settings from this file instead of the nearest .puppet-check.toml or pyproject.toml")
    add("--no-config", action="store_true", help="read no settings")
    add(
        "--show-settings",
        action="store_true",
        help="print the settings that apply to the paths, their origin, and the modules that were found",
    )
    add("--settings-schema", action="store_true", help="print the JSON Schema of .puppet-check.toml, for editors")
    add("--stdin-filename", metavar="PATH", help="path to assume for standard input")
    add("--explain", metavar="CODE", help="print the manual page of a code, such as unknown-class")
    add("--types", metavar="FILE", help="print a file with the inferred types of its variables and statements")
    add("--facts", metavar="FILE", help="check for the node with these facts (JSON or YAML, as printed by facter)")
    add("--target", choices=TARGETS, help="Puppet version to check for (default: puppet8)")
    add("--watch", action="store_true", help="check again whenever a file changes, until interrupted")
    add("--jobs", type=_count, metavar="N", help="number of worker processes (default: one per processor)")
    add(
        "--modulepath",
        metavar="PATH",
        help="folders with modules, separated by `:`, instead of the detected ones; the first folder with a module wins",
    )
    add("--no-gitignore", action="store_true", help="also check files that git ignores")
    add("--no-cache", action="store_true", help="do not read or write the cache")
    add("--version", action="version", version=f"puppet-check {__version__}", help="print the version")
    return made


def configuration(options: argparse.Namespace) -> Configuration:
    """What the options say, and where the rest is to be found. Raises a ConfigError when a code does not exist."""
    modulepath = None if options.modulepath is None else tuple(part for part in options.modulepath.split(os.pathsep) if part)
    given = Given(
        select=None if options.select is None else _codes("--select", options.select),
        ignore=_codes("--ignore", options.ignore or ()),
        severity=tuple(_severity(each) for each in options.severity or ()),
        jobs=options.jobs,
        modulepath=modulepath,
        facts=None if options.facts is None else os.path.abspath(options.facts),
        format=options.format,
        target=options.target,
        gitignore=not options.no_gitignore,
    )
    if options.config is not None and options.no_config:
        raise ConfigError("--config and --no-config cannot be combined")
    return Configuration(given, options.config, is_read=not options.no_config)


def _codes(option: str, texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(_code(option, each.strip()) for text in texts for each in text.split(",") if each.strip())


def _severity(text: str) -> tuple[str, str]:
    code, mark, level = text.partition("=")
    if not mark:
        raise ConfigError(f"--severity {text}: expected CODE=LEVEL, such as unknown-class=warning")
    if level not in LEVELS:
        raise ConfigError(f"--severity {text}: unknown severity: {level}, expected one of {', '.join(LEVELS)}")
    return _code("--severity", code), level


def _code(option: str, code: str) -> str:
    from puppet_check.config.codes import is_known, pages  # most runs name no code
    from puppet_typesys.spelling import hint

    if not is_known(code):
        raise ConfigError(f"{option}: unknown code: {code}{hint(code, pages())}")
    return code


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number
