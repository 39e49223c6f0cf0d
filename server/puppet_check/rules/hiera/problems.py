"""Problems of a `hiera.yaml` and of data files, which are data until here, as diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from puppet_check.rules.hiera.subjects import text_of
from puppet_check.workspace.hiera.config import Config, ConfigFault, ConfigProblem
from puppet_check.workspace.hiera.documents import Document, DocumentFault
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic, Message, Severity, issue
from puppet_typesys.edits import respelled

# ---- documents


@issue(Severity.ERROR)
def hiera_syntax(problem: str, line: int, column: int) -> str:
    """Invalid YAML or JSON in a Hiera file"""
    return f"{problem} at line {line} column {column}"


@hiera_syntax.variant()
def not_utf8() -> str:
    return "invalid byte sequence in UTF-8"


@hiera_syntax.variant()
def unreadable() -> str:
    return "the file cannot be read as YAML"


@hiera_syntax.variant()
def unspecified_class(name: str) -> str:
    return f"Tried to load unspecified class: {name}"


@hiera_syntax.variant()
def data_not_a_hash() -> str:
    return "the file does not contain a valid yaml hash"


@issue(Severity.WARNING)
def hiera_duplicate_key(key: str) -> str:
    """Duplicate key in Hiera data"""
    return f"duplicate key '{key}'; the last value is used"


@issue(Severity.INFO)
def hiera_unread_file(reason: str) -> str:
    """Hiera file is too large or too deep to be read"""
    return f"this file is not read, and the values of its keys are unknown: {reason}"


# ---- `hiera.yaml`


@issue(Severity.WARNING)
def hiera_old_config(version: int) -> str:
    """Outdated version of `hiera.yaml`"""
    return f"version {version} is obsolete; use version 5"


@hiera_old_config.variant()
def config_not_a_hash() -> str:
    return "the file does not contain a hash, so Puppet treats it as version 3"


@issue(Severity.ERROR)
def hiera_config(key: str, expected: str) -> str:
    """Invalid `hiera.yaml`"""
    return f"'{key}' expects {expected}"


@hiera_config.variant()
def version_of_server(version: int, place: str) -> str:
    return f"hiera.yaml version {version} cannot be used in {place}"


@hiera_config.variant()
def unsupported_version(version: str) -> str:
    return f"This runtime does not support hiera.yaml version {version}"


@hiera_config.variant()
def unknown_key(key: str, place: str) -> str:
    return f"unrecognized key '{key}' in {place}"


@hiera_config.variant()
def level_not_a_hash() -> str:
    return "a level expects a Hash"


@hiera_config.variant()
def level_without_name() -> str:
    return "a level expects a value for key 'name'"


@hiera_config.variant()
def duplicate_level(name: str) -> str:
    return f"Hierarchy name '{name}' defined more than once"


@hiera_config.variant()
def outside_of_module(key: str) -> str:
    return f"'{key}' is only allowed in the module layer"


@hiera_config.variant()
def outside_of_server(key: str) -> str:
    return f"'{key}' is only allowed in the global layer"


@hiera_config.variant()
def several_functions(place: str) -> str:
    return f"Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in {place}"


@hiera_config.variant()
def without_function(level: str) -> str:
    return f"One of data_hash, lookup_key, data_dig, or hiera3_backend must be defined in hierarchy '{level}'"


@hiera_config.variant()
def unknown_function(key: str, name: str) -> str:
    return f"Unable to find '{key}' function named '{name}'"


@hiera_config.variant()
def several_locations(level: str) -> str:
    return f"Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy '{level}'"


@hiera_config.variant()
def without_file(function: str, level: str) -> str:
    return f"'{function}' of hierarchy '{level}' requires one of 'path', 'paths', 'glob', 'globs' or 'mapped_paths'"


@hiera_config.variant()
def refused_options(function: str) -> str:
    return f"'{function}' does not accept options"


@hiera_config.variant()
def invalid_option(name: str) -> str:
    return f"'{name}' is not a valid option name; expected a letter, followed by letters, digits, '_' and '-'"


@hiera_config.variant()
def reserved_option(name: str, place: str) -> str:
    return f"Option key '{name}' {place} is reserved by Puppet"


# ---- diagnostics

OF_DOCUMENT: Mapping[DocumentFault, Callable[..., Message]] = {
    "not_utf8": not_utf8,
    "unreadable": unreadable,
    "syntax": hiera_syntax,
    "class": unspecified_class,
    "duplicate": hiera_duplicate_key,
    "limit": hiera_unread_file,
}
"""The messages of problems of documents, by kind; their parameters are the arguments of the problems."""
OF_CONFIG: Mapping[ConfigFault, Callable[..., Message]] = {
    "not_a_hash": config_not_a_hash,
    "obsolete_version": hiera_old_config,
    "version_of_server": version_of_server,
    "unsupported_version": unsupported_version,
    "unknown_key": unknown_key,
    "wrong_type": hiera_config,
    "level_not_a_hash": level_not_a_hash,
    "level_without_name": level_without_name,
    "duplicate_level": duplicate_level,
    "outside_of_module": outside_of_module,
    "outside_of_server": outside_of_server,
    "several_functions": several_functions,
    "without_function": without_function,
    "unknown_function": unknown_function,
    "several_locations": several_locations,
    "without_file": without_file,
    "refused_options": refused_options,
    "invalid_option": invalid_option,
    "reserved_option": reserved_option,
}
"""The same for problems of a `hiera.yaml`."""


def document_problems(document: Document) -> Iterator[Diagnostic]:
    """The diagnostics for the problems of a document."""
    for problem in document.problems:
        yield OF_DOCUMENT[problem.kind](**problem.arguments).at(problem.start, problem.end)


def config_problems(config: Config, known: Known) -> Iterator[Diagnostic]:
    """The diagnostics for the problems of a `hiera.yaml`."""
    yield from document_problems(config.document)
    for problem in config.problems:
        yield _config_problem(problem, config.path, known)


def _config_problem(problem: ConfigProblem, path: str, known: Known) -> Diagnostic:
    start, end, meant = problem.start, problem.end, problem.meant
    fixes = respelled(text_of(path, known), start, end, str(problem.arguments["key"]), meant) if meant is not None else ()
    return OF_CONFIG[problem.kind](**problem.arguments).suggesting(meant).at(start, end, fixes=fixes)
