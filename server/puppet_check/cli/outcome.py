"""Prints the outcome of a program for `puppet-eval`: the log, the value or the error, types, the catalog."""

from __future__ import annotations

import json
import sys
from typing import NamedTuple

from puppet_check.cli.snippet import Outcome, Settings, answer_of, evaluate_text
from puppet_check.cli.untrusted import shown, shown_lines
from puppet_check.features.catalog.data import value_text
from puppet_typesys.evaluate.errors import BUDGET, EvaluationError
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.show import show
from puppet_typesys.values.errors import BudgetError, is_too_long
from puppet_typesys.values.unknown import Unknown

DONE, REFUSED = 0, 1
LONGEST_MESSAGE = 100_000
"""The largest number of characters of a message that is printed; JSON has all of it."""


class Style(NamedTuple):
    """How an outcome is printed."""

    json: bool = False
    types: bool = False
    catalog: bool = False


def print_outcome(name: str, source: bytes, settings: Settings, style: Style) -> int:
    """Evaluate a program, print the outcome and return the exit code."""
    outcome = evaluate_text(source, settings)
    compiler = outcome.compiler
    if compiler is None:
        return _print(name, outcome, style)
    compiler.budget.renew()
    try:
        with compiler.budget.metered():
            return _print(name, outcome, style)
    except BudgetError as error:
        # The value cannot be shown, or its type.
        return _print(name, Outcome(outcome.log, error=EvaluationError(str(error), BUDGET, during="")), style)
    except ValueError as error:
        if not is_too_long(error):
            raise
        long = EvaluationError("a number has too many digits", BUDGET, during="")
        return _print(name, Outcome(outcome.log, error=long), style)


def _print(name: str, outcome: Outcome, style: Style) -> int:
    if style.json:
        answer = answer_of(outcome)
        if style.catalog and outcome.compiler is not None:
            from puppet_check.features.catalog.data import catalog_data  # only for `--catalog`

            answer |= {"catalog": catalog_data(outcome.compiler.catalog)}
        print(json.dumps(answer, ensure_ascii=False))
    else:
        show_outcome(name, outcome, types=style.types, catalog=style.catalog)
    return DONE if outcome.error is None else REFUSED


def show_outcome(name: str, outcome: Outcome, *, types: bool = False, catalog: bool = False) -> None:
    """Print an outcome as text."""
    for level, message in outcome.log:
        print(f"{level.capitalize()}: {shown_lines(message)}")
    if outcome.error is not None:
        sys.stdout.flush()
        print(error_text(name, outcome.error), file=sys.stderr)
        return
    if catalog and outcome.compiler is not None:
        from puppet_check.cli.catalog_text import catalog_lines  # only for `--catalog`

        sys.stdout.writelines(catalog_lines(outcome.compiler.catalog))
        return
    print(value_text(outcome.value))
    if types:
        print(types_text(outcome.value))


def types_text(value: object) -> str:
    """The inferred types of a value, one per line."""
    if isinstance(value, Unknown):
        kind = value.type if isinstance(value.type, Type) else infer(None)
        detailed = reduced = kind
    else:
        detailed, reduced = infer_set(value), infer(value)
    rows = (("detailed", detailed), ("reduced", reduced), ("generalized", generalize(reduced)))
    return "\n".join(f"{label + ':':13}{show(type)}" for label, type in rows)


def error_text(name: str, error: EvaluationError) -> str:
    """An error with its place in a file, its code and the calls that lead to it."""
    place = error.position()
    where = "" if place is None else "".join(f":{number}" for number in place if number is not None)
    code = f" [{error.code}]" if error.code else ""
    lines = [f"{shown(name)}{where}: error: {shown_lines(_shortened(error.reference_text))}{code}"]
    for function, offset, text in error.calls:
        line, column = text.position(offset)
        lines.append(f"  in the call of {function} at line {line + 1}, column {column + 1}")
    return "\n".join(lines)


def _shortened(message: str) -> str:
    """A message whose end is left out, and told, if it is too long: the reference names each wrong element of an array."""
    rest = len(message) - LONGEST_MESSAGE
    return message if rest <= 0 else f"{message[:LONGEST_MESSAGE]}... ({rest} more characters)"
