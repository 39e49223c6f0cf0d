"""The catalog of one example, for a debugger."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import NoReturn

from puppet_check.reports.catalogs.compilation import Compilation
from puppet_check.specs.catalogs.compiling import Catalogs, Job, Made
from puppet_check.specs.machine import Options
from puppet_check.specs.running import examples_in, loaded, run_example
from puppet_check.specs.suite import module_of
from puppet_typesys.node_catalogs.node import Node


class NoCatalogError(Exception):
    """Raised for an example without a catalog to debug; the text says why."""


def catalog_of(path: str, example: str) -> tuple[Compilation, Node]:
    """What compiles the first catalog that an example asks for, and its node. Raises NoCatalogError."""
    folder = module_of(path)
    if folder is None:
        raise NoCatalogError("the spec is not in a module")
    catalogs = _Asked(folder)
    file = os.path.abspath(path)
    with loaded(file, folder, catalogs, Options(ids={file: frozenset((example,))})) as (machine, broken):
        examples = [each for group in machine.groups for each in examples_in(machine, group)]
        if not examples:
            raise NoCatalogError(f"{example} does not exist{f': line {broken[0]}: {broken[1]}' if broken is not None else ''}")
        try:
            result = run_example(machine, examples[0])
        except _Wanted as wanted:
            job = wanted.job
        else:
            raise NoCatalogError(f"{example} compiles no catalog{f': {result.message}' if result.message else ''}")
    compilation, node = catalogs.compilation(job)
    return compilation, replace(node, variables=job.variables)


class _Wanted(BaseException):
    """Raised in the run of an example where it asks for a catalog. No code of the example catches it."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job = job


class _Asked(Catalogs):
    """Catalogs that are not compiled: the first one that is asked for ends the run."""

    def of(self, job: Job) -> NoReturn:
        raise _Wanted(job)

    def anew(self, job: Job) -> Made:
        raise _Wanted(job)
