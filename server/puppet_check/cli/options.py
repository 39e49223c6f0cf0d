"""The options of `puppet-check`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypedDict, Unpack

from puppet_check import __version__
from puppet_check.cli.arguments import record, values_of
from puppet_check.cli.commands import COMMANDS
from puppet_check.cli.files import STDIN, first_path
from puppet_check.cli.given_paths import given_folders
from puppet_check.cli.target_option import target_name
from puppet_check.config import ConfigError, Configuration, Given
from puppet_check.config.codes import is_known, pages
from puppet_check.config.kinds import LEVELS, Choice, Choices, Kind, Setting
from puppet_check.config.settings import Settings, field_of, settings_of
from puppet_check.usage import Formatter, Parser, add_color, number
from puppet_grammar.named import NamedTuple
from puppet_typesys.spelling import hint


class Command(NamedTuple):
    """What `puppet-check` is asked to do."""

    paths: tuple[str, ...]
    settings: Mapping[str, object]
    """The values of the options that are settings, by the names of the settings' fields; None for those that are not given."""
    fix: bool
    fix_only: bool
    diff: bool
    unsafe_fixes: bool
    exclude: str | None
    log_format: str | None
    statistics: bool
    output_file: tuple[str, ...]
    changed_since: str | None
    exit_zero: bool
    update_baseline: bool
    config: str | None
    no_config: bool
    show_settings: bool
    settings_schema: bool
    stdin_filename: str | None
    explain: str | None
    all_systems: bool
    types: bool
    watch: bool
    no_gitignore: bool
    no_cache: bool
    color: str
    quiet: bool

    @property
    def asked(self) -> tuple[str, ...]:
        """The given paths, or the current folder."""
        return self.paths or (".",)

    def text(self, name: str) -> str | None:
        """The value of a setting whose option takes a text; None if it is not given."""
        given = self.settings[name]
        return None if given is None else str(given)

    def texts(self, name: str) -> tuple[str, ...] | None:
        """The values of a setting whose option may be repeated; None if it is not given."""
        given = self.settings[name]
        return tuple(map(str, given)) if isinstance(given, tuple) else None


def command(arguments: Sequence[str]) -> Command:
    """The command that arguments ask for."""
    values = values_of(parser(), arguments)
    fields = [field_of(name) for name, setting in settings_of(Settings).items() if setting.option is not None]
    return record(Command, values | {"settings": {each: values[each] for each in fields}})


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        prog="puppet-check",
        description="Check Puppet code, templates, Hiera data, metadata, Puppetfiles and tasks.",
        usage="%(prog)s [OPTION]... [PATH]...\n       %(prog)s COMMAND [OPTION]... [ARGUMENT]...",
        epilog=f"commands, each with a --help of its own:\n{_commands()}\n\n"
        "Exit code: 0 without errors, 1 with findings of severity error (or less,\nwith --fail-on), 2 for wrong usage, invalid settings "
        "or an internal error.",
        formatter_class=Help,
    )
    made.add_argument("paths", nargs="*", metavar="PATH", help="a file, a folder, or - for standard input (default: the current folder)")
    add = _Grouped(made)
    for name, setting in settings_of(Settings).items():
        _add_setting(add, name, setting)
    add("--fix", action="store_true", help="apply the safe fixes of the findings, and report what is left")
    add("--fix-only", action="store_true", help="apply the safe fixes of the findings, and report nothing")
    add("--diff", action="store_true", help="print what --fix would change, and change nothing; exit code 1 if it would change anything")
    add("--unsafe-fixes", action="store_true", help="with --fix, --fix-only or --diff: also apply fixes that may change the meaning")
    add("--exclude", metavar="PATTERNS", help="do not check files that match these patterns, as in .gitignore, such as vendor/,spec/")
    add("--log-format", metavar="FORMAT", help="print each finding like this, as puppet-lint does: %%{path}:%%{line}:%%{check}:%%{message}")
    add("--statistics", action="store_true", help="print the number of findings of each code instead of the findings")
    add(
        "--output-file",
        action="append",
        default=[],
        metavar="[FORMAT:]FILE",
        help="write the report to this file instead; with a format before it, such as sarif:FILE, in addition; may be repeated",
    )
    add(
        "--changed-since",
        metavar="REVISION",
        help="report only what has changed since a revision of git: findings in new lines, and in files that the change affects",
    )
    add("--exit-zero", action="store_true", help="exit with code 0 whatever is found")
    add("--update-baseline", action="store_true", help="write all findings to the baseline, and report none")
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
    add("--all-systems", action="store_true", help="compile the main class of modules for each system that their metadata.json supports")
    add(
        "--types",
        action="store_true",
        help="print the files with the inferred types of their variables and statements; with --format json, only the types",
    )
    add("--watch", action="store_true", help="check again whenever a file changes, until interrupted")
    add("--no-gitignore", action="store_true", help="also check files that git ignores")
    add("--no-cache", action="store_true", help="do not read or write the cache")
    add_color(add.group("--color"))
    add("-q", "--quiet", action="store_true", help="print the findings, and no summary, notes or progress")
    add("--version", action="version", version=f"puppet-check {__version__}", help="print the version")
    return made


GROUPS = {
    "which findings": "profile select extend-select ignore severity baseline update-baseline changed-since",
    "which files": "exclude no-gitignore stdin-filename",
    "checked against what": "target modulepath external-modules bundled interfaces facts facts-dir all-systems",
    "fixes": "fix fix-only diff unsafe-fixes",
    "output": "format output-file log-format statistics types color quiet",
    "exit code": "fail-on fail-on-warnings exit-zero",
    "settings and runs": "config no-config jobs watch no-cache",
    "in place of a check": "explain show-settings settings-schema version",
}
"""The options by what they are about, in the order of the help."""
GROUP_OF = {f"--{option}": title for title, options in GROUPS.items() for option in options.split()}


class _Grouped:
    """Adds options to the groups of the help."""

    def __init__(self, made: argparse.ArgumentParser) -> None:
        self._groups = {title: made.add_argument_group(title) for title in GROUPS}

    def group(self, option: str) -> argparse._ArgumentGroup:
        """The group of an option."""
        return self._groups[GROUP_OF[option]]

    def __call__(self, *names: str, **given: Unpack[Reading]) -> None:
        self.group(names[-1]).add_argument(*names, **given)


class Help(Formatter):
    """Help whose text after the options keeps its lines."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


def _commands() -> str:
    width = max(map(len, COMMANDS))
    return "\n".join(f"  {name:{width}}  {meaning}" for name, meaning in COMMANDS.items())


def configuration(command: Command) -> Configuration:
    """Return the configuration that the options ask for. Raises a ConfigError for an unknown code or severity."""
    if command.config is not None and command.no_config:
        raise ConfigError("--config and --no-config cannot be combined")
    given = Given(
        select=None if (select := command.texts("select")) is None else _codes(select),
        extend_select=_codes(command.texts("extend_select") or ()),
        ignore=_codes(command.texts("ignore") or ()),
        severity=tuple(_severity(each) for each in command.texts("severity") or ()),
        gitignore=not command.no_gitignore,
        named=tuple(os.path.abspath(each) for each in command.asked if each != STDIN),
        replaced=tuple(_replaced(command)),
    )
    made = Configuration(given, command.config, is_read=not command.no_config)
    for option, code in _unknown(given):
        own = [each.code for each in made.of(first_path(command.asked)).rules]
        if not is_known(code, own):
            raise ConfigError(f"{option}: unknown code: {code}{hint(code, (*pages(), *own))}")
    return made


def _add_setting(add: _Grouped, name: str, setting: Setting) -> None:
    if setting.option is None:
        return
    kind = setting.kind
    read = Reading(choices=kind.words) if isinstance(kind, Choice | Choices) else READINGS[kind].copy()
    if setting.option.metavar:
        read["metavar"] = setting.option.metavar
    read["help"] = setting.option.help
    add(f"--{name}", **read)


def _replaced(command: Command) -> Iterator[tuple[str, object]]:
    """The settings that an option replaces, rather than extends."""
    for name, setting in settings_of(Settings).items():
        value = command.settings.get(field_of(name))
        if value is None or setting.kind in EXTENDING:
            continue
        match setting.kind, value:
            case Kind.FOLDERS, str():
                yield field_of(name), given_folders(f"--{name}", value)
            case Kind.NAMES, str():
                yield field_of(name), tuple(part.strip() for part in value.split(",") if part.strip())
            case Kind.FILE, str():
                if not value:
                    raise ConfigError(f"--{name}: expected the path of a file")
                yield field_of(name), os.path.abspath(value)
            case _:
                yield field_of(name), value


def _unknown(given: Given) -> Iterator[tuple[str, str]]:
    """The codes of the command line that no rule of puppet-check has, each with its option."""
    severities = [code for code, _ in given.severity]
    options = {"--select": given.select, "--extend-select": given.extend_select, "--ignore": given.ignore, "--severity": severities}
    yield from ((option, code) for option, codes in options.items() for code in codes or () if not is_known(code))


def _codes(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(each.strip() for text in texts for each in text.split(",") if each.strip())


def _severity(text: str) -> tuple[str, str]:
    code, mark, level = text.partition("=")
    if not mark or not code or not level:
        raise ConfigError(f"--severity {text}: expected CODE=LEVEL, such as unknown-class=warning")
    if level not in LEVELS:
        raise ConfigError(f"--severity {text}: unknown severity: {level}, expected one of {', '.join(LEVELS)}{hint(level, LEVELS)}")
    return code, level


EXTENDING = (Kind.CODES, Kind.SEVERITIES)
"""Kinds of settings whose options `Configuration` combines with what files say."""


class Reading(TypedDict, total=False):
    """How `argparse` reads an option."""

    action: str | type[argparse.Action]
    choices: Sequence[str]
    default: object
    help: str
    metavar: str
    type: Callable[[str], int | str]
    version: str


READINGS: Mapping[Kind, Reading] = {
    Kind.CODES: {"action": "append", "metavar": "CODES"},
    Kind.SEVERITIES: {"action": "append", "metavar": "CODE=LEVEL"},
    Kind.FOLDERS: {"metavar": "PATH"},
    Kind.FILE: {"metavar": "FILE"},
    Kind.NAMES: {"metavar": "NAMES"},
    Kind.COUNT: {"type": number, "metavar": "N"},
    Kind.MEGABYTES: {"type": number, "metavar": "N"},
    Kind.WIDTH: {"type": number, "metavar": "N"},
    Kind.TARGET: {"type": target_name, "metavar": "VERSION"},
    Kind.SWITCH: {"action": argparse.BooleanOptionalAction},
}
"""How the option of each kind of settings is read."""
