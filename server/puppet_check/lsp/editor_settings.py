"""The settings of the editor: the keys of a settings file, which takes precedence, also as `extendSelect`."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.config import ConfigError, Configuration
from puppet_check.config.read import EDITOR, editor_settings
from puppet_check.lsp import hint_settings, lens_settings
from puppet_check.lsp.editor_names import in_file
from puppet_check.reports.service import editor_configuration

Values = dict[str, object]
"""Settings by folder."""
OWN = (hint_settings, lens_settings)
"""What reads the settings that only editors have."""


class EditorSettings:
    """Owns the settings that the client has sent for each folder, and their problems. Used on the protocol's thread."""

    def __init__(self) -> None:
        self.by_folder: Values = {}
        self.problems: tuple[str, ...] = ()
        self.hints = hint_settings.wanted(None)
        """The kinds of inlay hints that are shown."""
        self.lenses = lens_settings.wanted(None)
        """The kinds of code lenses that are shown in spec files."""

    def take_options(self, options: object) -> None:
        """Take the kinds of inlay hints and code lenses from the initialization options."""
        self.hints = hint_settings.wanted(options)
        self.lenses = lens_settings.wanted(options)

    def take(self, folders: Sequence[str], values: object) -> bool:
        """Take the settings of some folders; tells whether checks depend on a difference. Invalid ones are problems, and ignored."""
        taken: Values = {}
        problems: list[str] = []
        for folder, each in zip(folders, values if isinstance(values, list | tuple) else [], strict=False):
            given = each if isinstance(each, dict) else {}
            plain = in_file({key: value for key, value in given.items() if all(key != own.SETTING for own in OWN)})
            self.hints = hint_settings.wanted(given) if hint_settings.SETTING in given else self.hints
            self.lenses = lens_settings.wanted(given) if lens_settings.SETTING in given else self.lenses
            wrong = (error for own in OWN for error in own.errors_in(given.get(own.SETTING)))
            problems += (f"the editor's settings `{EDITOR}`: {error}" for error in wrong)
            try:
                editor_settings(plain, folder)
                taken[folder] = plain
            except ConfigError as error:
                problems.append(str(error))
        self.problems = tuple(problems)
        is_other = taken != self.by_folder
        self.by_folder = taken
        return is_other


def configuration(by_folder: Values) -> Configuration:
    """A new configuration that follows these settings of an editor. Each thread makes its own."""
    return editor_configuration(by_folder.items())
