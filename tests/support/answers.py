"""Answers to questions, from the reference (a command that speaks the batch protocol) and from this project (in this process)."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from puppet_check.cli.batch import operation, protocol_settings
from puppet_check.cli.snippet import evaluate_snippet
from tests.support.comparison import Answer

Question = dict[str, str]
"""A request of the batch protocol: `code`, or `op` with `left` and possibly `right`."""

STACK = 256 * 1024 * 1024
T = TypeVar("T")


class Asked:
    """A process of the reference that answers questions in the background."""

    def __init__(self, command: str, questions: list[Question]) -> None:
        self.command = command
        self.questions = questions
        self.output = Path(tempfile.mkstemp(suffix=".jsonl")[1])
        lines = "".join(json.dumps({"id": number, **question}) + "\n" for number, question in enumerate(questions))
        self.input = Path(tempfile.mkstemp(suffix=".jsonl")[1])
        self.input.write_text(lines, encoding="utf-8")
        with self.input.open() as source, self.output.open("w") as target:
            self.process = subprocess.Popen(shlex.split(command), stdin=source, stdout=target, stderr=subprocess.DEVNULL)

    def answers(self) -> list[Answer | None]:
        """The answers in the order of the questions; None for a question that ended the process."""
        self.process.wait()
        found: dict[int, Answer] = {}
        for line in self.output.read_text(encoding="utf-8").splitlines():
            if line.startswith("{"):
                answer = json.loads(line)
                found[answer["id"]] = answer
        self.input.unlink()
        self.output.unlink()
        rest = [number for number in range(len(self.questions)) if number > max(found, default=-1)]
        if len(rest) > 1 and found:
            later = Asked(self.command, [self.questions[number] for number in rest[1:]]).answers()
            found.update({number: answer for number, answer in zip(rest[1:], later, strict=True) if answer is not None})
        return [found.get(number) for number in range(len(self.questions))]


def own_answer(question: Question) -> Answer:
    """This project's answer; an exception is reported as a failure."""
    try:
        return operation(dict(question)) if "op" in question else evaluate_snippet(question["code"], protocol_settings())
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return {"failure": f"{type(error).__name__}: {str(error)[:150]} at {Path(place.filename).name}:{place.lineno}"}


def timed_answer(question: Question) -> Answer:
    """This project's answer; one that takes more than two seconds of CPU time is reported as a failure as well."""
    started = time.thread_time()
    answer = own_answer(question)
    seconds = time.thread_time() - started
    return {"failure": f"slow: {seconds:.1f} s", **answer} if seconds > 2 else answer


def with_stack(run: Callable[[], T]) -> T:
    """Call a function with a stack for deep recursion, as the command does."""
    result: list[T] = []
    sys.setrecursionlimit(40_000)
    threading.stack_size(STACK)
    thread = threading.Thread(target=lambda: result.append(run()))
    thread.start()
    thread.join()
    if not result:
        raise SystemExit(1)
    return result[0]
