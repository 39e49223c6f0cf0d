"""Values: reads what a setting of each kind holds; a value that is not valid raises a ConfigError."""

from __future__ import annotations

import os
from collections.abc import Sequence

from puppet_check.config.codes import is_known, pages
from puppet_check.config.kinds import LEVELS, MOST_MEGABYTES, NARROWEST, WIDEST
from puppet_check.config.located import Located, cut, name_of, shown
from puppet_check.config.places import LineAndColumn, Path
from puppet_check.reading.patterns import is_valid
from puppet_check.reading.places import is_named_outside
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.targets import TARGETS, is_target
from puppet_typesys.spelling import hint

MOST_VALUES = 5000
"""The number of elements that a list may have."""
MOST_TABLES = 500
"""The number of codes and of overrides that there may be."""
LONGEST_TEXT = 10_000
"""The number of characters of a message, a regular expression or a query."""
OWN_CODE = lazy_pattern(r"[a-z0-9]+(?:[-_][a-z0-9]+){0,20}")


class Values(Located):
    """Reads the values of one file, apart from tables of settings."""

    own: Sequence[str] = ()
    """The codes of the rules that the file declares."""

    def switch(self, value: object, path: Path) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            raise self.wrong(path, "true or false", value)
        return value

    def texts(self, value: object, path: Path) -> tuple[str, ...]:
        """A list of strings."""
        if not isinstance(value, list):
            raise self.wrong(path, "a list of strings", value)
        self.limit(value, path, MOST_VALUES)
        for index, each in enumerate(value):
            if not isinstance(each, str):
                raise self.wrong((*path, index), "a string", each)
        return tuple(value)

    def codes(self, value: object, path: Path) -> tuple[str, ...]:
        """A list of codes."""
        found = self.texts(value, path)
        self.limit(found, path, MOST_TABLES)
        for index, code in enumerate(found):
            self._code(code, self.value_at((*path, index)))
        return found

    def patterns(self, value: object, path: Path) -> tuple[str, ...]:
        """A list of patterns as in .gitignore."""
        found = self.texts(value, path)
        for index, each in enumerate(found):
            if not is_valid(each):
                raise self.error(self.value_at((*path, index)), f"{shown(each)} is not a valid pattern")
        return found

    def severities(self, value: object, path: Path) -> tuple[tuple[str, str], ...]:
        """A table of codes."""
        table = self.table(value, path)
        self.limit(table, path, MOST_VALUES)
        for code, level in table.items():
            self._code(code, self.key_at((*path, code)))
            self.choice(level, (*path, code), LEVELS)
        return tuple((code, str(level)) for code, level in table.items())

    def folders(self, value: object, path: Path) -> tuple[str, ...]:
        """A list of folders, or one string with colons between."""
        parts = value.split(":") if isinstance(value, str) else self.texts(value, path)
        self.limit(parts, path, MOST_TABLES)
        return tuple(self.inside(each, path) for each in parts if each)

    def path(self, value: object, path: Path) -> str | None:
        """A file; an empty string means none, which is what editors send for a setting that was cleared."""
        if not isinstance(value, str):
            raise self.wrong(path, "a path", value)
        return self.inside(value, path) if value else None

    def inside(self, value: str, path: Path) -> str:
        """The full path of a file or folder of the repository, the only ones that a file of the repository may name."""
        found = os.path.normpath(os.path.join(self.folder, value))
        if "\0" in value or is_named_outside(found, self.folder):
            option = f"; give it as `--{path[0]}`" if path and path[0] in ("modulepath", "interfaces", "facts", "baseline") else ""
            raise self.error(self.value_at(path), f"{name_of(path)} names {shown(value)}, which is outside of the repository{option}")
        return found

    def count(self, value: object, path: Path) -> int:
        """A non-negative integer."""
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.wrong(path, "a non-negative integer", value)
        # More processes than processors do not help, and a workspace could ask for any number.
        return min(value, os.cpu_count() or 1)

    def megabytes(self, value: object, path: Path) -> int:
        """A size in megabytes."""
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_MEGABYTES:
            raise self.wrong(path, f"an integer from 0 to {MOST_MEGABYTES}", value)
        return value

    def width(self, value: object, path: Path) -> int:
        """The width of a line."""
        if not isinstance(value, int) or isinstance(value, bool) or not NARROWEST <= value <= WIDEST:
            raise self.wrong(path, f"an integer from {NARROWEST} to {WIDEST}", value)
        return value

    def choice(self, value: object, path: Path, words: Sequence[str]) -> str:
        """One of some words."""
        if not isinstance(value, str) or value not in words:
            suggestion = hint(cut(value), words) if isinstance(value, str) else ""
            raise self.error(self.value_at(path), f"{name_of(path)} is {shown(value)}, expected one of {', '.join(words)}{suggestion}")
        return value

    def target(self, value: object, path: Path) -> str:
        """A version of Puppet or OpenVox."""
        return value if isinstance(value, str) and is_target(value) else self.choice(value, path, TARGETS)

    def _code(self, code: str, place: LineAndColumn) -> None:
        if not is_known(code, self.own):
            raise self.error(place, f"unknown code: {cut(code)}{hint(cut(code), (*pages(), *self.own))}")

    def new_code(self, value: object, path: Path) -> str:
        """A code that no other rule has."""
        text = self.string(value, path)
        if OWN_CODE.fullmatch(text) is None:
            raise self.wrong(path, "lower-case words with `-` or `_` between them, such as `no-exec`", value)
        if is_known(text):
            raise self.error(
                self.value_at(path), f"'{text}' is the code of a rule of puppet-check; choose another one, such as `our-{text}`"
            )
        return text

    def string(self, value: object, path: Path) -> str:
        """A string that is not empty."""
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(path, "a string that is not empty", value)
        self.limit(value, path, LONGEST_TEXT)
        return value

    def regexp(self, value: object, path: Path) -> str:
        """A regular expression."""
        from puppet_check.config.queries import regexp_problem  # few projects have rules

        text = self.string(value, path)
        problem = regexp_problem(text)
        if problem is not None:
            raise self.error(self.value_at(path), f"{name_of(path)}: {cut(problem)}")
        return text

    def query(self, value: object, path: Path) -> str:
        """A query, with the place of a mistake inside of it."""
        from puppet_check.config.queries import InvalidQueryError, compiled  # few projects have rules

        text = self.string(value, path)
        try:
            compiled(text)
        except InvalidQueryError as wrong:
            raise self.error(self.inside_at(path, text, wrong.line, wrong.column), str(wrong)) from None
        return text
