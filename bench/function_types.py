"""Whether the types that are inferred for calls of built-in functions hold for the values that the reference computes.

    python -m bench.function_types --reference 'COMMAND eval' [--seed 1] [--count 5000] [--list FILE]

Calls are random, with arguments that fit a signature and are known by a wider type here. The reference is asked whether its value is an
instance of the type that is inferred; calls that fail there are not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from puppet_check.cli.snippet import evaluate_in
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.show import show
from puppet_typesys.types.walk import inner_types
from puppet_typesys.values.unknown import Unknown
from tests.support.answers import with_stack
from tests.support.function_calls import Reporting, calls, compiler_with, value_of, wider


class Question(NamedTuple):
    """A call, the types of its arguments, and the type that is inferred."""

    code: str
    given: str
    type: str


def main() -> int:
    """Infer types, ask the reference, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", default=os.environ.get("PUPPET_REFERENCE_EVAL", "reference eval"), metavar="COMMAND")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--list", type=Path, metavar="FILE", help="write what is not sound")
    options = parser.parse_args()
    return with_stack(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    questions = _questions(Random(options.seed), options.count)
    lines = "".join(json.dumps({"id": number, "code": each.code}) + "\n" for number, each in enumerate(questions))
    run = subprocess.run(shlex.split(options.reference), input=lines, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    answers = {answer["id"]: answer for answer in map(json.loads, run.stdout.splitlines())}
    wrong = [each for number, each in enumerate(questions) if answers[number].get("value") == "false"]
    held = sum(answers[number].get("value") == "true" for number in range(len(questions)))
    known = sum(answers[number].get("value") == "true" and each.type != "Any" for number, each in enumerate(questions))
    print(f"{len(questions)} calls, {held + len(wrong)} with a value: {held} sound, {len(wrong)} not; {known} with a type other than Any")
    for name, count in Counter(each.code.split("$r = ", 1)[1].split("(")[0] for each in wrong).most_common():
        print(f"    {count:5} {name}")
    if options.list is not None:
        options.list.write_text("".join(f"{each.code}\n    {each.given}\n    {each.type}\n" for each in wrong), encoding="utf-8")
    return 1 if wrong else 0


def _questions(random: Random, count: int) -> list[Question]:
    found: list[Question] = []
    for call in islice(calls(random), count):
        types = {f"v{index}": wider(value_of(text), random) for index, text in enumerate(call.texts)}
        known = {name: Unknown(model.ANY if type is None else type) for name, type in types.items()}
        inferred = evaluate_in(compiler_with({**known}, Reporting()), call.code)
        if inferred.error is not None:
            continue
        type = infer_set(inferred.value)
        setup = "".join(f"${name} = {text}\n" for name, text in zip(types, call.texts, strict=True))
        given = ", ".join(f"${name}: {show(each.type)}" for name, each in known.items() if isinstance(each.type, model.Type))
        # The text of a Runtime type does not name its class, and what a type without values accepts has no text.
        if any(isinstance(each, model.Runtime) for each in (type, *inner_types(type))) or type == model.Variant():
            continue
        found.append(Question(f"{setup}$r = {call.code}\n$r =~ {show(type)}", given, show(type)))
    return found


if __name__ == "__main__":
    raise SystemExit(main())
