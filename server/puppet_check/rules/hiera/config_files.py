"""Paths in `hiera.yaml`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.problems import hiera_config
from puppet_check.workspace.hiera.config import Config
from puppet_check.workspace.hiera.interpolation import expressions
from puppet_check.workspace.hiera.sources import missing_extension, missing_files
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@hiera_config.variant()
def method_in_path() -> str:
    return "Interpolation using method syntax is not allowed in this context"


@issue(Severity.INFO)
def hiera_missing_file(path: str, folder: str) -> str:
    """Data file of a hierarchy does not exist"""
    return f"'{path}' does not exist in {folder}"


@issue(Severity.WARNING)
def hiera_path_without_extension(path: str, extension: str, others: int) -> str:
    """Path of a hierarchy that no file fits without an extension"""
    more = f", as for {others} more paths" if others else ""
    return f"no data file fits '{path}' without '{extension}'{more}"


@rule(on=Config)
def check_extensions(config: Config, known: Known) -> Iterator[Diagnostic]:
    """Report the first path with interpolations that lacks the extension of the files which fit it otherwise."""
    places = [(level, place) for level in (*config.levels, *config.default_levels) for place in level.locations]
    found = [(place, missing_extension(level, place, config.folder)) for level, place in places]
    lacking = [(place, extension) for place, extension in found if extension is not None]
    for place, extension in lacking[:1]:
        yield hiera_path_without_extension(place.text, extension, len(lacking) - 1).at(place.start, place.end)


@rule(on=Config)
def check_paths(config: Config, known: Known) -> Iterator[Diagnostic]:
    """Report paths that Puppet refuses, and those of files that do not exist."""
    for level in (*config.levels, *config.default_levels):
        for place in level.locations:
            if any(each.method != "scope" for each in expressions(place.text)):
                yield method_in_path().at(place.start, place.end)
        for place in missing_files(level, config.folder):
            yield hiera_missing_file(place.text, level.datadir).at(place.start, place.end)
