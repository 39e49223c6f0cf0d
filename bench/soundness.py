"""Whether inference is sound: generated programs are evaluated with all values, and again with only the types of some.

    python -m bench.soundness [--seed 1] [--count 20000] [--list FILE]

For every program that has a value, some of its literals become Unknowns of their general type. What the evaluation then gives has to have a
type of which the value is an instance, and it must not fail: an error would be a false alarm.
"""

from __future__ import annotations

import argparse
import traceback
import zlib
from collections import Counter
from functools import partial
from pathlib import Path

from bench.differential import run

from puppet_check.cli.batch import protocol_settings
from puppet_check.cli.snippet import Outcome, compiler_for, evaluate_in
from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.model import Type, TypeAlias, generalize
from puppet_typesys.types.objects import Object, ObjectExtension
from puppet_typesys.types.relate import is_assignable, is_instance
from puppet_typesys.types.show import show
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.unknown import Unknown, contains_unknown
from tests.support.answers import with_stack

LITERALS = (ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.ConcatenatedString)
SHARE = 3
"""One of so many literals is made unknown."""


class Blurred(Evaluator):
    """An evaluator to which some literals are known only by their types."""

    def __init__(self, compiler: Compiler, text: Text, *, seed: int) -> None:
        super().__init__(compiler, text)
        self.seed = seed

    def evaluate(self, node: ast.Expression | None, scope: Scope) -> object:
        value = super().evaluate(node, scope)
        if isinstance(node, LITERALS) and zlib.crc32(f"{self.seed} {node.start}".encode()) % SHARE == 0 and not contains_unknown(value):
            return Unknown(generalize(infer(value)))
        return value


def main() -> int:
    """Generate programs, evaluate them twice, compare, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--list", type=Path, metavar="FILE", help="write what is not sound")
    options = parser.parse_args()
    return with_stack(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    names, questions = run.generate(options.seed, options.count * 3, [])
    settings = protocol_settings()
    judged, blurred, wrong = 0, 0, Counter[str]()
    failures = []
    for name, question in zip(names, questions, strict=True):
        code = question.get("code")
        if code is None or judged >= options.count:
            continue
        outcome = evaluate_in(compiler_for(settings), str(code))
        if outcome.error is not None or contains_unknown(outcome.value):
            continue
        judged += 1
        compiler = compiler_for(settings)
        compiler.evaluator = partial(Blurred, compiler, seed=options.seed)  # type: ignore[method-assign]
        try:
            other = evaluate_in(compiler, str(code))
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            wrong["(crash)"] += 1
            failures.append(f"{name}: {code}\n    {type(error).__name__}: {error} at {place.filename}:{place.lineno}\n")
            continue
        blurred += other.error is not None or contains_unknown(other.value)
        found = _difference(outcome.value, other)
        if found is not None and not _is_momentary(outcome.value, evaluate_in(compiler_for(settings), str(code)).value):
            wrong[name] += 1
            failures.append(f"{name}: {code}\n    {found}\n")
    sound = judged - wrong.total()
    print(f"{judged} programs, {blurred} with something unknown in the result: {sound} sound, {100 * sound / max(judged, 1):.2f} %")
    for name, count in wrong.most_common():
        print(f"    {count:5} {name}")
    if options.list is not None:
        options.list.write_text("".join(failures), encoding="utf-8")
    return 1 if wrong else 0


def _difference(value: object, other: Outcome) -> str | None:
    if other.error is not None:
        return None if other.error.code == "BUDGET" else f"fails: {other.error.message}"
    found = other.value
    known = found.type if isinstance(found, Unknown) and isinstance(found.type, Type) else infer_set(found)
    try:
        if is_instance(known, value) or not is_instance(infer_set(value), value) or not _fits_itself(infer_set(value)):
            return None  # In the reference some values are not instances of their own type, URIs among them.
    except ArgumentError:
        return None  # A type that cannot be compared, such as an Init of a type without a constructor.
    return f"is {show(infer_set(value))}, inferred {show(known)}"


def _is_momentary(value: object, later: object) -> bool:
    """Whether a value depends on the clock."""
    return infer_set(value) != infer_set(later)


def _fits_itself(type: Type) -> bool:
    """Whether a type and all types in it are assignable to themselves, unlike `Type[NotUndef[RichData]]` in the reference."""
    if isinstance(type, Object | ObjectExtension | TypeAlias):
        return True
    values = [getattr(type, name) for name in type._fields]
    parts = [each for value in values for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Type)]
    return is_assignable(type, type) and all(map(_fits_itself, parts))


if __name__ == "__main__":
    raise SystemExit(main())
