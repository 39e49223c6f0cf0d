"""The lint task of a `Rakefile`: which checks of puppet-lint it disables, and for which files it is not run.

The file is read as text. What a condition or a variable decides is not known, so a check that any line disables is disabled.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.config.profiles import style_codes
from puppet_check.config.puppet_lint import pattern
from puppet_check.config.settings import RAKEFILE, Override, Settings
from puppet_check.reading.files import read_text
from puppet_grammar.patterns import lazy_pattern

LONGEST = 1 << 16
"""The size in bytes of the longest file that is read."""
COMMENT = lazy_pattern(r"(?m)^[ \t]*#.*$")
SENT = lazy_pattern(r"\bPuppetLint\.configuration\.(?:send\b[( \t]*[:'\"]*)?(disable|enable)_(\w+)")
"""A check that is disabled or enabled in the configuration of puppet-lint."""
LISTED = lazy_pattern(r"\b\w+\.disable_checks\s*(?:\+?=|<<)\s*(?:%w)?[\[({](?P<names>[^\])}]*)")
"""Checks that a block of `PuppetLint::RakeTask` disables."""
IGNORED = lazy_pattern(
    r"\b(?:PuppetLint\.configuration|config\w*)\.ignore_paths\s*(?:(?:\|\|=|\+?=|<<)\s*(?:%w)?)(?P<paths>[\[({][^\])}]*|['\"][^'\"]*)"
)
WORD = lazy_pattern(r"[^\s'\",:\[({]+")


class _Preset(NamedTuple):
    """What a library that has a lint task of its own configures."""

    checks: tuple[str, ...]
    paths: tuple[str, ...]


OF_SPEC_HELPER = (
    "80chars",
    "140chars",
    "class_inherits_from_params_class",
    "autoloader_layout",
    "documentation",
    "single_quote_string_with_variables",
)
PRESETS = {
    "voxpupuli/test/rake": _Preset(
        ("140chars", "documentation", "single_quote_string_with_variables"),
        (".vendor/**/*.pp", "bundle/**/*.pp", "pkg/**/*.pp", "spec/**/*.pp", "tests/**/*.pp"),
    ),
    "puppetlabs_spec_helper/rake_tasks": _Preset(
        OF_SPEC_HELPER,
        (".vendor/**/*.pp", "bundle/**/*.pp", "pkg/**/*.pp", "spec/**/*.pp", "tests/**/*.pp", "types/**/*.pp", "vendor/**/*.pp"),
    ),
    "simp/rake/pupmod/helpers": _Preset(OF_SPEC_HELPER, ("bundle/**", "dist/**", "pkg/**", "spec/**", "vendor/**")),
}
"""By what a `Rakefile` requires, as `rake/puppetlint.rb` of voxpupuli-test, `rake_tasks.rb` of puppetlabs_spec_helper, and the helpers of
SIMP that are based on the latter configure it."""
REQUIRED = lazy_pattern(r"""\brequire[( \t]*['"]([\w/]+)['"]""")


class LintTask(NamedTuple):
    """What the lint task of a folder does not check."""

    checks: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    """Patterns as in .gitignore, relative to the folder."""

    def applied(self, settings: Settings) -> Settings:
        """Some settings without these checks, but for those that they name themselves."""
        named = {*settings.extend_select, *(settings.select or ())}
        ignored = tuple(each for each in self.checks if each not in named)
        if not ignored and not self.paths:
            return settings
        overrides = (Override(self.paths, ignore=tuple(sorted(style_codes()))),) if self.paths else ()
        return settings._replace(ignore=(*settings.ignore, *ignored), overrides=(*settings.overrides, *overrides))


def lint_task(folder: str) -> LintTask:
    """The lint task of the `Rakefile` in a folder."""
    try:
        text = COMMENT.sub("", read_text(os.path.join(folder, RAKEFILE), LONGEST))
    except OSError:
        return LintTask()
    disabled = dict.fromkeys(name for name in _disabled(text) if name in style_codes())
    paths = dict.fromkeys(map(pattern, _ignored(text)))
    return LintTask(tuple(disabled), tuple(paths))


def _presets(text: str) -> Iterator[_Preset]:
    yield from (PRESETS[name] for name in REQUIRED.findall(text) if name in PRESETS)


def _disabled(text: str) -> list[str]:
    names = [name for preset in _presets(text) for name in preset.checks]
    names += [name for listed in LISTED.finditer(text) for name in WORD.findall(listed["names"])]
    enabled = set()
    for verb, name in SENT.findall(text):
        if verb == "enable":
            enabled.add(name)
        else:
            names.append(name)
    return [name for name in names if name not in enabled]


def _ignored(text: str) -> list[str]:
    paths = [path for preset in _presets(text) for path in preset.paths]
    return paths + [path for listed in IGNORED.finditer(text) for path in WORD.findall(listed["paths"]) if path.endswith(".pp")]
