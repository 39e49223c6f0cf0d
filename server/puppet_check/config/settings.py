"""The settings: each is one field, annotated with its description, its kind of value and its option of the command line.

Reading configuration files, the JSON Schema, the command line, `--show-settings`, the settings of the VS Code extension and
`docs/configuration.md` derive from these annotations (`SETTINGS`).
"""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import Annotated

from puppet_check.config.kinds import LEVELS, Choice, Kind, Option, Setting
from puppet_check.config.own_rules import OwnRule
from puppet_grammar.named import NamedTuple
from puppet_typesys.builtins.targets import STRICT, Target, target

OWN = ".puppet-check.toml"
"""The configuration file."""
SHARED = "pyproject.toml"
"""The configuration file that is shared with other tools."""
RC = ".puppet-lint.rc"
"""The configuration file of puppet-lint, in a project without one of puppet-check or in the home of the user."""
RAKEFILE = "Rakefile"
"""A file whose lint task may configure puppet-lint."""
RC_OF_MACHINE = "/etc/puppet-lint.rc"
PROFILES = ("errors", "default", "puppet-lint", "voxpupuli", "strict")
"""The sets of codes that are reported unless other settings select them."""
QUOTES = ("single", "keep")
"""What the formatter does with the quotes of strings."""
ALIGNMENTS = ("block", "none")
"""What the formatter does with arrows."""
SCOPES = ("workspace", "open")
"""The files whose findings an editor shows: all, or the open ones."""


@cache
def formats() -> tuple[str, ...]:
    """Return the names of all output formats, each of which is a module of the command line."""
    import puppet_check  # a circle: the package is only asked where it is

    folder = os.path.join(puppet_check.__path__[0], "cli", "output")
    modules = (name.removesuffix(".py") for name in os.listdir(folder) if name.endswith(".py") and name[0] != "_")
    return tuple(sorted(name.replace("_", "-") for name in modules))


class Override(NamedTuple):
    """Settings for some paths only."""

    paths: Annotated[
        tuple[str, ...],
        Setting(Kind.PATTERNS, "Patterns of paths, as in .gitignore, relative to the folder of the settings file."),
    ]
    ignore: Annotated[
        tuple[str, ...],
        Setting(Kind.CODES, "The codes not to report for these paths."),
    ] = ()
    severity: Annotated[
        tuple[tuple[str, str], ...],
        Setting(Kind.SEVERITIES, "The severity of findings for these paths, by code or group of codes."),
    ] = ()


class Settings(NamedTuple):
    """The settings that apply to a path, with their defaults."""

    profile: Annotated[
        str,
        Setting(
            Choice(PROFILES),
            "The codes to report: `errors`, `default` (no style rules), `puppet-lint` (with its default checks), `voxpupuli` (with those "
            "of its plugins) or `strict` (all but `wmf_styleguide`, which contradicts others).",
            Option("codes to report: errors, default, puppet-lint, voxpupuli or strict"),
        ),
    ] = "default"
    select: Annotated[
        tuple[str, ...],
        Setting(
            Kind.CODES,
            "The codes to report, such as `unknown-*`, instead of those of the profile.",
            Option("report only these codes, such as unknown-class,hiera-*"),
        ),
    ] = ()
    extend_select: Annotated[
        tuple[str, ...],
        Setting(
            Kind.CODES,
            "Codes to report in addition to those of the profile or of `select`, such as `80chars`.",
            Option("also report these codes"),
        ),
    ] = ()
    ignore: Annotated[
        tuple[str, ...],
        Setting(Kind.CODES, "The codes not to report.", Option("do not report these codes")),
    ] = ()
    severity: Annotated[
        tuple[tuple[str, str], ...],
        Setting(
            Kind.SEVERITIES,
            "The severity of findings by code or group of codes.",
            Option(f"report a code as {', '.join(LEVELS[:-1])} or {LEVELS[-1]}"),
        ),
    ] = ()
    """Codes or groups of codes and severities; the last that matches a code applies."""
    exclude: Annotated[
        tuple[str, ...],
        Setting(Kind.PATTERNS, "Patterns of files not to check, as in .gitignore, relative to the folder of the settings file."),
    ] = ()
    include: Annotated[
        tuple[str, ...],
        Setting(
            Kind.PATTERNS,
            "Patterns of files to check with all rules although they are examples, tests or parts of vendored modules "
            "(as are parts of vendored modules that the command line names).",
        ),
    ] = ()
    modulepath: Annotated[
        tuple[str, ...],
        Setting(
            Kind.FOLDERS,
            "The folders with modules, instead of the detected ones. The first folder with a module wins.",
            Option("folders with modules, separated by `:`, instead of the detected ones; the first folder with a module wins"),
        ),
    ] = ()
    external_modules: Annotated[
        tuple[str, ...],
        Setting(
            Kind.NAMES,
            "The modules that are kept elsewhere, such as `passwords` or `icinga*`. Their names are not checked.",
            Option("modules that are kept elsewhere, such as passwords,icinga*; their names are not checked"),
        ),
    ] = ()
    bundled: Annotated[
        bool,
        Setting(
            Kind.SWITCH,
            "Whether declared modules that are not installed are checked against the interfaces that come with puppet-check.",
            Option("check modules that are not installed against the bundled interfaces (default: yes)"),
        ),
    ] = True
    interfaces: Annotated[
        tuple[str, ...],
        Setting(
            Kind.FOLDERS,
            "Folders with interfaces of modules, made by `puppet-check interfaces make`. They take precedence over the bundled ones.",
            Option("folders with interfaces of modules, separated by `:`, made by `puppet-check interfaces make`"),
        ),
    ] = ()
    hiera: Annotated[
        str | None,
        Setting(Kind.FILE, "The hiera.yaml of the environment, if it is not in the root of the control repository."),
    ] = None
    facts: Annotated[
        str | None,
        Setting(
            Kind.FILE,
            "A file with the facts of a node (JSON or YAML, as printed by facter). Code is checked for that node.",
            Option("check for the node with these facts (JSON or YAML, as printed by facter)"),
        ),
    ] = None
    facts_dir: Annotated[
        str | None,
        Setting(
            Kind.FILE,
            "A folder with the facts of nodes, one file each, or a file with those of all. The command line compiles the catalogs of the "
            "nodes, and reports what stops that (`catalog-error`).",
            Option("compile the catalogs of the nodes with facts in this folder, and report what stops that", "FOLDER"),
            is_for_editors=False,
        ),
    ] = None
    jobs: Annotated[
        int,
        Setting(
            Kind.COUNT,
            "The number of worker processes; 0 means one per processor.",
            Option("number of worker processes (default: one per processor)"),
            is_for_editors=False,
        ),
    ] = 0
    cache_size: Annotated[
        int,
        Setting(
            Kind.MEGABYTES,
            "The size in megabytes past which the command line removes those results of earlier runs that were not used for the longest "
            "time; 0 keeps none.",
            is_for_editors=False,
        ),
    ] = 256
    format: Annotated[
        str,
        Setting(Choice(formats()), "The output format of the command line.", Option("output format (default: text)"), is_for_editors=False),
    ] = "text"
    fail_on: Annotated[
        str,
        Setting(
            Choice(LEVELS),
            "The least severity of findings for which the command line exits with code 1.",
            Option("exit with code 1 for findings of this severity or a higher one (default: error)"),
            is_for_editors=False,
        ),
    ] = "error"
    fail_on_warnings: Annotated[
        bool,
        Setting(
            Kind.SWITCH,
            'The same as `fail-on = "warning"`.',
            Option("exit with code 1 for warnings as well as for errors (default: no)"),
            is_for_editors=False,
        ),
    ] = False
    baseline: Annotated[
        str | None,
        Setting(
            Kind.FILE,
            "A file with findings that the command line does not report, written by `puppet-check --update-baseline`.",
            Option("do not report the findings in this file"),
            is_for_editors=False,
        ),
    ] = None
    target: Annotated[
        str,
        Setting(
            Kind.TARGET,
            "The version of Puppet or OpenVox to check for: `puppet7`, `puppet8`, `puppet9`, `openvox8`, a minor version of it such as "
            "`openvox8.26`, or `openvox9`.",
            Option("version to check for: puppet7, puppet8 (default), puppet9, openvox8, openvox8.N or openvox9"),
        ),
    ] = "puppet8"
    strict: Annotated[
        str | None,
        Setting(
            Choice(STRICT),
            "Puppet's setting `strict` on the servers: `error`, `warning` or `off`. By default, that of a `puppet.conf` in the root of "
            "the repository, or else the default of the version.",
            is_for_editors=False,
        ),
    ] = None
    strict_variables: Annotated[
        bool | None,
        Setting(
            Kind.SWITCH,
            "Puppet's setting `strict_variables` on the servers. By default, that of a `puppet.conf` in the root of the repository, or "
            "else the default of the version.",
            is_for_editors=False,
        ),
    ] = None
    diagnostics: Annotated[
        str,
        Setting(
            Choice(SCOPES),
            "The files for which an editor shows findings: all files of the workspace, or open files.",
            scope="window",
        ),
    ] = "workspace"
    format_line_length: Annotated[
        int,
        Setting(Kind.WIDTH, "The width of the lines that `puppet-format` breaks where it can; `line-length` in the table `[format]`."),
    ] = 140
    format_quotes: Annotated[
        str,
        Setting(
            Choice(QUOTES),
            "Whether `puppet-format` puts strings without interpolation and escapes in single quotes; `quotes` in the table `[format]`.",
        ),
    ] = "single"
    format_align_arrows: Annotated[
        str,
        Setting(
            Choice(ALIGNMENTS),
            "Whether `puppet-format` aligns the arrows of each block of attributes, hash and selector; `align-arrows` in the table "
            "`[format]`.",
        ),
    ] = "block"
    format_trailing_comma: Annotated[
        bool,
        Setting(
            Kind.SWITCH,
            "Whether `puppet-format` adds a comma after the last element of a list over several lines; `trailing-comma` in the table "
            "`[format]`.",
        ),
    ] = True
    overrides: Annotated[
        tuple[Override, ...],
        Setting(Kind.OVERRIDES, "Settings for some paths only."),
    ] = ()
    rules: Annotated[
        tuple[OwnRule, ...],
        Setting(Kind.RULES, "Rules of the repository for its own Puppet code.", is_for_editors=False),
    ] = ()

    # Not in configuration files.
    gitignore: bool = True
    """Whether files that git ignores are left out."""
    stdlib: str | None = None
    """The release of stdlib to check for, such as `9.0.0`, if not the installed one."""
    is_upgrade: bool = False
    """Whether metadata that exclude the version count although it is the default one."""
    given_severity: tuple[tuple[str, str], ...] = ()
    """Severities from the command line, which take precedence over all others."""
    named: tuple[str, ...] = ()
    """The absolute paths that the command line names."""
    file: str | None = None
    """The configuration file that was read."""
    root: str | None = None
    """The folder for which an editor gave these settings."""

    @property
    def version(self) -> Target:
        """The version that `target` names, with the settings of the servers."""
        given = {"strict": self.strict, "strict_variables": self.strict_variables}
        return target(self.target).with_settings({name: value for name, value in given.items() if value is not None})

    @property
    def folder(self) -> str:
        """The folder to which patterns are relative."""
        return os.path.dirname(self.file) if self.file is not None else self.root or os.getcwd()


@cache
def settings_of(table: type[Settings] | type[Override] | type[OwnRule]) -> dict[str, Setting]:
    """Return the settings that a table of a configuration file can have, by their names there."""
    names = vars(sys.modules[table.__module__])
    # All annotations at once: `get_type_hints` compiles each, which takes 2 ms longer.
    hints = eval(f"({', '.join(table.__annotations__.values())},)", names)
    found = zip(table.__annotations__, hints, strict=True)
    return {name.replace("_", "-"): hint.__metadata__[0] for name, hint in found if hasattr(hint, "__metadata__")}


FORMAT = "format"
"""The table with the settings of the formatter in a configuration file, whose names begin with it here."""


def field_of(name: str) -> str:
    """Return the field of `Settings` for the name of a setting."""
    return name.replace("-", "_")
