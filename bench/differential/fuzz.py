"""Fuzzes the evaluator with mutated snippets, which may fail but must never raise or hang.

    python -m bench.differential.fuzz [--count 50000] [--seed 1]

Snippets are generated questions and recorded codes that are cut, joined, doubled and changed in single characters and tokens.
"""

# ruff: noqa: E501 - tables of snippets, one group of them a line
from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from random import Random

from bench.differential.run import generate

from tests.support.answers import timed_answer, with_stack

RECORDED = Path(__file__).parents[2] / "tests" / "data"
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
PIECES = [
    *"( ) [ ] { } | , . : ; => -> ~> + - * / % << >> == != =~ !~ < > <= >= $ @ @@ & ! ? = += \" ' ${ \\ # /* */ <| |> <<| |>>".split(),
    *"if unless case default undef true class define node function type inherits in and or 0 -1 1.5 1e400 9223372036854775807 $x $v x X::Y".split(),
    *(
        "\n",
        " ",
        "\0",
        "é",
        "\u2028",
        "日",
        "|$x| { $x }",
        "@(END)\nEND\n",
        "/a/",
        "[1, 2]",
        "{a => 1}",
        "<%",
        "%>",
        "*[1]",
        "Integer[0, 3]",
    ),
]


def main() -> int:
    """Evaluate the snippets; the exit code is 1 if one raised an exception or exceeded the time limit."""
    parser = argparse.ArgumentParser(
        prog="bench.differential.fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failures = with_stack(lambda: run(options.count, options.seed))
    print(f"{options.count} snippets, {failures} failures")
    return 1 if failures else 0


def run(count: int, seed: int) -> int:
    """The number of snippets that raised an exception or exceeded the time limit."""
    random = Random(seed)
    corpus = codes(seed)
    failures = 0
    for _ in range(count):
        code = mutated(corpus, random)
        answer = timed_answer({"code": code})
        try:
            json.dumps(answer).encode()
        except (TypeError, ValueError) as error:
            answer = {"failure": f"no JSON: {error}"}
        if "failure" in answer:
            failures += 1
            print(f"{answer['failure']}\n    {code!r}", flush=True)
    return failures


def codes(seed: int) -> list[str]:
    """The snippets to mutate."""
    found = [asked["code"] for asked in generate(seed, 6000, [])[1] if "code" in asked]
    for file in sorted(RECORDED.rglob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").split("\n"):
            code = json.loads(line).get("code") if line else None
            if isinstance(code, str):
                found.append(code)
    return found


def mutated(corpus: list[str], random: Random) -> str:
    """A snippet with a few random changes."""
    code = random.choice(corpus)
    for _ in range(random.randint(1, 4)):
        code = random.choice(CHANGES)(code, corpus, random)
    return code[:4000]


def _cut(code: str, corpus: list[str], random: Random) -> str:
    start, end = sorted((random.randint(0, len(code)), random.randint(0, len(code))))
    return code[:start] + code[end:] if random.random() < 0.7 else code[start:end]


def _join(code: str, corpus: list[str], random: Random) -> str:
    other = random.choice(corpus)
    return random.choice(
        [f"{code}\n{other}", f"{other}\n{code}", f"[{code}, {other}]", f"{code[: len(code) // 2]}{other[len(other) // 2 :]}"]
    )


def _token(code: str, corpus: list[str], random: Random) -> str:
    tokens = TOKEN.findall(code)
    if not tokens:
        return code
    at = random.randrange(len(tokens))
    other = TOKEN.findall(random.choice(corpus)) or [""]
    tokens[at] = random.choice(
        ["", tokens[at] * 2, random.choice(tokens), random.choice(PIECES), random.choice(other), tokens[at] + random.choice(PIECES)]
    )
    return "".join(tokens)


def _wrap(code: str, corpus: list[str], random: Random) -> str:
    form = random.choice(
        ['"${%s}"', "[%s]", "(%s)", "type(%s)", "String(%s)", "notice(%s)", "$q = %s\n$q", "[1].map |$x| { %s }", "{a => %s}", "-%s", "!%s"]
    )
    return form.replace("%s", code)


def _swap(code: str, corpus: list[str], random: Random) -> str:
    tokens = TOKEN.findall(code)
    if len(tokens) < 2:
        return code
    a, b = random.randrange(len(tokens)), random.randrange(len(tokens))
    tokens[a], tokens[b] = tokens[b], tokens[a]
    return "".join(tokens)


CHANGES = (_cut, _join, _token, _token, _token, _wrap, _swap)


if __name__ == "__main__":
    sys.exit(main())
