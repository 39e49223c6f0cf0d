"""The answers of a PuppetDB to the queries that code asks with `puppetdb_query`."""

from __future__ import annotations

import json
import os

from puppet_check.config.error import ConfigError
from puppet_check.config.facts import value_of
from puppet_check.fleet.puppetdb import Connection, PuppetDB
from puppet_typesys.node_catalogs.queries import unanswered
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash

MOST_ANSWERS = 256
"""How many answers are kept; nodes often ask for the same."""


class AskedQueries:
    """The answers of one PuppetDB, kept for the nodes that ask for the same. Each process has a connection of its own."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._made: tuple[int, PuppetDB] | None = None
        """The process, and its connection."""
        self._answers: dict[str, object] = {}

    def __call__(self, query: object) -> object:
        """The answer to a query in PQL, or to its syntax tree, unknown if that has values that JSON does not have.

        Raises ArgumentError, as a server does, if it is refused.
        """
        try:
            asked = _plain(query)
        except TypeError:
            return unanswered(query)
        key = json.dumps(asked)
        if key not in self._answers:
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            try:
                self._answers[key] = tuple(value_of(row) for row in self._connected().query(asked))
            except ConfigError as error:
                raise ArgumentError(str(error)) from None
        return self._answers[key]

    def _connected(self) -> PuppetDB:
        process = os.getpid()
        if self._made is None or self._made[0] != process:
            self._made = process, PuppetDB(self._connection)
        return self._made[1]


def _plain(value: object) -> object:
    """A query as JSON has it. Raises TypeError for values that it does not have."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Hash):
        return {str(name): _plain(each) for name, each in value.items()}
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(type(value).__name__)
