"""The functions file, binary_file, find_file, find_template, module_directory, template, inline_template and generate.

No file is read and no command is run here. The World provides files; the result is Unknown where it has no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.legacy import converted, runtime_text
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.issues.evaluation.names import no_files, unknown_file
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import generalize
from puppet_typesys.types.show import show
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.errors import ArgumentError, CertainError, InternalError
from puppet_typesys.values.unknown import Unknown, UnknownValue

LEGACY_PARAMETERS = "Any *$arguments, Optional[Callable] &$block"
Find = Callable[[str], str | None]


def _first(find: Find, names: tuple[str, ...]) -> str | None:
    """The first path that exists; raises UnknownValue if an earlier one may exist."""
    for name in names:
        path = find(name)
        if path is None:
            raise UnknownValue
        if path:
            return path
    return None


def _enter(name: str, parameter: str, find: Callable[[Call, str], str | None]) -> None:
    def found(call: Call, *names: str) -> object:
        try:
            return _first(lambda each: find(call, each), names)
        except UnknownValue:
            return Unknown(model.Optional(model.STRING))

    of_list = f"Array[String] *${parameter}{'' if parameter == 'names' else '_array'}"
    dispatch(name, f"String *${parameter}", types="Optional[String]")(found)
    dispatch(name, of_list, types="Optional[String]")(lambda call, *lists: found(call, *lists[0]))


_enter("find_file", "paths", lambda call, name: call.world.find_file(name))
_enter("find_template", "paths", lambda call, name: call.world.find_template(name))
_enter("module_directory", "names", lambda call, name: call.world.module_directory(name))


@dispatch("file", LEGACY_PARAMETERS, types="String")
def _file(call: Call, *arguments: object) -> object:
    names = [runtime_text(each) for each in converted("file", arguments[:-1], 1)]
    for name in names:
        found = call.world.find_file(name)
        if found == "":
            continue
        content = None if found is None else call.world.read_file(name)
        return Unknown(model.STRING) if content is None else content.decode("utf-8", "surrogateescape")
    raise ArgumentError(no_files(", ".join(names)))


@dispatch("binary_file", "String $path", types="Binary")
def _binary_file(call: Call, name: str) -> object:
    if call.world.find_file(name) == "":
        raise ArgumentError(f"binary_file(): The given file '{name}' does not exist")
    content = call.world.read_file(name)
    return Unknown(model.Binary()) if content is None else Binary(content)


@dispatch("template", LEGACY_PARAMETERS, types="String")
def _template(call: Call, *arguments: object) -> object:
    """ERB templates are not evaluated; an error is raised only if a template is known not to exist."""
    for given in arguments[:-1]:
        if not isinstance(given, str | Unknown | None):
            # The text of a regular expression begins like an absolute path and ends like that of a directory.
            raise CertainError(f"the name of a template has to be a String, got {show(generalize(infer(given)))}")
    for name in map(runtime_text, converted("template", arguments[:-1], 1)):
        call.log("debug", f"Retrieving template {name}")
        if call.world.find_template(name) == "":
            raise ArgumentError(unknown_file(name))
    return Unknown(model.STRING)


@dispatch("inline_template", LEGACY_PARAMETERS, types="String")
def _inline_template(call: Call, *arguments: object) -> object:
    texts = converted("inline_template", arguments[:-1], 1)
    if not all(isinstance(each, str) for each in texts):
        raise InternalError("Failed to parse inline template: undefined method `encoding'")
    if all("<%" not in str(each) for each in texts):
        return "".join(map(str, texts))
    return Unknown(model.STRING)


WINDOWS_PATH = lazy_pattern(r"[A-Za-z]:[/\\]")


@dispatch("generate", LEGACY_PARAMETERS, types="String")
def _generate(call: Call, *arguments: object) -> object:
    command, *_ = map(runtime_text, converted("generate", arguments[:-1], 1))
    if WINDOWS_PATH.match(command):
        return Unknown(model.STRING)  # `puppet apply` on Windows runs it.
    if not command.startswith("/"):
        raise ArgumentError("Generators must be fully qualified")
    if not re.search(r"^[-/\w.+]+$", command, re.MULTILINE | re.ASCII):
        raise ArgumentError("Generators can only contain alphanumerics, file separators, and dashes")
    if ".." in command:
        raise ArgumentError("Can not use generators with '..' in them.")
    return Unknown(model.STRING)
