"""Validation of attribute values of built-in resource types, apart from enumerated values: functions that return a message."""

from __future__ import annotations

import re
from collections.abc import Callable

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.convert.text import text as text_of
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import UnknownValue

Check = Callable[[object], str | None]
"""Maps a value to the message about it; None if the value is valid."""
ABSOLUTE = lazy_pattern(r"/|[A-Za-z]:[/\\]|\\\\|//")
SCHEMES = ("file", "puppet", "http", "https")
BOOLEANS = ("true", "false", "yes", "no")
DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")


def text(value: object) -> str | None:
    """A value as text; None if it is unknown."""
    try:
        return text_of(value)
    except UnknownValue:
        return None


def is_number(value: object) -> bool:
    """Whether a value is a number, not a String."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def matching(pattern: str, what: str) -> Check:
    """A check that a value, as text, matches a pattern."""
    form = lazy_pattern(pattern, re.MULTILINE)

    def check(value: object) -> str | None:
        found = text(value)
        return None if found is None or form.search(found) else f"'{found}' is not {what}"

    return check


def unless_number(check: Check) -> Check:
    """A check of values that are no numbers, all of which are accepted."""
    return lambda value: None if is_number(value) else check(value)


def no_number(what: str) -> Check:
    """A check that a value is not a number."""
    return lambda value: f"{what}; found the number {text(value)}" if is_number(value) else None


def absolute(what: str) -> Check:
    """A check that a path is absolute."""

    def check(value: object) -> str | None:
        return f"{what} must be absolute; found '{value}'" if isinstance(value, str) and not ABSOLUTE.match(value) else None

    return check


def at_least(name: str, least: float) -> Check:
    """A check that a value is a number that is not too small."""

    def check(value: object) -> str | None:
        found = text(value) or ""
        if name == "timeout" and found in ("unlimited", ""):
            return None
        try:
            number = float(found)
        except ValueError:
            return f"{name} must be a number; found '{found}'"
        return f"{name} must be at least {least:g}; found {found}" if number < least else None

    return check


def read_only(value: object) -> str | None:
    """Return the message about a read-only attribute."""
    return "the attribute is read-only"


def _boolean(value: object) -> str | None:
    found = (text(value) or "").lower()
    return None if found in BOOLEANS else f"'{text(value)}' is not a Boolean; expected one of {', '.join(BOOLEANS)}"


def command(what: str) -> Check:
    """A check that a command is a text: Puppet refuses Booleans, numbers and hashes."""

    def check(value: object) -> str | None:
        if isinstance(value, str) or not isinstance(value, bool | int | float | Hash):
            return None
        kind = "Boolean" if isinstance(value, bool) else "Hash" if isinstance(value, Hash) else "number"
        return f"{what} must be a string; found the {kind} {text(value)}"

    return check


MODE = lazy_pattern(r"^(?:0?[0-7]{1,4}|[ugoa]*[-=+][-=+rstwxXugo]*(?:,[ugoa]*[-=+][-=+rstwxXugo]*)*)$", re.MULTILINE)
"""Octal digits, or changes such as `u=rw,g+x`."""


def _mode(value: object) -> str | None:
    if is_number(value):
        # Manifests have most modes in octal, the value of which in decimal few recognize.
        octal = f" (octal 0{value:o})" if isinstance(value, int) and value >= 0 else ""
        return f"the mode of a file must be a string; found the number {text(value)}{octal}"
    return f"'{value}' is not a valid file mode" if isinstance(value, str) and not MODE.search(value) else None


def _recurse(value: object) -> str | None:
    if text(value) in ("true", "false", "remote"):
        return None
    return f"'{text(value)}' is not a valid value of recurse; expected one of false, remote, true"


def _source(value: object) -> str | None:
    if not isinstance(value, str) or ABSOLUTE.match(value):
        return None
    scheme, colon, rest = value.partition(":")
    if not colon or not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", scheme):
        return f"the source of a file must be an absolute path or a URI; found '{value}'"
    if scheme not in SCHEMES:
        return f"the source of a file cannot have the URI scheme {scheme}; expected one of {', '.join(SCHEMES)}"
    return None if rest.startswith("/") else f"'{value}' is not a URI with a path; expected {scheme}:///{rest}"


def _expiry(value: object) -> str | None:
    found = text(value)
    if found is None or found == "absent" or re.fullmatch(r"\d{4}-\d{2}-\d{2}", found):
        return None
    return f"'{found}' is not a valid value of expiry; expected absent or a date in the form YYYY-MM-DD"


def _group(value: object) -> str | None:
    found = text(value) or ""
    if re.search(r"^\d+$", found, re.MULTILINE):
        return f"the groups of a user must be given by name; found the number {found}"
    return f"the groups of a user must be an array; found '{found}'" if "," in found else None


def _password(value: object) -> str | None:
    return "a password cannot contain a colon" if isinstance(value, str) and ":" in value else None


def _key_file(value: object) -> str | None:
    if not isinstance(value, str) or value in ("true", "false") or ABSOLUTE.match(value) or value.startswith(("~/", "%h/")):
        return None
    return f"the path of a key file must be absolute; found '{value}'"


def _day(value: object) -> str | None:
    found = text(value) or ""
    return None if re.fullmatch(r"[0-6]", found) or found[:3].lower() in DAYS else f"'{found}' is not a day of the week"


TIMES = lazy_pattern(r"^(?:[0-9]+\n|absent\Z|\*\Z|(?:\*|[0-9]+-[0-9]+)/[0-9]+$|[0-9]+-[0-9]+$)", re.MULTILINE)
"""All times, some steps and ranges, as `cron` accepts them without a look at their numbers, and numbers before the end of a line."""
SHORT_NAME = 3


def time_of_cron(name: str, least: int, most: int, names: tuple[str, ...] = ()) -> Check:
    """A check of a field of a crontab: a number, a step, a range, or one of some names, which may be cut to three letters."""

    def check(value: object) -> str | None:
        found = text(value)
        if found is None or TIMES.search(found) or (len(found) == SHORT_NAME and found.lower() in {each[:SHORT_NAME] for each in names}):
            return None
        if re.fullmatch(r"-?\d+", found):
            return None if least <= int(found) <= most else f"'{found}' is not a valid {name}; expected {least} to {most}"
        if re.fullmatch(r"/\d+", found):
            return f"'{found}' is not a valid {name}; expected *{found}"
        if found.lower() in names:
            return None
        expected = "an array" if "," in found else "a number, a range such as 1-5 or a step such as */5"
        return f"'{found}' is not a valid {name}; expected {expected}"

    return check


MONTHS = tuple("january february march april may june july august september october november december".split())
WEEKDAYS = tuple("sunday monday tuesday wednesday thursday friday saturday".split())
SPECIAL = ("reboot", "yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly", "absent")


def _special(value: object) -> str | None:
    found = text(value)
    return None if found is None or found in SPECIAL else f"'{found}' is not a special schedule; expected one of {', '.join(SPECIAL)}"


URL = lazy_pattern(r"(?:file|https?|ftp):", re.IGNORECASE)


def urls(value: object) -> str | None:
    """Return the message about the addresses of a package repository, which spaces separate."""
    for each in value.split() if isinstance(value, str) and value != "absent" else ():
        if not URL.match(each):
            return f"'{each}' is not a valid URL; expected file, http, https or ftp"
    return None


AGE = matching(r"^-?\d+$", "a number of days")
CHECKS: dict[tuple[str, str], Check] = {
    ("cron", "environment"): matching(r"^\s*\w+\s*=|\Aabsent\Z", "an assignment such as NAME=value"),
    ("cron", "hour"): time_of_cron("hour", 0, 23),
    ("cron", "minute"): time_of_cron("minute", 0, 59),
    ("cron", "month"): time_of_cron("month", 1, 12, MONTHS),
    ("cron", "monthday"): time_of_cron("monthday", 1, 31),
    ("cron", "special"): _special,
    ("cron", "weekday"): time_of_cron("weekday", 0, 7, WEEKDAYS),
    ("exec", "command"): command("the command of an exec"),
    ("exec", "creates"): absolute("the path in creates"),
    ("exec", "cwd"): absolute("the working directory of a command"),
    ("exec", "environment"): matching(r"\w+=", "an assignment such as NAME=value"),
    ("exec", "onlyif"): command("a command in onlyif"),
    ("exec", "refresh"): command("the command in refresh"),
    ("exec", "timeout"): at_least("timeout", float("-inf")),
    ("exec", "tries"): at_least("tries", 1),
    ("exec", "try_sleep"): at_least("try_sleep", 0),
    ("exec", "umask"): matching(r"^0?[0-7]{1,4}$", "a umask"),
    ("exec", "unless"): command("a command in unless"),
    ("file", "backup"): no_number("backup must be a name or a Boolean"),
    ("file", "ctime"): read_only,
    ("file", "ignore"): no_number("ignore must be a pattern"),
    ("file", "mode"): _mode,
    ("file", "mtime"): read_only,
    ("file", "path"): absolute("the path of a file"),
    ("file", "recurse"): _recurse,
    ("file", "source"): _source,
    ("filebucket", "path"): absolute("the path of a filebucket"),
    ("group", "gid"): unless_number(matching(r"^[-0-9]+$", "a numeric group ID")),
    ("package", "install_options"): no_number("an option must be a string or a hash"),
    ("package", "uninstall_options"): no_number("an option must be a string or a hash"),
    ("resources", "purge"): _boolean,
    ("schedule", "range"): matching(r"\d+(:\d+){0,2}\s*-\s*\d+(:\d+){0,2}", "a time range such as 2:00 - 4:00"),
    ("schedule", "repeat"): matching(r"^\d+$", "a number of times"),
    ("schedule", "weekday"): _day,
    ("tidy", "age"): matching(r"^[0-9]+(?:[smhdwSMHDW]\w*)?$", "an age such as 4w"),
    ("tidy", "path"): absolute("the path to tidy"),
    ("tidy", "recurse"): matching(r"^(?:true|false|inf|[0-9]+)$", "a valid value of recurse; expected true, false, inf or a number"),
    ("user", "expiry"): _expiry,
    ("user", "groups"): _group,
    ("user", "managehome"): _boolean,
    ("user", "password"): _password,
    ("user", "password_max_age"): AGE,
    ("user", "password_min_age"): AGE,
    ("user", "password_warn_days"): AGE,
    ("user", "purge_ssh_keys"): _key_file,
    ("yumrepo", "baseurl"): urls,
    ("yumrepo", "gpgkey"): urls,
    ("yumrepo", "mirrorlist"): urls,
}
