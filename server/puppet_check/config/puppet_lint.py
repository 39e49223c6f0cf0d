"""The configuration of puppet-lint: `.puppet-lint.rc` files, whose lines are options of its command line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from puppet_check.config.codes import is_known
from puppet_check.config.error import ConfigError
from puppet_check.config.profiles import is_style, style_codes
from puppet_check.config.settings import Settings
from puppet_check.reading.files import read_text
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

PROFILE = "puppet-lint"
CHECK = lazy_pattern(r"--(?P<no>no-)?(?P<check>[\w-]+)-check")
WITHOUT_MEANING = frozenset(
    "--relative --with-filename --no-with-filename --with-context --error-level --log-format --fix --json --sarif "
    "--codeclimate-report-file --list-checks -l --load --load-from-gem --show-ignored -f -v --version --format --github-actions".split()
)
"""Options that name a format, a plugin in Ruby or what a run is to do, which have options of another name here or are not needed."""
OPTIONS = WITHOUT_MEANING | {"--only-checks", "--ignore-paths", "--fail-on-warnings"}
LONGEST = 1 << 16
"""The size in bytes of the longest file."""


class Rc(NamedTuple):
    """What options of puppet-lint mean here."""

    select: tuple[str, ...] | None = None
    """The only checks; None: those of the profile."""
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    fail_on_warnings: bool = False
    unknown: tuple[str, ...] = ()
    """Options that puppet-check does not know, such as those of plugins."""

    def applied(self, base: Settings) -> Settings:
        """Some settings with those of the options."""
        return base._replace(
            # The checks that are named join those of the default profile, so that types are still checked.
            profile=PROFILE if self.select is None else "default",
            extend_select=(*base.extend_select, *(self.select or ()), *self.extend_select),
            ignore=(*base.ignore, *self.ignore),
            exclude=(*base.exclude, *self.exclude),
            fail_on_warnings=base.fail_on_warnings or self.fail_on_warnings,
        )


def rc_settings(path: str, base: Settings) -> Settings:
    """The settings of a file, on top of others. Raises a ConfigError if it cannot be read."""
    return read_rc(path).applied(base)._replace(file=os.path.abspath(path))


def read_rc(path: str) -> Rc:
    """The options in a file. Raises a ConfigError if it cannot be read."""
    try:
        text = read_text(path, LONGEST)
    except OSError as error:
        raise ConfigError(f"{path}: cannot read the file: {error.strerror or error}") from None
    return options_of(word for line in text.splitlines() if not line.lstrip().startswith("#") for word in line.split())


def options_of(words: Iterable[str]) -> Rc:
    """The meaning of options of puppet-lint."""
    select: tuple[str, ...] | None = None
    more, ignore, exclude, unknown = list[str](), list[str](), list[str](), list[str]()
    fails = False
    waiting = [*words]
    while waiting:
        option, equals, value = waiting.pop(0).partition("=")
        option = _in_full(option)
        if option in ("--only-checks", "--ignore-paths") and not equals and waiting:
            value = waiting.pop(0)
        check = CHECK.fullmatch(option)
        if option == "--only-checks":
            select = _checks(value.split(","), unknown)
        elif option == "--ignore-paths":
            exclude += [pattern(each) for each in value.split(",") if each]
        elif option == "--fail-on-warnings":
            fails = True
        elif check is not None:
            (ignore if check["no"] else more).extend(_checks([check["check"]], unknown))
        elif option.startswith("-") and option not in WITHOUT_MEANING:
            unknown.append(option)
    return Rc(select, tuple(more), tuple(ignore), tuple(exclude), fails, tuple(dict.fromkeys(unknown)))


def _in_full(option: str) -> str:
    """An option as it is defined: `_` stands for `-`, upper case for lower case, and a beginning for the only option that begins so."""
    if option in OPTIONS or not option.startswith("--"):
        return option
    plain = _plain(option)
    options = {_plain(each): each for each in (*OPTIONS, *(f"--{no}{code}-check" for code in style_codes() for no in ("", "no-")))}
    begun = {each for name, each in options.items() if name.startswith(plain)}
    return options.get(plain) or (begun.pop() if len(begun) == 1 else option)


def _plain(option: str) -> str:
    return option.lower().replace("_", "-")


def _checks(names: Sequence[str], unknown: list[str]) -> tuple[str, ...]:
    """The codes of checks; those that do not exist here are added to the unknown ones."""
    codes = [name for name in names if is_known(name) and is_style(name)]
    unknown += [name for name in names if name and name not in codes]
    return tuple(codes)


def pattern(given: str) -> str:
    """A pattern as in .gitignore, relative to the folder of the configuration, for a glob of puppet-lint."""
    return given if given.startswith("**") else f"/{given.removeprefix('./').lstrip('/')}"
