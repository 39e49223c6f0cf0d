"""PuppetDB: the nodes that it knows, with their facts, what they export, and the catalogs that are stored of them.

Only the query API is used (`/pdb/query/v4`), which changes nothing. Answers are asked for in parts, so that their size has a limit.
"""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from puppet_check.config.error import ConfigError
from puppet_check.config.facts import SharedValues, value_of
from puppet_check.config.node_facts import NodeFacts
from puppet_check.reading.files import read_text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.evaluate.exports import Export
from puppet_typesys.values.hash import EMPTY, Hash

if TYPE_CHECKING:
    import httpx

PATH = "/pdb/query/v4"
SECONDS = 60.0
"""How long PuppetDB may take to connect, and between two parts of an answer."""
LARGEST = 256 << 20
"""The number of bytes past which an answer is given up."""
ERROR_NUMBER = lazy_pattern(r"\[Errno -?\d+\] ")
"""What a message of the system begins with that says nothing to its reader."""
ATTEMPTS = 3
PAUSE = 0.5
"""The number of seconds before the second attempt; each further one waits twice as long."""
BUSY = (502, 503, 504)
"""The statuses of a server that may answer the next time."""
NODES, RESOURCES = 200, 5000
"""How many nodes, and resources, are asked for at once."""
SHOWN = 300
"""How much of a refusal is shown."""
ACTIVE = "nodes[certname] { }"
NO_CODE = ("main", "settings")
"""The classes that every catalog has."""
Row = Mapping[str, object]


class Connection(NamedTuple):
    """Where a PuppetDB is, and who asks; paths are those of files in PEM."""

    url: str
    token: str | None = None
    """The path of a file with a token for authentication."""
    certificate: str | None = None
    key: str | None = None
    authority: str | None = None


class PuppetDB:
    """A connection. Used on one thread, and in the process that has made it."""

    def __init__(self, connection: Connection) -> None:
        """A connection, which is made at the first question. Raises ConfigError for what cannot be one."""
        if not connection.url.startswith(("http://", "https://")):
            raise ConfigError(f"--puppetdb {connection.url}: expected an address such as https://puppetdb:8081")
        self.url = connection.url.rstrip("/")
        self._client = _client(connection)

    def nodes(self, pql: str | None = None) -> list[NodeFacts]:
        """The nodes that a query names by `certname`, by default all that are active, with their facts. Raises ConfigError."""
        rows = self.query(pql or ACTIVE)
        names = [name for each in rows if isinstance(name := each.get("certname"), str)]
        if len(names) < len(rows):
            raise ConfigError(f"--nodes {pql}: the answer has no certname; expected a query such as `inventory[certname] {{ ... }}`")
        found: list[NodeFacts] = []
        values = SharedValues()
        left = iter(dict.fromkeys(names))
        while part := [*islice(left, NODES)]:
            rows = self.query(f"inventory[certname, environment, facts, trusted] {{ certname in {json.dumps(part)} }}")
            by_name = {str(each["certname"]): each for each in rows if "certname" in each}
            found += [_node(name, by_name[name], values) for name in part if name in by_name]
        return found

    def exports(self) -> Iterator[Export]:
        """The resources that nodes export. Raises ConfigError."""
        yield from map(_export, self._resources("certname, type, title, parameters, tags", "exported = true"))

    def classes(self, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The classes that stored catalogs of nodes have and no other class of them has declared, by node. Raises ConfigError."""
        found: dict[str, tuple[str, ...]] = {}
        left = iter(names)
        while part := [*islice(left, NODES)]:
            rows = self._resources("certname, type, title, tags", f'certname in {json.dumps(part)} and type in ["Class", "Node"]')
            for name, own in groupby(rows, key=lambda row: str(row.get("certname"))):
                found[name] = outermost([*own])
        return found

    def _resources(self, fields: str, condition: str) -> Iterator[Row]:
        wanted = f"resources[{fields}] {{ {condition} order by certname, type, title"
        for first in range(0, 1 << 40, RESOURCES):
            rows = self.query(f"{wanted} limit {RESOURCES} offset {first} }}")
            yield from rows
            if len(rows) < RESOURCES:
                return

    def catalog(self, name: str) -> Row | None:
        """The stored catalog of a node, as PuppetDB has it; None without one. Raises ConfigError."""
        rows = self.query(f"catalogs {{ certname = {json.dumps(name)} }}")
        return rows[0] if rows else None

    def catalog_hashes(self, names: Iterable[str]) -> dict[str, str]:
        """The hashes that PuppetDB has of the stored catalogs of nodes, by node. Raises ConfigError."""
        found: dict[str, str] = {}
        left = iter(names)
        while part := [*islice(left, NODES)]:
            rows = self.query(f"catalogs[certname, hash] {{ certname in {json.dumps(part)} }}")
            found |= {str(each.get("certname")): str(each.get("hash")) for each in rows}
        return found

    def query(self, query: object) -> list[Row]:
        """The rows that answer a query in PQL, or its syntax tree as JSON has it. Raises ConfigError."""
        body = self._body(query)
        try:
            found = json.loads(body)
        except ValueError:
            raise ConfigError(f"{self.url}{PATH}: the answer is no JSON: {_start(body)}") from None
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise ConfigError(f"{self.url}{PATH}: the answer is no list of rows; is this the address of a PuppetDB?")
        return found

    def _body(self, query: object) -> bytes:
        import httpx  # only who asks a PuppetDB has it

        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(PAUSE * 2 ** (attempt - 1))
            try:
                status, body = self._answer(query)
            except httpx.TransportError as error:
                reason = f"cannot be reached: {ERROR_NUMBER.sub('', str(error)) or type(error).__name__}"
                continue
            if status not in BUSY:
                break
            reason = f"has answered with status {status}"
        else:
            raise ConfigError(f"{self.url}: PuppetDB {reason} ({ATTEMPTS} attempts)")
        if status != httpx.codes.OK:
            raise ConfigError(f"{self.url}{PATH}: PuppetDB refuses the query with status {status}: {_start(body) or query}")
        return body

    def _answer(self, query: object) -> tuple[int, bytes]:
        body = bytearray()
        with self._client.stream("POST", self.url + PATH, json={"query": query}) as response:
            for each in response.iter_bytes():
                body += each
                if len(body) > LARGEST:
                    raise ConfigError(
                        f"{self.url}{PATH}: the answer has more than {LARGEST >> 20} MiB, and is given up: {str(query)[:SHOWN]}"
                    )
        return response.status_code, bytes(body)


def _client(connection: Connection) -> httpx.Client:
    try:
        import httpx  # an extra
    except ImportError:
        raise ConfigError("--puppetdb needs the package httpx, which is the extra `fleet` of puppet-check") from None
    headers = {"Accept": "application/json"}
    if connection.token is not None:
        headers["X-Authentication"] = _token(connection.token)
    try:
        context = ssl.create_default_context(cafile=connection.authority)
        if connection.certificate is not None:
            context.load_cert_chain(connection.certificate, connection.key)
    except (OSError, ssl.SSLError) as error:
        paths = ", ".join(filter(None, (connection.authority, connection.certificate, connection.key)))
        raise ConfigError(f"the certificate of --puppetdb cannot be used: {error} ({paths})") from None
    return httpx.Client(headers=headers, verify=context, timeout=SECONDS, follow_redirects=False, trust_env=False)


def _token(path: str) -> str:
    try:
        return read_text(path, 1 << 16).strip()
    except OSError as error:
        raise ConfigError(f"--puppetdb-token {path}: {error.strerror}") from None


def _start(body: bytes) -> str:
    return " ".join(body[:SHOWN].decode("utf-8", "replace").split())


def _node(name: str, row: Row, values: SharedValues) -> NodeFacts:
    environment = row.get("environment")
    facts, trusted = _hash(row.get("facts"), values), _hash(row.get("trusted"), values)
    return NodeFacts(name, facts, trusted, environment if isinstance(environment, str) else "")


def _export(row: Row) -> Export:
    parameters = row.get("parameters")
    values = parameters.items() if isinstance(parameters, dict) else ()
    tags = row.get("tags")
    return Export(
        str(row.get("certname")),
        str(row.get("type")),
        str(row.get("title")),
        tuple((str(name), value_of(value)) for name, value in values if name != "alias"),
        tuple(map(str, tags)) if isinstance(tags, Sequence) else (),
    )


def outermost(resources: Sequence[Row]) -> tuple[str, ...]:
    """The classes among the classes and the node definition of a catalog that no class has declared.

    A class has the tags of the one that declares it first, and all have those of the node definition.
    """
    of_node = {tag for each in resources if each.get("type") == "Node" for tag in _tags(each)}
    found = []
    for each in resources:
        name = str(each.get("title")).lower()
        if each.get("type") == "Class" and name not in NO_CODE and _tags(each) <= of_node | {"class", name, *name.split("::")}:
            found.append(name)
    return tuple(found)


def _tags(row: Row) -> set[str]:
    tags = row.get("tags")
    return set(map(str, tags)) if isinstance(tags, list) else set()


def _hash(value: object, values: SharedValues) -> Hash:
    return Hash((values.of(str(name)), values.of(each)) for name, each in value.items()) if isinstance(value, dict) else EMPTY
