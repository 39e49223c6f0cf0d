"""Asks the reference whether the types of operators hold: random expressions over values whose types are inferred from wider ones.

    bench/operators.py --reference 'COMMAND eval' [--count 2000] [--seed 1]

The command reads JSON lines with "id" and "code", and answers with "value" or "error".
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

PARAMETERS = {
    "Integer[1, 10]": ["1", "7", "10"],
    "Integer": ["-5", "0", "70000"],
    "Float": ["0.5", "-2.0"],
    "Numeric": ["1", "2.5"],
    "Boolean": ["true", "false"],
    "String": ["''", "'abc'"],
    "String[1]": ["'x'", "'12'"],
    "Enum['x', 'y']": ["'x'", "'y'"],
    "Optional[String]": ["undef", "'a'"],
    "Variant[String, Integer]": ["'a'", "4"],
    "Array[Integer]": ["[]", "[3, 1]"],
    "Array[String, 1]": ["['a']", "['b', 'a']"],
    "Tuple[String, Integer]": ["['a', 1]"],
    "Hash[String, Integer]": ["{}", "{'a' => 1}"],
    "Struct[{'a' => String, Optional['b'] => Integer}]": ["{'a' => 'x'}", "{'a' => 'x', 'b' => 2}"],
    "Timespan": ["Timespan(5)"],
    "Timestamp": ["Timestamp(5)"],
}
FORMS = [
    *(f"$p {operator} $q" for operator in ("+", "-", "*", "/", "%", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "in")),
    "$p[$q]",
    "$p[0]",
    "$p[-1]",
    "$p[1, 2]",
    "$p['a']",
    "-$p",
    '"${p}-${q}"',
    "[*$p, $q]",
    "[$p, $q][1]",
    "{ 'a' => $p } + { 'b' => $q }",
    "{ 'a' => $p, 'c' => 1 } - $q",
    "Array($p, true)",
    "Array($p)",
    "String($p)",
    "Integer($p)",
    "Numeric($p)",
    "Hash([['k', $p]])",
    "Boolean($p)",
]


def main() -> None:
    """Print the expressions whose value is not an instance of the inferred type, or that are reported and have a value."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", required=True)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    asked = [(rng.choice(FORMS), rng.choice([*PARAMETERS]), rng.choice([*PARAMETERS])) for _ in range(given.count)]
    types = inferred(asked)
    requests = []
    for number, (form, one, other) in enumerate(asked):
        call = f"with({rng.choice(PARAMETERS[one])}, {rng.choice(PARAMETERS[other])}) |{one} $p, {other} $q| {{ {form} }}"
        requests.append({"id": f"{number}", "code": f"$r = {call}\n$r =~ {types.get(number, 'Any')}"})
    text = "".join(json.dumps(each) + "\n" for each in requests)
    answers = subprocess.run(shlex.split(given.reference), input=text, capture_output=True, text=True, check=True).stdout
    found = {each["id"]: each for each in map(json.loads, answers.splitlines())}
    held = failed = unsound = 0
    for request in requests:
        answer = found.get(request["id"])
        if answer is None or answer.get("error"):
            failed += 1
        elif answer["value"] == "true":
            held += 1
        else:
            unsound += 1
            print("unsound:", request["code"].replace("\n", "; "))
    print(f"{given.count} expressions, {len(types)} with a type: {held} hold, {failed} fail, {unsound} unsound")


def inferred(asked: list[tuple[str, str, str]]) -> dict[int, str]:
    """The types that the checker shows for expressions, by their numbers."""
    lines = [f"class c{number}({one} $p, {other} $q) {{ $r = {form} }}" for number, (form, one, other) in enumerate(asked)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "site.pp")
        path.write_text("\n".join(lines) + "\n")
        shown = subprocess.run(["puppet-check", "--types", str(path)], capture_output=True, text=True, check=False).stdout
    return {int(match[1]) - 1: match[2] for match in re.finditer(r"^ +(\d+):\d+ \$r: (\S.*)$", shown, re.MULTILINE)}


if __name__ == "__main__":
    main()
