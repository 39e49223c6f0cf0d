"""Values that agents compute: `Deferred(...)`. rspec-puppet computes them right after the compilation, and the catalog fails if that does.

Functions run in a scope that has the facts of the node, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.reports.catalogs.compilation import Compiled
from puppet_typesys.builtins.value_reads import FACTS
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.types.objects import Instance
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import contains_unknown

DEFERRED = "Deferred"
PLAIN = frozenset((str, int, bool, type(None)))
OF_SERVER = frozenset(("template", "inline_template", "lookup", "hiera", "hiera_array", "hiera_hash"))
"""Functions that read more of a scope or of data than is known of this one."""


class Undecided(Exception):  # noqa: N818 - it names what was met
    """Raised if a value is not computed; the text says which."""


def resolve_deferred(compiled: Compiled) -> EvaluationError | str | None:
    """Compute such values of resources in place; returns the error that this ends with, or why a value is not computed."""
    resolving = _Resolving(compiled.compiler)
    try:
        for resource in compiled.compiler.catalog.resources:
            for name, parameter in () if resource.virtual else [*resource.parameters.items()]:
                if parameter.value.__class__ is not str and _has_deferred(parameter.value):
                    resource.parameters[name] = parameter._replace(value=resolving.resolved(parameter.value))
    except Undecided as reason:
        return str(reason)
    except ControlFlow:
        return "a jump out of a deferred function"
    except BudgetError as error:
        return str(error)
    except EvaluationError as error:
        return error
    except MessageError as error:
        return EvaluationError(error.message)
    return None


def _has_deferred(value: object) -> bool:
    if value.__class__ in PLAIN:
        return False
    if isinstance(value, Instance):
        return value.type.name == DEFERRED
    if isinstance(value, tuple):
        return any(map(_has_deferred, value))
    if isinstance(value, Hash):
        return any(map(_has_deferred, value.values()))
    return isinstance(value, Sensitive) and _has_deferred(value.value)


class _Resolving:
    """The computation of the values of one catalog."""

    def __init__(self, compiler: NodeCompiler) -> None:
        self._compiler = compiler
        self._scope = Scope(name="", kind="top")
        self._scope.begin_with({FACTS: compiler.top.variables.get(FACTS)})
        self._source = read_source("deferred", b"")

    def resolved(self, value: object) -> object:
        """A value with what is deferred in it computed, but for keys of hashes."""
        if not _has_deferred(value):
            return value
        if isinstance(value, tuple):
            return tuple(map(self.resolved, value))
        if isinstance(value, Hash):
            return Hash((key, self.resolved(each)) for key, each in value.items())
        if isinstance(value, Sensitive):
            found = self.resolved(value.value)
            return found if isinstance(found, Sensitive) else Sensitive(found)
        assert isinstance(value, Instance)
        arguments = value.values["arguments"]
        return self._called(str(value.values["name"]), [*map(self.resolved, arguments)] if isinstance(arguments, tuple) else [])

    def _called(self, name: str, arguments: Sequence[object]) -> object:
        if name.startswith("$"):
            if name != f"${FACTS}":
                raise Undecided(f"variable {name}, which is deferred")
            name, arguments = "dig", [self._scope.variables[FACTS], *arguments]
        compiler = self._compiler
        invocation = Invocation(compiler.evaluator(self._source.text), self._source.program.body, self._scope)
        found = None if name in OF_SERVER or contains_unknown(tuple(arguments)) else (invocation.function(name, arguments),)
        if found is None or contains_unknown(found):
            raise Undecided(f"the value of {name}, which is deferred")
        return found[0]
