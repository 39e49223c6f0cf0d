"""The options of `puppet-check`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from puppet_check import __version__
from puppet_check.config import ConfigError, Configuration, Given
from puppet_check.config.settings import LEVELS, TARGETS, formats


def parser() -> argparse.ArgumentParser:
    """What may be written after the command."""
    made = argparse.ArgumentParser(
        prog="puppet-check",
        description="Checks Puppet code (*.pp) and templates (*.epp).",
        epilog="Exit code: 0 without findings of severity error, 1 with some, 2 for wrong usage or an internal failure.",
    )
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help="a file, a folder, or - for the standard input; without any, the current folder")
    add("--format", choices=formats(), help="how findings are printed (default: text)")
    add("--select", action="append", metavar="CODES", help="show these codes only, such as unknown-class,hiera-*")
    add("--ignore", action="append", metavar="CODES", help="do not show these codes")
    add("--severity", action="append", metavar="CODE=LEVEL", help=f"show a code as {', '.join(LEVELS[:-1])} or {LEVELS[-1]}")
    add("--statistics", action="store_true", help="print how often each code is found, instead of the findings")
    add("--config", metavar="FILE", help="read the settings of this file, instead of the nearest .puppet-check.toml or pyproject.toml")
    add("--no-config", action="store_true", help="read no settings")
    add("--show-settings", action="store_true", help="print what counts for the paths, and where it comes from")
    add("--settings-schema", action="store_true", help="print the JSON Schema of .puppet-check.toml, for editors")
    add("--stdin-filename", metavar="PATH", help="the name by which the standard input is treated and reported")
    add("--explain", metavar="CODE", help="print the manual page of a code, such as duplicate-parameter")
    add("--types", metavar="FILE", help="print a file with the types of its variables and statements")
    add("--facts", metavar="FILE", help="check for the node with these facts, as facter prints them in JSON or YAML")
    add("--target", choices=TARGETS, help="the version that the code is for (default: puppet8)")
    add("--watch", action="store_true", help="check again whenever a file changes, until Ctrl-C")
    add("--jobs", type=_count, metavar="N", help="number of processes (default: one per processor)")
    add(
        "--modulepath",
        metavar="PATH",
        help="where modules are, separated by `:`, instead of what is found; the first that has a module wins",
    )
    add("--no-gitignore", action="store_true", help="also check files that git ignores")
    add("--no-cache", action="store_true", help="neither use nor keep what earlier runs have found")
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
        raise ConfigError("--config and --no-config contradict each other")
    return Configuration(given, options.config, is_read=not options.no_config)


def _codes(option: str, texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(_code(option, each.strip()) for text in texts for each in text.split(",") if each.strip())


def _severity(text: str) -> tuple[str, str]:
    code, mark, level = text.partition("=")
    if not mark:
        raise ConfigError(f"--severity {text}: expected CODE=LEVEL, such as unknown-class=warning")
    if level not in LEVELS:
        raise ConfigError(f"--severity {text}: no such level: {level}, expected one of {', '.join(LEVELS)}")
    return _code("--severity", code), level


def _code(option: str, code: str) -> str:
    from puppet_check.config.codes import is_known, pages  # most runs name no code
    from puppet_typesys.spelling import hint

    if not is_known(code):
        raise ConfigError(f"{option}: no such code: {code}{hint(code, pages())}")
    return code


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number
