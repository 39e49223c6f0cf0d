"""Works on items in forks of this process that are chosen one by one, as the results of others may make some unnecessary."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import partial

from puppet_check.reports import forks
from puppet_check.reports.forks import Item, Result, Work, after_end, readable
from puppet_check.reports.parallel import processors
from puppet_check.stack import run_deep


def on_demand(supply: Callable[[], Item | None], jobs: int, work: Work[Item, Result]) -> Iterator[Result]:
    """The results of the items that a function supplies, in any order; `jobs` as in `check_files`.

    The function is called again after each result. If it supplies nothing, it may do so after the next one.
    """
    if not forks.AVAILABLE:
        result_of = work.started()
        while (item := supply()) is not None:
            yield run_deep(partial(result_of, item))
        return
    gc.collect()
    gc.freeze()
    idle: list[forks.Fork[Item, Result]] = []
    busy: list[forks.Fork[Item, Result]] = []
    tried: set[Item] = set()
    again: list[Item] = []
    try:
        while True:
            while len(busy) < (jobs or processors()) and (item := again.pop() if again else supply()) is not None:
                fork = idle.pop() if idle else forks.Fork(work, [*idle, *busy])
                fork.give(0, [item])
                busy.append(fork)
            if not busy:
                return
            for fork in readable(busy):
                found = fork.take()
                if found is None:
                    busy.remove(fork)
                    found = after_end(fork, tried, work)
                    again += fork.items
                elif not fork.items:
                    busy.remove(fork)
                    idle.append(fork)
                yield from found
    finally:
        for fork in (*idle, *busy):
            fork.kill()
