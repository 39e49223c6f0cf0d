"""Evaluates the EPP templates of working modules in the reference and in `puppet-eval --catalog`, and compares the texts and errors.

    python -m bench.epp_templates --seed N --count 1500 --facts FILE --reference COMMAND MODULES

The parameters of a template have values of their types, mostly, and the classes are included whose variables it reads. COMMAND answers
lines of JSON with whole catalogs. `--answers FILE` keeps its answers for further runs with the same seed; `--list FILE` writes what
differs.
"""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from bench.reference_jobs import NODE, Data, ask, kept_answers, parser

from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_grammar.text import Text

QUALIFIED = re.compile(r"\$(?:::)?((?:[a-z]\w*::)+)[a-z]\w*")
PLACE = re.compile(r" \((?:file|line): ")
LENGTH = 500
"""The number of characters of messages that are compared; the reference cuts them."""
TITLE = "text of the template"
WORDS = ("'a'", "''", "'/etc/x.conf'", "'two words'", '"a\\nb\\n"', "'http://example.com:80/p'", "'10.0.0.1'", "'ä'", "'5'", "'$x <%= %>'")
NUMBERS = ("0", "1", "-1", "80", "65535", "1.5")
SCALARS = (*WORDS, *NUMBERS, "true", "false", "undef")
NAMED = {
    "Boolean": ("true", "false"),
    "Integer": NUMBERS[:5],
    "Numeric": NUMBERS,
    "Float": ("1.5", "-0.25"),
    "Stdlib::Port": ("80", "65535"),
    "Stdlib::Host": ("'example.com'", "'10.0.0.1'"),
    "Stdlib::Absolutepath": ("'/etc/x.conf'", "'/var'"),
    "Stdlib::Unixpath": ("'/etc/x.conf'", "'/var'"),
    "Stdlib::HTTPUrl": ("'http://example.com'",),
    "Stdlib::IP::Address": ("'10.0.0.1'", "'::1'"),
    "String": WORDS,
    "Any": SCALARS,
}
"""The code of values by type; of other types any value is taken."""


def main() -> None:
    """Make the calls, evaluate them twice, compare and count."""
    options = parser(__doc__, "reference catalog", count=1500).parse_args()
    modules = options.modules.resolve()
    random = Random(options.seed)
    found = sorted(path for module in modules.iterdir() if module.name.isidentifier() for path in (module / "templates").rglob("*.epp"))
    calls = [_code(random, modules, random.choice(found)) for _ in range(options.count)]
    jobs = [{"id": number, "code": code, "modulepath": [str(modules)], "node": NODE} for number, code in enumerate(calls)]
    answers = kept_answers(options.answers, lambda: ask(jobs, shlex.split(options.reference)))
    facts = json.loads(options.facts.read_text(encoding="utf-8"))
    own = ask(
        [{"id": each["id"], "code": each["code"], "node": NODE, "facts": facts} for each in jobs],
        ["puppet-eval", "--catalog", "--batch", "--modulepath", str(modules)],
    )
    counts: Counter[str] = Counter()
    lines = []
    for code, answer, outcome in zip(calls, answers, own, strict=True):
        verdict = _verdict(answer, outcome)
        counts[verdict] += 1
        if not verdict.startswith("same"):
            lines.append(f"{verdict}: {code}\n    {_shown(answer)[:1500]}\n    {_shown(outcome)[:1500]}\n")
    shares = ", ".join(f"{name} {n} ({100 * n / len(calls):.2f} %)" for name, n in counts.most_common())
    print(f"{len(calls)} texts of {len(found)} templates: {shares}")
    if options.list:
        options.list.write_text("".join(lines), encoding="utf-8")


def _code(random: Random, modules: Path, path: Path) -> str:
    """Code that declares a resource with the text of a template."""
    source = path.read_bytes()
    relative = path.relative_to(modules)
    name = "/".join((relative.parts[0], *relative.parts[2:]))
    classes = dict.fromkeys(each.removesuffix("::") for each in QUALIFIED.findall(source.decode("utf-8", "replace")))
    arguments = ", ".join(f"'{each}' => {value}" for each, value in _arguments(random, Text(source)))
    included = "".join(f"include {each}\n" for each in classes)
    call = f"epp('{name}', {{ {arguments} }})" if arguments else f"epp('{name}')"
    return f"{included}notify {{ '{TITLE}': message => {call} }}"


def _arguments(random: Random, text: Text) -> Iterator[tuple[str, str]]:
    program, _ = lower(parse(text.source, Mode(epp=True)))
    body = program.body
    parameters = body.parameters if isinstance(body, ast.LambdaExpression) else ()
    for each in parameters:
        if random.random() < (0.99 if each.value is None else 0.2):
            yield each.name, _value(random, each.type_expr)


def _value(random: Random, type: ast.Expression | None) -> str:
    """The code of a value of a type, as far as it is known, and sometimes of another one."""
    if type is None or random.random() < 0.01:
        return random.choice(SCALARS)
    if isinstance(type, ast.AccessExpression) and isinstance(type.left_expr, ast.QualifiedReference):
        name = type.left_expr.cased_value
        return PARAMETERIZED[name](random, type.keys) if name in PARAMETERIZED else _named(random, name)
    return _named(random, type.cased_value) if isinstance(type, ast.QualifiedReference) else random.choice(SCALARS)


def _named(random: Random, name: str) -> str:
    if name == "Array":
        return _array(random, ())
    if name == "Hash":
        return _hash(random, ())
    return random.choice(NAMED.get(name, SCALARS))


def _array(random: Random, keys: tuple[ast.Expression, ...]) -> str:
    inner = keys[0] if keys else None
    return "[" + ", ".join(_value(random, inner) for _ in range(random.choice((0, 1, 2, 3)))) + "]"


def _hash(random: Random, keys: tuple[ast.Expression, ...]) -> str:
    inner = keys[1] if len(keys) > 1 else None
    return "{" + ", ".join(f"{random.choice(WORDS)} => {_value(random, inner)}" for _ in range(random.choice((0, 1, 2)))) + "}"


def _optional(random: Random, keys: tuple[ast.Expression, ...]) -> str:
    return "undef" if random.random() < 0.3 or not keys else _value(random, keys[0])


def _enum(random: Random, keys: tuple[ast.Expression, ...]) -> str:
    return random.choice([f"'{each.value}'" for each in keys if isinstance(each, ast.LiteralString)] or ["'a'"])


def _variant(random: Random, keys: tuple[ast.Expression, ...]) -> str:
    return _value(random, random.choice(keys)) if keys else "undef"


PARAMETERIZED: dict[str, Callable[[Random, tuple[ast.Expression, ...]], str]] = {
    "Array": _array,
    "Hash": _hash,
    "Optional": _optional,
    "Enum": _enum,
    "Variant": _variant,
}


def _text(answer: Data) -> object:
    """The text in a catalog."""
    catalog = answer.get("catalog", answer)
    resources = catalog.get("resources") if isinstance(catalog, dict) else None
    assert isinstance(resources, list)
    return next((each["parameters"].get("message") for each in resources if each["title"] == TITLE), None)


def _error(answer: Data) -> str | None:
    error = answer.get("error")
    return None if not error else str(error["message"] if isinstance(error, dict) else error)


def _verdict(answer: Data, outcome: Data) -> str:
    error, own = _error(answer), _error(outcome)
    if error is not None or own is not None:
        if error is None or own is None:
            return "wrong"
        return "same error" if PLACE.split(error)[0][:LENGTH] == PLACE.split(own)[0][:LENGTH] else "other message"
    text, own_text = _text(answer), _text(outcome)
    return "same text" if text == own_text else "wrong" if isinstance(own_text, str) else "unknown"


def _shown(answer: Data) -> str:
    return json.dumps(_error(answer) or _text(answer))


if __name__ == "__main__":
    main()
