"""The settings that apply to a path: those of the command line, then of the nearest file at or above it, then of the editor."""

from __future__ import annotations

import os

from puppet_check.config.error import ConfigError
from puppet_check.config.settings import OWN, RAKEFILE, RC, RC_OF_MACHINE, SHARED, Settings
from puppet_check.reading.places import exists, is_file, is_folder
from puppet_grammar.named import NamedTuple


class Given(NamedTuple):
    """The settings from the command line."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, str], ...] = ()
    gitignore: bool = True
    named: tuple[str, ...] = ()
    """The paths to check."""
    replaced: tuple[tuple[str, object], ...] = ()
    """Names and values of the settings that replace those of files and editors."""


class Configuration:
    """Settings by path. Can be pickled; the files are read where it is used."""

    def __init__(
        self,
        given: Given | None = None,
        file: str | None = None,
        *,
        is_read: bool = True,
        is_patient: bool = False,
        editor: tuple[tuple[str, Settings], ...] = (),
    ) -> None:
        """Make a configuration.

        `file` is used instead of the nearest file; with `is_read` false no file is used. One that is patient logs and remembers an
        invalid file and ignores it, instead of raising a ConfigError. `editor` has the settings of an editor by folder, which apply
        where no file sets them.
        """
        self.given = given or Given()
        self.file = file
        self.is_read = is_read
        self.is_patient = is_patient
        self.editor = editor
        self.problems: dict[str, None] = {}
        """The errors in the files read so far, in order."""
        self._by_folder: dict[str, Settings] = {}
        self._facts: dict[str, bool] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configuration) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.given, self.file, self.is_read, self.is_patient, self.editor

    def without_given(self) -> Configuration:
        """Return the same configuration without the settings of the command line."""
        return Configuration(file=self.file, is_read=self.is_read, is_patient=self.is_patient)

    def of(self, path: str) -> Settings:
        """Return the settings for a file or folder. Raises a ConfigError when its configuration file is invalid."""
        absolute = os.path.abspath(path)
        return self._of_folder(absolute if is_folder(absolute) else os.path.dirname(absolute))

    def forget(self) -> None:
        """Read all files again when they are next needed."""
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
        """Whether a file with facts can be read; an error is remembered."""
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
        """Log an error and remember it, once."""
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
            if is_file(path) and (found := self._read(path, folder)) is not None:
                return self._with_given(found)
        parent = os.path.dirname(folder)
        is_top = parent == folder or exists(os.path.join(folder, ".git"))
        above = None if is_top else self._of_folder(parent)
        if above is None or above.file is None or os.path.basename(above.file) not in (OWN, SHARED):
            path = os.path.join(folder, RC)
            # A project without a configuration of its own may have one of puppet-lint.
            rc = path if is_file(path) else _rc_of_machine() if is_top else None
            has_lint_task = is_file(os.path.join(folder, RAKEFILE))
            if rc is not None:
                settings = self._read(rc, folder) or self._base(folder)
                return self._with_given(_with_lint_task(settings, folder) if has_lint_task else settings)
            if has_lint_task:
                return self._with_given(_with_lint_task(above or self._base(folder), folder))
        if above is None:
            return self._with_given(self._base(folder))
        if all(folder != each for each, _ in self.editor):
            return above
        return self._with_given((above.file and self._read(above.file, folder)) or self._base(folder))

    def _base(self, folder: str) -> Settings:
        """The settings of the editor for the nearest folder at or above one."""
        above = [each for each in self.editor if folder == each[0] or folder.startswith(each[0].rstrip(os.sep) + os.sep)]
        return max(above, key=lambda each: len(each[0]))[1] if above else Settings()

    def _read(self, path: str, folder: str) -> Settings | None:
        from puppet_check.config.puppet_lint import rc_settings  # most projects have no configuration
        from puppet_check.config.read import read_settings  # the same

        return rc_settings(path, self._base(folder)) if is_rc(path) else read_settings(path, self._base(folder))

    def _with_given(self, settings: Settings) -> Settings:
        given = self.given
        if given.select is not None:
            # Codes asked for on the command line are reported even if a file ignores them.
            overrides = tuple(each._replace(ignore=()) for each in settings.overrides)
            settings = settings._replace(select=given.select, ignore=given.ignore, overrides=overrides)
        else:
            settings = settings._replace(ignore=(*settings.ignore, *given.ignore))
        if given.extend_select:
            settings = settings._replace(extend_select=(*settings.extend_select, *given.extend_select))
        settings = settings._replace(gitignore=given.gitignore, given_severity=given.severity, named=given.named)
        return settings._replace(**dict(given.replaced))  # type: ignore[arg-type]  # its kind has the type


def is_rc(path: str) -> bool:
    """Whether a configuration file is one of puppet-lint."""
    return os.path.basename(path) in (RC, os.path.basename(RC_OF_MACHINE))


def _with_lint_task(settings: Settings, folder: str) -> Settings:
    """Some settings without what the lint task of a folder's `Rakefile` does not check."""
    from puppet_check.config.rakefile import lint_task  # many projects have none

    return lint_task(folder).applied(settings)


def _rc_of_machine() -> str | None:
    """The configuration of puppet-lint of the user or of the machine."""
    places = (os.path.join(os.path.expanduser("~"), RC), RC_OF_MACHINE)
    return next((each for each in places if is_file(each)), None)
