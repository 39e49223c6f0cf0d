"""Calls functions in Ruby of working modules in the reference and in the interpreter, and compares the values and errors.

    python -m bench.ruby_functions --seed N --calls 5000 --facts FILE --reference COMMAND MODULES

COMMAND answers lines of JSON with the value or error of one call each; FILE has the facts of its node as JSON. `--answers FILE` keeps its
answers for further runs with the same seed, `--list FILE` writes what differs and what is not supported. `--checks` calls them as checks
do, for which facts, the catalog and the files of modules are unknown.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shlex
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.reference_jobs import NODE, Data, ask, kept_answers, known_modules, parser
from bench.ruby_values import Names, arguments, examples

from puppet_check.config.facts import value_of
from puppet_check.workspace.library import NodeWorld, ProjectLibrary
from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.infer.compiler import CheckCompiler
from puppet_typesys.loader import FUNCTION, Definition, TypedName
from puppet_typesys.node_catalogs.declaring import DECLARING
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.ruby.outcome import NotComputed
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import show
from puppet_typesys.values.default import Default
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, contains_unknown
from tests.support.answers import with_stack

NUMBER = "job %d"
"""What follows each answer of the reference."""
SLOW = 0.1
"""The seconds from which on a call is listed."""
LEFT_OUT = frozenset(("pry", *DECLARING))
"""Functions that wait for a user, and those that declare resources, which are not interpreted."""


class Question(NamedTuple):
    """A call."""

    name: str
    arguments: tuple[object, ...]


def main() -> int:
    """Make the calls, compare, and print."""
    made = parser(__doc__, "reference call", count=5000, counted="calls")
    made.add_argument("--only", metavar="NAME", help="call only this function")
    made.add_argument("--checks", action="store_true", help="call them as checks do")
    options = made.parse_args()
    return with_stack(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    modules = options.modules.resolve()
    own = Own(modules, json.loads(options.facts.read_text(encoding="utf-8")))
    compiler: Compiler = CheckCompiler(own.world, own.loader) if options.checks else own.compiler
    questions = list(_questions(own, options))
    answers = kept_answers(options.answers, lambda: _of_reference(questions, modules, options))
    counts: Counter[str] = Counter()
    of_function: dict[str, Counter[str]] = {}
    reasons: Counter[str] = Counter()
    lines = []
    started = time.process_time()
    for question, answer in zip(questions, answers, strict=True):
        begun = time.process_time()
        found = called(compiler, question)
        if time.process_time() - begun > SLOW:
            lines.append(f"slow {question.name} {json.dumps(dump(question.arguments))}\n")
        verdict = _verdict(answer, found)
        counts[verdict] += 1
        of_function.setdefault(question.name, Counter())[verdict] += 1
        if verdict == "unsupported":
            reasons[str(found["unknown"])] += 1
        if verdict != "same":
            shown = (json.dumps(each)[:400] for each in (answer, found))
            lines.append(f"{verdict} {question.name} {json.dumps(dump(question.arguments))}\n    " + "\n    ".join(shown) + "\n")
    took = time.process_time() - started
    total = max(len(answers), 1)
    print(
        f"{len(answers)} calls of {len(of_function)} functions, {1e6 * took / total:.0f} µs each: "
        + ", ".join(f"{name} {count} ({100 * count / total:.2f} %)" for name, count in counts.most_common())
    )
    for reason, count in reasons.most_common(25):
        print(f"    {count:5} {reason}")
    if options.list:
        options.list.write_text("".join(lines), encoding="utf-8")
    return 0


def _questions(own: Own, options: argparse.Namespace) -> Iterator[Question]:
    random = Random(options.seed)
    named = Names()
    named.compiler = own.compiler
    names = [each for each in own.names if options.only in (None, each)]
    documented: dict[str, list[tuple[object, ...]]] = {}
    for _ in range(options.calls):
        name = random.choice(names)
        definition = own.definition(name)
        if name not in documented:
            documented[name] = examples(name, own.text(name))
        yield Question(name, arguments(random, definition, documented[name], named))


def _of_reference(questions: list[Question], modules: Path, options: argparse.Namespace) -> Iterator[Data]:
    jobs: list[Data] = [{"op": "call", "name": each.name, "args": dump(each.arguments)} for each in questions]
    return answers_to(jobs, modules, shlex.split(options.reference))


def answers_to(jobs: list[Data], modules: Path, command: list[str]) -> Iterator[Data]:
    """The answers to jobs; a job that ends the command has none, and the command is started again.

    Each job is followed by one that only gives its number: the command prints answers twice when what it calls starts another process.
    """
    begin: Data = {"op": "begin", "modulepath": [str(modules)], "facts": "debian12", "node": NODE}
    at = 0
    while at < len(jobs):
        numbered = ((job, {"op": "call", "name": "sprintf", "args": [NUMBER, number]}) for number, job in enumerate(jobs[at:], at))
        before: Data = {}
        for answer in ask([begin, *chain.from_iterable(numbered)], command):
            if answer.get("value") == NUMBER % at:
                yield before
                at += 1
            before = answer
        if at < len(jobs):
            yield {"class": "Unsayable", "error": "the reference ended"}
            at += 1


class Own:
    """A project whose functions are called for a node."""

    def __init__(self, modules: Path, facts: object) -> None:
        self.modules = modules
        known = known_modules(modules)
        self.library = ProjectLibrary(known)
        self.loader = known.loader
        given = value_of(facts)
        assert isinstance(given, Hash)
        self.world = NodeWorld(known)
        self.node = Node(NODE, given)
        self.compiler = NodeCompiler(self.world, self.library, self.node)
        self.names = sorted(set(self._names()) - LEFT_OUT)

    def _names(self) -> Iterator[str]:
        for module in sorted(os.listdir(self.modules)):
            for folder in ("lib/puppet/functions", "lib/puppet/parser/functions"):
                base = self.modules / module / folder
                for path in base.rglob("*.rb"):
                    name = "::".join(path.relative_to(base).with_suffix("").parts)
                    if self.library.ruby(name) is not None:
                        yield name

    def text(self, name: str) -> str:
        """The text of a function's file."""
        found = self.library.ruby(name)
        return "" if found is None else found.text

    def definition(self, name: str) -> Definition | None:
        """What a function declares."""
        return self.loader.load(TypedName(FUNCTION, name))


def called(compiler: Compiler, question: Question) -> Data:
    """The value, error or reason of a call."""
    compiler.budget.renew()
    invocation = Invocation(compiler.evaluator(Text(b"")), ast.LiteralUndef(0, 0), compiler.top)
    try:
        with compiler.budget.metered():
            value = invocation.function(question.name, question.arguments)
    except (EvaluationError, MessageError) as error:
        return {"error": str(error.message) if isinstance(error, EvaluationError) else error.reference}
    except BudgetError as error:
        return {"unknown": f"budget: {error}"}
    except ControlFlow as signal:
        return {"error": f"{signal.name}() from context where this is illegal"}
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return {"crash": f"{type(error).__name__}: {error} at {place.filename}:{place.lineno}"}
    if contains_unknown(value):
        return {"unknown": str(value.reason) if isinstance(value, NotComputed) else "unknown inside"}
    return {"value": dump(value)}


def dump(value: object) -> object:
    """A value as the reference's answers show it."""
    match value:
        case tuple():
            return [dump(each) for each in value]
        case Hash():
            return {str(key): dump(each) for key, each in value.items()}
        case Sensitive():
            return {"__sensitive": dump(value.value)}
        case Default():
            return {"__default": True}
        case Type():
            return {"__type": show(value)}
        case Regexp():
            return {"__regexp": value.source}
        case None | bool() | int() | float() | str():
            return value
        case Unknown():
            return {"__unknown": True}
    return {"__other": str(value)}


def _verdict(answer: Data, found: Data) -> str:
    if "unknown" in found or "crash" in found:
        return "unsupported" if "unknown" in found else "crash"
    if "error" in answer or "error" in found:
        if "error" in answer and "error" in found:
            return "same" if _plain(answer["error"]) == _plain(found["error"]) else "other message"
        if answer.get("class") == "Unsayable":
            return "same"
        return "wrong"
    return "same" if equal(answer["value"], found["value"]) else "wrong"


def _plain(message: object) -> str:
    return str(message)[:500].strip()


def equal(left: object, right: object) -> bool:
    """Whether two values of JSON are the same, also in their classes and the order of their keys."""
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(equal(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-15)
    return type(left) is type(right) and left == right


if __name__ == "__main__":
    raise SystemExit(main())
