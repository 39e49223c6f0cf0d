"""Calls every method of the core in Ruby's runtime and in the interpreter, and compares values, receivers, calls of blocks, and errors.

    python -m bench.ruby_core --reference "reference ruby bench/ruby_core.rb" --list FILE --record tests/data/ruby/methods.jsonl

Every method that the tables have for a class is called on each receiver of that class, with no argument and with one, two and three of a
pool, without and with blocks of several shapes. `--list` writes the calls that differ; `--record` writes a sample of
those that agree, for `tests/ruby/test_methods.py`.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from puppet_typesys.ruby.native import TABLES
from tests.support.ruby_methods import RECEIVERS, methods_of, outcomes, program

POOL = """nil true 0 1 2 -1 10 2.5 'a' 'b' '' 'ab' ',' :a :size [] [1] ['a',1] [1,2] {} {'a'=>1} {a:1} (1..2) (0..-1) (0...1) /a/ /(b)/
Integer String {exception:true} {exception:false} {chomp:true} {half: :even} Set.new([1,2]) nil..nil 1.. 3.0 -3""".replace(
    "half: :even", "half::even"
).split()
BLOCKS = {
    "log": "{ |*each| log << each; each[0] }",
    "nil": "{ |*each| log << each; nil }",
    "one": "{ |first| log << first; first }",
    "pair": "{ |first, second| log << [first, second]; second }",
    "order": "{ |first, second| second <=> first }",
    "size": "{ |first| first.to_s.size }",
}
"""Blocks that note what they are called with, unless the order of the calls is the runtime's own matter."""
UNORDERED = frozenset("sort sort! sort_by sort_by! min max minmax min_by max_by minmax_by bsearch".split())
"""Methods that call their block in an order of their own."""
LEFT_OUT = frozenset(
    """hash object_id __id__ rand srand sleep exit abort system exec fork spawn gets puts print warn p pp binding require load
    eval instance_eval instance_exec class_eval module_eval shuffle shuffle! sample method methods caller at_exit trap loop
    define_method include extend prepend private public module_function attr_reader attr_accessor attr_writer send
    __send__ public_send catch throw raise fail now""".split()
)
"""Methods whose values differ from run to run, or that change the runtime."""


class Case(NamedTuple):
    """A call."""

    kind: str
    receiver: str
    method: str
    arguments: tuple[str, ...]
    block: str = ""

    @property
    def code(self) -> str:
        """The program that makes it."""
        return program(self.receiver, self.method, self.arguments, self.block)


def cases(arguments: int, tuples: int, seed: int) -> Iterator[Case]:
    """All calls."""
    random = Random(seed)
    for kind, receivers in RECEIVERS.items():
        for method in sorted(methods_of(kind)):
            if method in LEFT_OUT:
                continue
            fitting = [text for name, text in BLOCKS.items() if name in ("order", "size") or method not in UNORDERED]
            for receiver in receivers:
                yield Case(kind, receiver, method, ())
                for block in random.sample(fitting, 2):
                    yield Case(kind, receiver, method, (), block)
                for given in _tuples(random, arguments, tuples):
                    yield Case(kind, receiver, method, given, random.choice(("", "", random.choice(fitting))))


def _tuples(random: Random, count: int, tuples: int) -> Iterator[tuple[str, ...]]:
    yield from ((each,) for each in random.sample(POOL, min(count, len(POOL))))
    for _ in range(tuples):
        yield random.choice(POOL), random.choice(POOL)
    yield random.choice(POOL), random.choice(POOL), random.choice(POOL)


def answers(command: str, programs: list[str]) -> list[str | None]:
    """What the reference gives for programs; None for those that it does not finish, or whose answer names an address."""
    text = "".join(json.dumps(each) + "\n" for each in programs)
    found = subprocess.run(shlex.split(command), input=text, capture_output=True, text=True, check=True)
    values = [json.loads(line).get("value") for line in found.stdout.splitlines()]
    assert len(values) == len(programs)
    return [None if value is None or re.search(r"0x[0-9a-f]{8}", value) else value for value in values]


def main() -> None:
    """Make the calls, compare, and print."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--reference", required=True)
    made.add_argument("--arguments", type=int, default=8, help="the single arguments for each receiver and method")
    made.add_argument("--tuples", type=int, default=3, help="the pairs of arguments for each")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--only", metavar="KIND", help="the receivers of this kind")
    made.add_argument("--method", help="this method")
    made.add_argument("--answers", type=Path, help="keep the answers of the reference for further runs with the same options")
    made.add_argument("--list", type=Path)
    made.add_argument("--record", type=Path)
    made.add_argument("--sample", type=int, default=4, help="the recorded calls of each method and class with and without a block")
    options = made.parse_args()
    chosen = [
        each
        for each in cases(options.arguments, options.tuples, options.seed)
        if options.only in (None, each.kind) and options.method in (None, each.method)
    ]
    programs = [each.code for each in chosen]
    if options.answers and options.answers.exists():
        kept = json.loads(options.answers.read_text("utf-8"))
    else:
        kept = dict(zip(programs, answers(options.reference, programs), strict=True))
        if options.answers:
            options.answers.write_text(json.dumps(kept), "utf-8")
    chosen = [each for each in chosen if kept.get(each.code) is not None]
    counts: Counter[str] = Counter()
    wrong: dict[str, dict[str, str]] = defaultdict(dict)
    agreeing: dict[tuple[str, str, bool], list[tuple[object, ...]]] = defaultdict(list)
    for case, own in zip(chosen, outcomes([each.code for each in chosen]), strict=True):
        theirs = kept[case.code]
        verdict = "unsupported" if own.value is None else "same" if own.value == theirs else "wrong"
        counts[verdict] += 1
        if verdict == "wrong":
            shape = re.sub(r"[\d.]+|\bat \S+", "0", f"{theirs[:40]} {str(own.value)[:40]}" if ": " in f"{theirs[:40]}" else "value")
            counts[f"wrong: {case.kind}#{case.method}"] += 1
            wrong[f"{case.kind}#{case.method}"].setdefault(
                shape if shape != "value" else str(len(wrong[f"{case.kind}#{case.method}"])),
                f"{_call(case.code)}\n    theirs: {theirs}\n    own:    {own.value}",
            )
        elif verdict == "same":
            agreeing[case.kind, case.method, bool(case.block)].append((*case[1:], theirs))
        else:
            counts[f"unsupported: {own.reason}"] += 1
    print(
        json.dumps({name: counts[name] for name in ("same", "wrong", "unsupported")}), "of", len(chosen), "calls of", len(TABLES), "tables"
    )
    if options.list:
        lines = [f"# {name} {len(each)}\n" + "\n".join([*each.values()][:6]) for name, each in sorted(wrong.items())]
        lines += [f"{count:7} {name}" for name, count in counts.most_common() if ":" in name]
        options.list.write_text("\n".join(lines) + "\n", "utf-8")
    if options.record:
        random = Random(options.seed)
        rows = [row for each in agreeing.values() for row in random.sample(each, min(options.sample, len(each)))]
        rows.sort(key=lambda row: str(row[0]))
        options.record.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def _call(code: str) -> str:
    return next(line.strip() for line in code.splitlines() if "value = " in line) + "   # " + code.splitlines()[1]


if __name__ == "__main__":
    main()
