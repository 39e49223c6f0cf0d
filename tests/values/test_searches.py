"""Searches for regular expressions leave the lock of the interpreter alone, so that they keep no other thread waiting."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.regexp import Regexp

PATTERNS = ["a+b", "^(a|b)*c$", r"(?<name>\w+)-\d+"]


@pytest.fixture
def unforced() -> Iterator[None]:
    """A thread gives up the lock only of its own accord."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(before)


def turns_of_another_thread(work: Callable[[], object]) -> int:
    """How often another thread was let run by some work."""
    turns = 0
    is_over = False

    def count() -> None:
        nonlocal turns
        while not is_over:
            turns += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    while not turns:
        time.sleep(0)
    before = turns
    work()
    after = turns
    is_over = True
    thread.join()
    return after - before


@pytest.mark.usefixtures("unforced")
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_search_does_not_let_other_threads_run(pattern: str) -> None:
    searched = Regexp(pattern)
    searched.match("")  # compiles it

    def search() -> None:
        for number in range(2000):
            searched.match(f"abc-{number}")

    # One that lets them run only for a moment makes those that wait for their turn begin to wait anew.
    assert turns_of_another_thread(search) == 0
    assert turns_of_another_thread(lambda: [time.sleep(0) for _ in range(2000)]) > 0


@pytest.mark.usefixtures("unforced")
def test_a_long_search_lets_other_threads_run() -> None:
    slow = Regexp("^(a|aa)+$")
    slow.match("")

    def search() -> None:
        with pytest.raises(BudgetError, match="takes too long"):
            slow.match("a" * 100 + "b")

    assert turns_of_another_thread(search) > 10
