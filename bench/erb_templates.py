"""Fills in the ERB templates of working modules in the reference and in the interpreter, and compares the texts and errors.

    python -m bench.erb_templates --seed N --count 1500 --facts FILE --reference COMMAND MODULES

The variables of a template have values of the kinds that it uses them as, mostly. COMMAND answers lines of JSON with the text or error of
a template; FILE has the facts of its node as JSON. `--answers FILE` keeps its answers for further runs with the same seed.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.reference_jobs import Data, kept_answers, parser
from bench.ruby_functions import Own, answers_to, dump
from bench.ruby_values import NUMBERS, TEXTS

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.bridges.ruby_code import NodeHost, RubyCode
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.ruby.outcome import NotComputed, TextWithHoles
from puppet_typesys.ruby.templates import render_erb
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from tests.support.answers import with_stack

VARIABLE = re.compile(r"(?:@(\w+)|scope(?:\.lookupvar\(|\[)\s*['\"]([\w:]+)['\"][\])])")
KEY = re.compile(r"""\w[\])]?\[\s*:?['"]?(\w+)['"]?\s*\]""")
HASH = re.compile(
    r"\.(?:each_pair|keys|values|key\?|has_key\?|each_value|each_key|to_hash)|\[['\"]"
    r"|(?:\.sort\w*(?:\s*{[^}]*})?)?\.(?:each|map|collect|sort_by)[^|\n]{0,8}\|\s*\(?\w+\s*,"
)
ARRAY = re.compile(
    r"\.(?:each|map|collect|join|flatten|first|last|each_with_index|sort|uniq|compact|select|reject|include\?|length|each_index)\b"
)
NUMBER = re.compile(r"\.to_i|\s*[<>]=?\s*[0-9]|\s*[-+*/]\s*[0-9]")


class Question(NamedTuple):
    """A template and its variables."""

    name: str
    path: Path
    variables: dict[str, object]
    qualified: dict[str, object]


def main() -> int:
    """Fill in the templates, compare, and print."""
    options = parser(__doc__, "reference call", count=1500).parse_args()
    return with_stack(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    modules = options.modules.resolve()
    own = Own(modules, json.loads(options.facts.read_text(encoding="utf-8")))
    random = Random(options.seed)
    found = sorted(path for module in modules.iterdir() if module.name.isidentifier() for path in (module / "templates").rglob("*.erb"))
    questions = [_question(random, modules, random.choice(found)) for _ in range(options.count)]
    answers = kept_answers(options.answers, lambda: _of_reference(questions, modules, options))
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    lines = []
    for question, answer in zip(questions, answers, strict=True):
        outcome = _filled_in(own, question)
        verdict = _verdict(answer, outcome)
        counts[verdict] += 1
        if verdict == "unsupported":
            reasons[str(outcome["unknown"])] += 1
        if verdict != "same":
            given = json.dumps([{name: dump(each) for name, each in part.items()} for part in (question.variables, question.qualified)])
            shown = (json.dumps(each)[:1500] for each in (answer, outcome))
            lines.append(f"{verdict} {question.name} {given}\n    " + "\n    ".join(shown) + "\n")
    total = max(len(answers), 1)
    shares = ", ".join(f"{name} {n} ({100 * n / total:.2f} %)" for name, n in counts.most_common())
    print(f"{len(answers)} texts of {len(found)} templates: {shares}")
    for reason, count in reasons.most_common(20):
        print(f"    {count:5} {reason}")
    if options.list:
        options.list.write_text("".join(lines), encoding="utf-8")
    return 0


def _question(random: Random, modules: Path, path: Path) -> Question:
    text = path.read_text(encoding="utf-8", errors="replace")
    relative = path.relative_to(modules)
    name = "/".join((relative.parts[0], *relative.parts[2:]))
    keys = [each for each in dict.fromkeys(KEY.findall(text)) if not each.isdigit()]
    variables: dict[str, object] = {}
    qualified: dict[str, object] = {}
    for found in VARIABLE.finditer(text):
        target = variables if found[1] is not None else qualified
        word = (found[1] or found[2]).removeprefix("::")
        if word not in target and (target is qualified or random.random() < 0.93):
            target[word] = _value(random, text[found.end() : found.end() + 60], keys)
    variables = {
        word: each for word, each in variables.items() if not word[0].isupper() and word not in ("facts", "trusted", "server_facts")
    }
    return Question(name, path, variables, qualified)


def _value(random: Random, following: str, keys: list[str]) -> object:
    """A value for a variable, by the text that follows its use."""
    chance = random.random()
    if chance < 0.08:
        return None
    if chance < 0.16:
        return _scalar(random)
    if HASH.match(following):
        return _hash(random, keys, 0)
    if ARRAY.match(following):
        return tuple(
            _hash(random, keys, 1) if keys and random.random() < 0.3 else _text(random) for _ in range(random.choice((0, 1, 2, 3)))
        )
    if NUMBER.match(following):
        return random.choice(NUMBERS)
    return _scalar(random)


def _hash(random: Random, keys: list[str], depth: int) -> object:
    names = [random.choice(keys) if keys and random.random() < 0.8 else _text(random) for _ in range(random.choice((0, 1, 2, 4, 6)))]
    return Hash([(name, _hash(random, keys, depth + 1) if depth < 2 and random.random() < 0.3 else _inner(random)) for name in names])


def _inner(random: Random) -> object:
    return tuple(_text(random) for _ in range(random.choice((0, 1, 2)))) if random.random() < 0.2 else _scalar(random)


def _text(random: Random) -> str:
    return random.choice(TEXTS)


def _scalar(random: Random) -> object:
    chance = random.random()
    return _text(random) if chance < 0.6 else random.choice(NUMBERS) if chance < 0.75 else random.choice((True, False, None))


def _of_reference(questions: list[Question], modules: Path, options: argparse.Namespace) -> Iterator[Data]:
    jobs: list[Data] = [
        {
            "op": "template",
            "name": each.name,
            "variables": {name: dump(value) for name, value in each.variables.items()},
            "qualified": {name: dump(value) for name, value in each.qualified.items()},
        }
        for each in questions
    ]
    return answers_to(jobs, modules, shlex.split(options.reference))


class Host(NodeHost):
    """The host of a template, with the variables of a question."""

    def __init__(self, call: Invocation, own: Own, question: Question) -> None:
        super().__init__(call, RubyCode(own.library, own.compiler.causes))
        self.question = question
        self.kept: dict[str, object] = {}

    def assign(self, name: str, value: object, held: object, *, is_global: bool) -> None:
        self.kept[name] = held

    def held(self, name: str) -> object:
        return self.kept.get(name, MISSING)

    def variable(self, name: str) -> object:
        for values in (self.question.qualified, self.question.variables):
            if name in values:
                return values[name]
        return MISSING if name in ("name", "title") else super().variable(name)


def _filled_in(own: Own, question: Question) -> Data:
    compiler = own.compiler
    compiler.budget.renew()
    host = Host(Invocation(compiler.evaluator(Text(b"")), ast.LiteralUndef(0, 0), compiler.top), own, question)
    try:
        with compiler.budget.metered():
            text = question.path.read_bytes().decode("utf-8", "surrogateescape")
            found = render_erb(text, host, compiler.budget, question.name, str(question.path))
    except BudgetError as error:
        return {"unknown": f"budget: {error}"}
    except (EvaluationError, MessageError) as error:
        return {"error": str(error)}
    if isinstance(found, NotComputed):
        return {"unknown": str(found.reason)}
    return {"unknown": "a hole"} if isinstance(found, TextWithHoles) else {"value": found}


def _verdict(answer: Data, outcome: Data) -> str:
    if "unknown" in outcome:
        return "unsupported"
    if "error" in answer or "error" in outcome:
        if "error" in answer and "error" in outcome:
            return "same" if str(answer["error"])[:500].strip() == str(outcome["error"])[:500].strip() else "other message"
        return "same" if answer.get("class") == "Unsayable" else "wrong"
    return "same" if answer["value"] == outcome["value"] else "wrong"


if __name__ == "__main__":
    raise SystemExit(main())
