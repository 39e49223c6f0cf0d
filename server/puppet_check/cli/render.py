"""`puppet-eval --render`: the text of a template, with the facts, the data and the variables of a class of a node."""

from __future__ import annotations

import json
import os
import sys
from typing import NamedTuple

from puppet_check.cli.catalog_text import causes_text
from puppet_check.cli.node_options import NodeOptions
from puppet_check.cli.nodes import environment_of, nodes_of, opened
from puppet_check.cli.outcome import error_text
from puppet_check.config.error import ConfigError
from puppet_check.deadline import Deadline, GivenUp, allowed, too_long
from puppet_check.reading.files import METER
from puppet_check.reports.catalogs.compilation import Compilation, Compiled, NotMade, in_time
from puppet_typesys.evaluate.errors import BUDGET, EvaluationError
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.quoting import single_quote
from puppet_typesys.values.sensitive import Sensitive

DONE, REFUSED, UNKNOWN = 0, 1, 2
"""Exit codes: the text is known; an error in the code; the text is not known, or something could not be read."""


class Template(NamedTuple):
    """A template as it is named in calls, and the function that evaluates it."""

    name: str
    function: str


class Rendering(NamedTuple):
    """Which template is asked for."""

    template: str
    """Its path or name."""
    parameters: tuple[str, ...]
    """Such as `name=value`."""
    as_json: bool


def render(asked: Rendering, options: NodeOptions) -> int:
    """Print the text of the template for the node that the options name; return the exit code. Raises ConfigError."""
    compilation = opened(environment_of(options))
    template = _template(asked.template, compilation)
    nodes = list(nodes_of(options))
    if len(nodes) != 1:
        raise ConfigError("--render needs one node; choose it with --node")
    deadline = Deadline(guards_process=True)
    compiled = in_time(lambda: compilation.of(nodes[0]), deadline)
    if isinstance(compiled, NotMade):
        raise ConfigError(f"{nodes[0].name}: {compiled.text}")
    seconds = allowed(METER.total)
    try:
        return deadline.run(lambda: _show(compiled, template, asked, options.classes), seconds)
    except GivenUp:
        raise ConfigError(f"{template.name}: the evaluation was given up: {too_long(seconds)}") from None


def _template(given: str, compilation: Compilation) -> Template:
    """The template at a path, or of a name such as `module/name.epp`."""
    project = compilation.library.known.project
    path = os.path.abspath(given)
    module = project.module_of(path)
    function = "epp" if given.endswith(".epp") else "template"
    if module is not None and os.path.isfile(path):
        folder, _, name = os.path.relpath(path, module.folder).partition(os.sep)
        if folder != "templates":
            raise ConfigError(f"'{given}' is not in the folder `templates` of its module")
        return Template(f"{module.name}/{name.replace(os.sep, '/')}", function)
    if given.partition("/")[0] not in project.modules:
        raise ConfigError(f"'{given}' is not a template of a module; expected its path, or a name such as `module/name.epp`")
    return Template(given, function)


def _show(compiled: Compiled, template: Template, asked: Rendering, classes: tuple[str, ...] | None) -> int:
    compiler = compiled.compiler
    scope = _scope(compiler, classes)
    if scope is None:
        if compiled.error is None:
            last = "".join((classes or ())[-1:])
            raise ConfigError(f"class '{last}' is not in the catalog of {compiled.node.name}")
        return _refuse(compiled.place, compiled.error, asked)
    text, code = None, _call(template, asked.parameters)
    try:
        with compiler.budget.metered():
            text = _value(compiler, code, scope)
    except EvaluationError as error:
        paths = (each.path for each in compiler.sources.values() if each.text is error.text)
        return _refuse(next(paths, template.name), error, asked)
    except BudgetError as error:
        return _refuse(template.name, EvaluationError(str(error), BUDGET, during=""), asked)
    except MessageError as error:
        return _refuse(template.name, EvaluationError(error.message), asked)
    if asked.as_json:
        print(json.dumps({"text": text, "log": [list(each) for each in compiler.log]}, ensure_ascii=False))
    elif text is not None:
        sys.stdout.write(text)
    if text is None:
        print(f"puppet-eval: the text of {template.name} is not known\n{causes_text(compiler.causes)}", end="", file=sys.stderr)
    return UNKNOWN if text is None else DONE


def _refuse(name: str, error: EvaluationError, asked: Rendering) -> int:
    if asked.as_json:
        print(json.dumps({"error": error.reference_text}, ensure_ascii=False))
    else:
        print(error_text(name, error), file=sys.stderr)
    return REFUSED


def _scope(compiler: NodeCompiler, classes: tuple[str, ...] | None) -> Scope | None:
    """The scope of the last class that is given, else the top scope; None if the class is not in the catalog."""
    return compiler.catalog.class_scope(classes[-1].removeprefix("::")) if classes else compiler.top


def _call(template: Template, parameters: tuple[str, ...]) -> str:
    """The code that gives the text; the values of parameters are Puppet code too."""
    name = single_quote(template.name)
    values = ", ".join(_parameter(each) for each in parameters)
    return f"{template.function}({name}, {{ {values} }})" if values else f"{template.function}({name})"


def _parameter(given: str) -> str:
    name, equals, value = given.partition("=")
    if not equals:
        raise ConfigError(f"'{given}' is not a parameter; expected `name=value`")
    return f"'{name}' => {value}"


def _value(compiler: NodeCompiler, code: str, scope: Scope) -> str | None:
    """The text that a call gives in a scope; None if it is not known. Raises EvaluationError."""
    source = read_source("--render", code.encode())
    for error in source.errors:
        raise error.raised_in(source.text)
    found = compiler.evaluator(source.text).evaluate(source.program.body, scope)
    found = found.value if isinstance(found, Sensitive) else found
    return found if isinstance(found, str) else None
