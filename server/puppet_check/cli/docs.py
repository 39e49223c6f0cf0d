"""`puppet-check docs`: writes the REFERENCE.md of modules, or tells whether it is current."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.program import FAILED, Ended
from puppet_check.cli.untrusted import shown
from puppet_check.config import ConfigError
from puppet_check.documentation.data_defaults import with_data_defaults
from puppet_check.documentation.entries import ModuleDocumentation
from puppet_check.documentation.markdown import reference, states_data_defaults
from puppet_check.documentation.module import is_module, is_source, module_documentation
from puppet_check.documentation.strings_json import as_data
from puppet_check.reading.files import read
from puppet_check.usage import Parser
from puppet_check.writing import is_stream, write_asked

REFERENCE = "REFERENCE.md"
STDOUT = "-"
CURRENT, OUTDATED = 0, 1
"""Exit codes."""


class Command(NamedTuple):
    """What `puppet-check docs` is asked to do."""

    modules: tuple[str, ...]
    check: bool
    data_defaults: bool
    format: str
    output: str | None


def docs(arguments: Sequence[str]) -> Ended:
    """Run the command with the arguments after its name. Raises a ConfigError for what cannot be read or written."""
    options = parsed(Command, parser(), arguments)
    folders = options.modules or (".",)
    if options.output is not None and len(folders) > 1:
        raise ConfigError(f"--output: {len(folders)} modules cannot be written to one file")
    if options.check and options.output == STDOUT:
        raise ConfigError("--check compares with a file; --output - names none")
    if options.output is not None and any(is_source(each, options.output) for each in folders):
        raise ConfigError(f"--output {options.output}: not a place for a document; the module has this file")
    modules = [(each, _module(each)) for each in folders]
    if options.check:
        outdated = [path for each, module in modules for path in _outdated(each, module, _path(each, options), options)]
        return Ended((f"{shown(each)} is not current: run puppet-check docs\n" for each in outdated), OUTDATED if outdated else CURRENT)
    return Ended(_written(modules, options), CURRENT)


def _module(folder: str) -> ModuleDocumentation:
    if not is_module(folder):
        raise ConfigError(f"{folder}: not a module; expected a folder with manifests, functions, types, plans, tasks or lib")
    made = module_documentation(folder)
    if made.unread:
        first = os.path.join(folder, made.unread[0])
        raise ConfigError(f"{first}: cannot be parsed, and its definitions would be missing; see puppet-check")
    return made


def _path(folder: str, options: Command) -> str:
    if options.output is not None:
        return options.output
    return STDOUT if options.format == "json" and not options.check else os.path.join(folder, REFERENCE)


def _outdated(folder: str, module: ModuleDocumentation, path: str, options: Command) -> Iterator[str]:
    """The path of a document that is not current."""
    if is_stream(path):
        raise ConfigError(f"{path}: not a document; --check compares with a file")
    if _before(path) != _text(folder, module, path, options):
        yield path


def _before(path: str) -> str:
    """The existing document; empty without one."""
    if path == STDOUT or is_stream(path) or not os.path.exists(path):
        return ""
    try:
        return read(path).decode("utf-8", "replace").replace("\r\n", "\n")
    except OSError as error:
        raise ConfigError(f"{path}: cannot read the file: {error.strerror or error}") from None


def _written(modules: Iterable[tuple[str, ModuleDocumentation]], options: Command) -> Iterator[str]:
    for folder, module in modules:
        path = _path(folder, options)
        text = _text(folder, module, path, options)
        if path == STDOUT:
            yield text
            continue
        try:
            write_asked(path, text.encode("utf-8", "replace"), None if options.output is not None else folder)
        except OSError as error:
            raise ConfigError(f"{path or repr(path)}: cannot write the file: {error.strerror}") from None
        yield f"{shown(path)}\n"


def _text(folder: str, module: ModuleDocumentation, path: str, options: Command) -> str:
    if options.format == "json":
        return json.dumps(as_data(module), indent=2, ensure_ascii=False) + "\n"
    extended = with_data_defaults(module, folder)
    if extended == module or not (options.data_defaults or states_data_defaults(_before(path), module, extended)):
        return reference(module)
    return reference(extended)


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check docs",
        description="Write the REFERENCE.md of modules from their code and comments, as puppet-strings does.",
        epilog=f"exit codes: {CURRENT} written or current, {OUTDATED} not current, {FAILED} a module cannot be read",
    )
    made.add_argument("modules", nargs="*", metavar="MODULE", help="the folder of a module (default: the current folder)")
    made.add_argument("--check", action="store_true", help="write nothing; exit 1 if a document is not current")
    made.add_argument(
        "--data-defaults",
        action="store_true",
        help="also state the defaults in the module's data, as openvox-strings 7 does (default: if the document that is there does)",
    )
    made.add_argument("--format", choices=("markdown", "json"), default="markdown", help="the form of the document (default: markdown)")
    made.add_argument("--output", metavar="FILE", help=f"write to this file, or - for standard output (default: {REFERENCE} in the module)")
    return made
