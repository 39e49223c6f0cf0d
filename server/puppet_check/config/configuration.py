"""Configuration: the settings that count for a path. The nearest file at or above it has a say, and the command line the last word."""

from __future__ import annotations

import os
from typing import NamedTuple

from puppet_check.config.error import ConfigError
from puppet_check.config.settings import Settings

OWN = ".puppet-check.toml"
SHARED = "pyproject.toml"


class Given(NamedTuple):
    """What the command line says; None where it says nothing."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, str], ...] = ()
    jobs: int | None = None
    modulepath: tuple[str, ...] | None = None
    facts: str | None = None
    format: str | None = None
    target: str | None = None
    gitignore: bool = True


class Configuration:
    """Settings by path. It can be sent to other processes, and is the same wherever it is read."""

    def __init__(self, given: Given | None = None, file: str | None = None, *, is_read: bool = True, is_patient: bool = False) -> None:
        """`file` is the one that counts, whatever lies near; `is_read` says whether files count at all.

        One that is patient logs what is wrong in a file, which then counts for nothing, instead of raising it.
        """
        self.given = given or Given()
        self.file = file
        self.is_read = is_read
        self.is_patient = is_patient
        self._by_folder: dict[str, Settings] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configuration) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.given, self.file, self.is_read, self.is_patient

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

    def _of_folder(self, folder: str) -> Settings:
        found = self._by_folder.get(folder)
        if found is None:
            try:
                found = self._look_up(folder)
            except ConfigError as error:
                if not self.is_patient:
                    raise
                import logging  # only a server needs it

                found = self._with_given(Settings())
                logging.getLogger(__name__).warning("%s", error)
            self._by_folder[folder] = found
        return found

    def _look_up(self, folder: str) -> Settings:
        if not self.is_read:
            return self._with_given(Settings())
        if self.file is not None:
            return self._with_given(self._read(self.file) or Settings())
        for name in (OWN, SHARED):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and (found := self._read(path)) is not None:
                return self._with_given(found)
        parent = os.path.dirname(folder)
        if parent == folder or os.path.exists(os.path.join(folder, ".git")):
            return self._with_given(Settings())
        return self._of_folder(parent)

    def _read(self, path: str) -> Settings | None:
        from puppet_check.config.read import read_settings  # most projects have no configuration

        return read_settings(path)

    def _with_given(self, settings: Settings) -> Settings:
        given = self.given
        if given.select is not None:
            # Who asks for codes gets them, whatever a file ignores.
            overrides = tuple(each._replace(ignore=()) for each in settings.overrides)
            settings = settings._replace(select=given.select, ignore=given.ignore, overrides=overrides)
        else:
            settings = settings._replace(ignore=(*settings.ignore, *given.ignore))
        return settings._replace(
            gitignore=given.gitignore,
            jobs=settings.jobs if given.jobs is None else given.jobs,
            modulepath=settings.modulepath if given.modulepath is None else given.modulepath,
            facts=given.facts or settings.facts,
            format=given.format or settings.format,
            target=given.target or settings.target,
            given_severity=given.severity,
        )
