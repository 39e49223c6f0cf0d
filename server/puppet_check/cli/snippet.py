"""Evaluates snippets of code, and converts outcomes to plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from puppet_check.cli.world import LocalWorld
from puppet_grammar import ast
from puppet_grammar.lower import lower, reference_error
from puppet_grammar.parse import Mode, parse
from puppet_grammar.problems import Problem
from puppet_grammar.reference_message import reference_message
from puppet_grammar.text import Text
from puppet_typesys.builtins.targets import PUPPET_8, Target
from puppet_typesys.convert.formats import programmatic
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.evaluate.context import Parts
from puppet_typesys.evaluate.errors import BUDGET, EvaluationError
from puppet_typesys.evaluate.families import load
from puppet_typesys.evaluate.given import Given
from puppet_typesys.evaluate.log import Entry
from puppet_typesys.evaluate.resolver import Resolver
from puppet_typesys.functions.call import World
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.init import accepted_arguments
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.show import show
from puppet_typesys.validate.run import validate
from puppet_typesys.values.errors import ArgumentError, BudgetError, InternalError, is_too_long
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown, UnknownValue

Answer = dict[str, object]


class Settings(NamedTuple):
    """The world and the node for which a snippet is evaluated."""

    world: World
    facts: Hash | None = None
    trusted: Hash | None = None
    server_facts: Hash | None = None
    node_name: str = "localhost"
    target: Target = PUPPET_8


class Outcome(NamedTuple):
    """The outcome of a program: its log, and either its value and compiler, or an error."""

    log: Iterable[Entry]
    value: object = None
    error: EvaluationError | None = None
    compiler: Compiler | None = None


FOUND_LATER = frozenset(("illegal-name illegal-reserved-assignment illegal-json illegal-base64 illegal-pp illegal-epp").split())
"""Codes of validation that the reference reports during evaluation."""
FOUND_LATER_OF: dict[str, type[ast.Definition]] = {
    "reserved-type-name": ast.TypeAlias,
    "required-parameter-after-optional": ast.FunctionDefinition,
}
"""The same for certain kinds of definitions only."""
WARNINGS = {
    "illegal-unicode-escape": "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff",
}
"""The reference's wording of warnings that the checker words differently."""
MOST_SHOWN = 10
"""The largest number of errors, and of warnings, that are logged for a text."""


def settings_with(facts: Hash | None, target: Target = PUPPET_8) -> Settings:
    """Settings for a version and a node with these facts; None: unknown facts."""
    networking = None if facts is None else facts.get("networking")
    name = networking.get("fqdn") if isinstance(networking, Hash) else None
    return Settings(LocalWorld(), facts, node_name=name if isinstance(name, str) else "localhost", target=target)


def compiler_for(settings: Settings) -> Compiler:
    """A compiler with these settings."""
    load()
    given = Given(settings.node_name, settings.facts, settings.trusted, settings.server_facts)
    return Compiler(Parts(settings.world, given, resolver=Resolver(settings.world, target=settings.target)))


def evaluate_text(source: str | bytes, settings: Settings) -> Outcome:
    """Evaluate a program."""
    return evaluate_in(compiler_for(settings), source)


def evaluate_in(compiler: Compiler, source: str | bytes) -> Outcome:
    """Evaluate a program with a compiler that may have evaluated others before. Each program has the full budget."""
    tree = parse(source, Mode())
    program, problems = lower(tree)
    problem = reference_error(tree.text, tree.mode, problems)
    if problem is not None:
        read = [each for each in problems if each.severity == "warning" and each.start < problem.place]
        return Outcome(_logged(read), error=_syntax_error(problem, tree.text))
    found = [each for each in validate(program, target=compiler.resolver.target) if not _is_found_later(each, program)]
    errors = [each for each in found if each.severity is Severity.ERROR]
    warnings = [
        *_logged([each for each in problems if each.severity == "warning"]),
        *[("warning", each.message) for each in found if each.severity is Severity.WARNING],
    ][:MOST_SHOWN]
    if errors:
        return _invalid(errors, warnings, tree.text)
    log = compiler.begin_log(warnings)
    compiler.budget.renew()
    try:
        with compiler.budget.metered():
            return Outcome(log, compiler.evaluate(program, tree.text), None, compiler)
    except EvaluationError as error:
        return Outcome(log, error=error, compiler=compiler)
    except BudgetError as error:
        return Outcome(log, error=EvaluationError(str(error), BUDGET, during=""), compiler=compiler)
    except InternalError as error:
        return Outcome(log, error=EvaluationError(error.message, internal=True), compiler=compiler)
    except MemoryError:
        large = EvaluationError("a value grows too large", BUDGET, during="")
        return Outcome(log, error=large, compiler=compiler)
    except ValueError as error:
        if not is_too_long(error):
            raise
        long = EvaluationError("a number has too many digits", BUDGET, during="")
        return Outcome(log, error=long, compiler=compiler)
    except RecursionError:
        deep = EvaluationError("the program is nested too deeply", BUDGET, during="")
        return Outcome(log, error=deep, compiler=compiler)


def _logged(warnings: list[Problem]) -> list[Entry]:
    """Warnings about a text as log entries, in the reference's words."""
    return [("warning", WARNINGS.get(each.code, each.message)) for each in warnings][:MOST_SHOWN]


def _is_found_later(found: Diagnostic, program: ast.Program) -> bool:
    if found.code not in FOUND_LATER_OF:
        return found.code in FOUND_LATER
    kind = FOUND_LATER_OF[found.code]
    return any(isinstance(each, kind) and each.start <= found.start < each.end for each in program.definitions)


def _invalid(errors: list[Diagnostic], log: list[Entry], text: Text) -> Outcome:
    """The outcome of an invalid program. Several errors are logged and summed up by one, as in the reference."""
    if len(errors) == 1:
        only = errors[0]
        # The reference reports entries of hashes at the arrow.
        place = text.source.find(b"=>", only.end) if only.code == "duplicate-key" else only.start
        return Outcome(log, error=EvaluationError(only.message, _code(only.code), place, text))
    warnings = f", and {len(log)} warnings" if log else ""
    message = f"Language validation logged {len(errors)} errors{warnings}. Giving up"
    return Outcome([*log, *[("err", each.message) for each in errors[:MOST_SHOWN]]], error=EvaluationError(message))


def _syntax_error(problem: Problem, text: Text) -> EvaluationError:
    words = reference_message(problem, text)
    return EvaluationError(words.message, words.code, words.place, text)


def _code(code: str) -> str:
    return code.upper().replace("-", "_")


def evaluate_snippet(source: str, settings: Settings) -> Answer:
    """Evaluate a snippet; returns the answer of the batch protocol."""
    return answer_of(evaluate_text(source, settings))


def answer_of(outcome: Outcome) -> Answer:
    """An outcome as plain data."""
    answer: Answer = {"value": None, "type": None, "generic": None, "output": [], "error": None}
    answer["output"] = [list(each) for each in outcome.log]
    if outcome.error is not None:
        return answer | {"error": error_of(outcome.error)}
    value = outcome.value
    if isinstance(value, Unknown):
        kind = value.type if isinstance(value.type, Type) else infer(None)
        return answer | {"value": None, "unknown": True, "type": show(kind), "generic": show(generalize(kind))}
    try:
        if isinstance(value, model.Init) and value.type is not None:
            accepted_arguments(value)  # As in the reference, the argument types are resolved only when the type is shown.
        return answer | {"value": programmatic(value), "type": show(infer_set(value)), "generic": show(generalize(infer(value)))}
    except UnknownValue:
        kind = infer_set(value)
        return answer | {"value": None, "unknown": True, "type": show(kind), "generic": show(generalize(kind))}
    except ArgumentError as error:
        return answer | {"error": fault_of(str(error), None)}
    except InternalError as error:
        return answer | {"error": fault_of(str(error), None) | {"internal": True}}
    except ValueError as error:
        if not is_too_long(error):
            raise
        return answer | {"error": fault_of("a number has too many digits", BUDGET)}
    except RecursionError:
        return answer | {"error": fault_of("the value is nested too deeply", BUDGET)}


def fault_of(message: str, code: str | None, line: int | None = None, pos: int | None = None) -> Answer:
    """An error as plain data."""
    return {"message": message, "issue_code": code, "line": line, "pos": pos}


def error_of(error: EvaluationError) -> Answer:
    """An evaluation error as plain data."""
    place = error.position()
    fault = fault_of(error.reference_text, error.code, *(place or (None, None)))
    if error.internal:
        fault["internal"] = True
    if error.calls:
        fault["stack"] = [_frame(name, offset, text) for name, offset, text in error.calls]
    return fault


def _frame(name: str, offset: int, text: Text) -> Answer:
    line, column = text.position(offset)
    return {"function": name, "line": line + 1, "pos": column + 1}
