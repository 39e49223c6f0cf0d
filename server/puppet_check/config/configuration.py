"""Configuration: the settings that count for a path. The nearest file at or above it has a say, and the command line the last word."""

from __future__ import annotations

import os
from typing import NamedTuple

from puppet_check.config.error import ConfigError
from puppet_check.config.settings import OWN, SHARED, Settings


class Given(NamedTuple):
    """The settings from the command line."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, str], ...] = ()
    gitignore: bool = True
    replaced: tuple[tuple[str, object], ...] = ()
    """Names and values of the settings that replace those of files and editors."""


class Configuration:
    """Settings by path. It can be sent to other processes, and is the same wherever it is read."""

    def __init__(
        self,
        given: Given | None = None,
        file: str | None = None,
        *,
        is_read: bool = True,
        is_patient: bool = False,
        editor: tuple[tuple[str, Settings], ...] = (),
    ) -> None:
        """`file` is the one that counts, whatever lies near; `is_read` says whether files count at all.

        One that is patient logs and keeps what is wrong in a file, which then counts for nothing, instead of raising it. `editor` has
        the settings of an editor by folder, which count where a file says nothing.
        """
        self.given = given or Given()
        self.file = file
        self.is_read = is_read
        self.is_patient = is_patient
        self.editor = editor
        self.problems: dict[str, None] = {}
        """What is wrong in files, as far as they have been read."""
        self._by_folder: dict[str, Settings] = {}
        self._facts: dict[str, bool] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configuration) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.given, self.file, self.is_read, self.is_patient, self.editor

    def without_given(self) -> Configuration:
        """The same without what the command line says."""
        return Configuration(file=self.file, is_read=self.is_read, is_patient=self.is_patient)

    def of(self, path: str) -> Settings:
        """The settings for a file or folder. Raises a ConfigError when its configuration is wrong."""
        absolute = os.path.abspath(path)
        return self._of_folder(absolute if os.path.isdir(absolute) else os.path.dirname(absolute))

    def forget(self) -> None:
        """Read all files again when they are needed."""
        self._by_folder.clear()
        self._facts.clear()
        self.problems.clear()

    def _of_folder(self, folder: str) -> Settings:
        found = self._by_folder.get(folder)
        if found is None:
            try:
                found = self._look_up(folder)
            except ConfigError as error:
                if not self.is_patient:
                    raise
                found = self._with_given(self._base(folder))
                self._keep(error)
            if self.is_patient and found.facts is not None and not self._has_facts(found.facts):
                found = found._replace(facts=None)
            self._by_folder[folder] = found
        return found

    def _has_facts(self, path: str) -> bool:
        """Whether facts can be read; what is wrong with them is kept."""
        if path not in self._facts:
            from puppet_check.config.facts import read_facts  # most projects are checked for any node

            try:
                read_facts(path)
                self._facts[path] = True
            except ConfigError as error:
                self._keep(error)
                self._facts[path] = False
        return self._facts[path]

    def _keep(self, error: ConfigError) -> None:
        """Log what is wrong, once."""
        if str(error) not in self.problems:
            import logging  # only a server needs it

            self.problems[str(error)] = None
            logging.getLogger(__name__).warning("%s", error)

    def _look_up(self, folder: str) -> Settings:
        if not self.is_read:
            return self._with_given(self._base(folder))
        if self.file is not None:
            return self._with_given(self._read(self.file, folder) or self._base(folder))
        for name in (OWN, SHARED):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and (found := self._read(path, folder)) is not None:
                return self._with_given(found)
        parent = os.path.dirname(folder)
        if parent == folder or os.path.exists(os.path.join(folder, ".git")):
            return self._with_given(self._base(folder))
        above = self._of_folder(parent)
        if all(folder != each for each, _ in self.editor):
            return above
        return self._with_given((above.file and self._read(above.file, folder)) or self._base(folder))

    def _base(self, folder: str) -> Settings:
        """What the editor says for a folder: for the nearest one at or above it."""
        above = [each for each in self.editor if folder == each[0] or folder.startswith(each[0].rstrip(os.sep) + os.sep)]
        return max(above, key=lambda each: len(each[0]))[1] if above else Settings()

    def _read(self, path: str, folder: str) -> Settings | None:
        from puppet_check.config.read import read_settings  # most projects have no configuration

        return read_settings(path, self._base(folder))

    def _with_given(self, settings: Settings) -> Settings:
        given = self.given
        if given.select is not None:
            # Who asks for codes gets them, whatever a file ignores.
            overrides = tuple(each._replace(ignore=()) for each in settings.overrides)
            settings = settings._replace(select=given.select, ignore=given.ignore, overrides=overrides)
        else:
            settings = settings._replace(ignore=(*settings.ignore, *given.ignore))
        settings = settings._replace(gitignore=given.gitignore, given_severity=given.severity)
        return settings._replace(**dict(given.replaced))  # type: ignore[arg-type]  # its kind has the type
