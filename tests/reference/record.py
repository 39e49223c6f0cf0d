"""Ask the reference about every snippet of `tests/data/snippets`, and write the answers as cases.

    python -m tests.reference.record [--reference COMMAND] [--out FOLDER] [--limit N] [GROUP...]

Where a group has more snippets than its limit, the recorded ones are drawn evenly, always the same. `--limit` sets another limit, for a
wider look with `python -m bench.syntax FOLDER`.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import re
from pathlib import Path

from tests.reference.snippets import Group, Snippet, group_names, read_group
from tests.support.reference import COMMAND, Answer, Question, ask

FOLDER = Path(__file__).parent.parent / "data" / "more"
LONGEST_PN = 1000
MOST_SPANS = 40
PLACE = re.compile(r" \(line: \d+, column: \d+\)$")
INTERNAL = {"SystemStackError", "NoMethodError", "TypeError", "NameError"}


def main() -> None:
    """Record the groups that the command line names, or all of them."""
    parser = argparse.ArgumentParser(prog="record", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="GROUP")
    parser.add_argument("--reference", default=COMMAND, metavar="COMMAND")
    parser.add_argument("--out", type=Path, default=FOLDER, metavar="FOLDER")
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.groups or group_names():
        group = read_group(name)
        drawn = draw(group.snippets, options.limit or group.limit)
        record(group, drawn, options.out / f"{name}.jsonl", options.reference)
        print(f"{name}: {len(drawn)} of {len(group.snippets)} snippets", flush=True)


def draw(snippets: list[Snippet], limit: int) -> list[Snippet]:
    """At most `limit` of the snippets, in their order."""
    drawn = set(sorted(snippets, key=lambda snippet: hashlib.sha1(snippet.source).digest())[:limit])
    return [snippet for snippet in snippets if snippet in drawn]


def record(group: Group, snippets: list[Snippet], file: Path, command: str) -> None:
    """Write the file of a group."""
    questions = (Question(snippet.source, snippet.mode, ("spans",)) for snippet in snippets)
    with file.open("w", encoding="utf-8") as lines:
        for number, (snippet, answer) in enumerate(zip(snippets, ask(questions, command), strict=True), 1):
            case = {"id": f"{group.name}-{number:04}", "group": group.name} | _source(snippet) | _answer(answer)
            lines.write(json.dumps(case, ensure_ascii=False) + "\n")


def _source(snippet: Snippet) -> dict[str, object]:
    modes: dict[str, object] = {"epp": True} if snippet.mode.epp else {"tasks": True} if snippet.mode.tasks else {}
    try:
        return {"code": snippet.source.decode()} | modes
    except UnicodeDecodeError:
        return {"b64": base64.b64encode(snippet.source).decode()} | modes


def _answer(answer: Answer) -> dict[str, object]:
    case: dict[str, object] = {}
    match answer:
        case {"error": dict(error)}:
            message = PLACE.sub("", str(error["message"]))
            crash: dict[str, object] = {"crash": True} if error["class"] in INTERNAL else {}
            place = {"line": error.get("line"), "pos": error.get("pos"), "issue": error.get("issue_code")}
            case["error"] = {"message": message} | place | crash
        case _:
            case |= _tree(answer)
    if log := answer.get("log"):
        assert isinstance(log, list)
        case["warnings"] = [{key: entry[key] for key in ("message", "line", "pos")} for entry in log]
    return case


def _tree(answer: Answer) -> dict[str, object]:
    pn, spans, diagnostics = answer.get("pn"), answer["spans"], answer["diagnostics"]
    assert isinstance(spans, list) and isinstance(diagnostics, list)
    case: dict[str, object] = {}
    if isinstance(pn, str):
        if len(pn) <= LONGEST_PN:
            case["pn"] = pn
        case["pn_sha1"] = hashlib.sha1(pn.encode()).hexdigest()
    case["valid"] = answer["valid"]
    case["issues"] = [{key: each[key] for key in ("issue", "severity", "line", "pos")} for each in diagnostics[:10]]
    if isinstance(failure := answer.get("validation_error"), dict):
        case["validation_error"] = failure["message"]
    if len(spans) <= MOST_SPANS:
        case["spans"] = spans
    return case


if __name__ == "__main__":
    main()
