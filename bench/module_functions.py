"""Calls functions of modules in the reference, and checks that the rules of their types hold.

    python -m bench.module_functions --seed N --calls 2000 --reference COMMAND MODULES [--write FILE]

Each function that `functions/modules` or `builtins/function_results.json` has a rule for is called with random values. The rule gets the
exact types of the arguments and wider ones; the value of the reference must be an instance of each result. `--write` stores one answer for
each kind of call, for the tests. COMMAND answers lines of JSON, as for `bench.ruby_functions`.
"""

from __future__ import annotations

import argparse
import json
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.reference_jobs import Data
from bench.ruby_functions import answers_to, dump

from puppet_check.config.facts import value_of
from puppet_typesys.functions.modules.registry import module_rule, rule_names
from puppet_typesys.types.show import show
from tests.support.answers import with_stack
from tests.support.module_functions import given_types, result_types

STATEFUL = frozenset(("get_module_path", "glob", "load_module_metadata", "loadjson", "time"))
POOL: tuple[object, ...] = tuple(
    map(
        value_of,
        [
            *(None, True, False, 0, 1, 3, -2, 1.5),
            *("", "a", "b", "ab c", "1", "true", "no", "/etc/x.conf", "encode", "10.0.0.1"),
            *([], ["a"], ["b", "a", "b"], [1, 2], [None, "a", ""], [["a"], 1], ["a", 1, True], [1.0, 1]),
            *({}, {"a": 1}, {"a": None, "b": "x"}, {"a": {"b": 1}}, {"a": {"b": {"c": [1]}}, "d": "e"}, {"a": [1, "x"]}),
            *("networking.ip", "os.release.major", "mountpoints./.size"),
        ],
    )
)
"""The values that arguments are chosen from."""
MAX_KEPT = 400
"""The size of an answer that is stored for the tests."""
LIKELY = 0.7
"""How often an argument is of the same class as the first one, as most functions want."""


def main() -> int:
    """Make the calls, compare, and print."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("modules", type=Path)
    made.add_argument("--reference", default="reference call", metavar="COMMAND")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--calls", type=int, default=2000)
    made.add_argument("--write", type=Path, metavar="FILE", help="store answers for the tests")
    return with_stack(lambda: _run(made.parse_args()))


def _run(options: argparse.Namespace) -> int:
    random = Random(options.seed)
    names = [each for each in rule_names() if each not in STATEFUL]
    questions = [(name := random.choice(names), arguments(random)) for _ in range(options.calls)]
    jobs: list[Data] = [{"op": "call", "name": name, "args": dump(given)} for name, given in questions]
    answers = answers_to(jobs, options.modules.resolve(), shlex.split(options.reference))
    counts: Counter[str] = Counter()
    kept: dict[str, Data] = {}
    for (name, given), answer in zip(questions, answers, strict=True):
        if "value" not in answer:
            counts["refused"] += 1
            continue
        wrong = [*unsound(name, given, answer["value"])]
        counts["unsound" if wrong else "sound"] += 1
        for types, result in wrong:
            print(f"{name}({types}) is {json.dumps(answer['value'])[:200]}, not an instance of {result}")
        key = f"{name} {[type(each).__name__ for each in given]}"
        if len(json.dumps(answer["value"])) < MAX_KEPT:
            kept.setdefault(key, {"name": name, "args": dump(given), "value": answer["value"]})
    print(", ".join(f"{what} {count}" for what, count in counts.most_common()))
    if options.write:
        options.write.write_text("".join(f"{json.dumps(each)}\n" for _, each in sorted(kept.items())), encoding="utf-8")
    return int(counts["unsound"] > 0)


def arguments(random: Random) -> tuple[object, ...]:
    """One to three values."""
    first = random.choice(POOL)
    alike = [each for each in POOL if type(each) is type(first)]
    rest = [random.choice(alike if random.random() < LIKELY else POOL) for _ in range(random.choice((0, 1, 1, 2)))]
    return (first, *rest)


def unsound(name: str, given: tuple[object, ...], value: object) -> Iterator[tuple[str, str]]:
    """The types of arguments for which the rule excludes the value that the function returned, and that type."""
    rule = module_rule(name, "")
    assert rule is not None
    for types in given_types(given):
        for result in result_types(name, rule, types, value):
            yield ", ".join(map(show, types)), show(result)


if __name__ == "__main__":
    raise SystemExit(main())
