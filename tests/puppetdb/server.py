"""A real PuppetDB, and a Puppet Server that stores catalogs in it, which `.ci/puppetdb` runs."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

Data = dict[str, Any]
WAIT = 60
"""The number of seconds that a command may take to be processed."""
PAUSE = 0.02


def query(asked: str) -> list[Data]:
    """The answer of PuppetDB to a query in PQL."""
    found: list[Data] = json.loads(_sent(f"{os.environ['PUPPETDB_URL']}/pdb/query/v4", json.dumps({"query": asked}).encode()))
    return found


def command(name: str, version: int, certname: str, payload: Data) -> None:
    """Send a command to PuppetDB, and wait until it is done."""
    options = {"command": name, "version": version, "certname": certname, "secondsToWaitForCompletion": WAIT}
    answer = json.loads(_sent(f"{os.environ['PUPPETDB_URL']}/pdb/cmd/v1?{urllib.parse.urlencode(options)}", json.dumps(payload).encode()))
    assert not answer.get("timed_out"), f"{name} of {certname} takes longer than {WAIT} s"


def store_facts(certname: str, facts: Data, environment: str = "production") -> None:
    """Store the facts of a node."""
    named = {"certname": certname, "environment": environment, "producer": "localhost", "producer_timestamp": _now()}
    command("replace_facts", 5, certname, {**named, "values": facts})


def store_catalog(certname: str, resources: list[Data]) -> None:
    """Store a catalog without edges; resources have a type, a title, parameters, tags and whether they are exported."""
    payload = {
        "certname": certname,
        "version": "1",
        "environment": "production",
        "transaction_uuid": None,
        "catalog_uuid": None,
        "code_id": None,
        "job_id": None,
        "producer": "localhost",
        "producer_timestamp": _now(),
        "resources": [{"file": None, "line": None, **each} for each in resources],
        "edges": [],
    }
    command("replace_catalog", 9, certname, payload)


def deactivate_all() -> None:
    """Let PuppetDB forget all nodes: what they export is collected no more."""
    for each in query("nodes[certname] { }"):
        command("deactivate_node", 3, each["certname"], {"certname": each["certname"], "producer_timestamp": _now()})


def write_environment(name: str, files: Mapping[str, str]) -> None:
    """Give the server an environment."""
    for path, text in files.items():
        target = Path(os.environ["PUPPETSERVER_ENVIRONMENTS"]) / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        for each in (target, *target.parents[: len(Path(path).parts)]):
            each.chmod(0o755)


def compile_catalog(certname: str, facts: Data, environment: str) -> str | None:
    """Let the server compile the catalog of a node with its facts, and store both; return the error if it does not compile."""
    identity = str(uuid.uuid4())
    given = urllib.parse.quote(json.dumps({"name": certname, "values": facts, "timestamp": _now()}))
    form = {"environment": environment, "facts_format": "application/json", "facts": given, "transaction_uuid": identity}
    headers = {"Accept": "application/json", "X-Client-Verify": "SUCCESS", "X-Client-DN": f"CN={certname}"}
    address = f"{os.environ['PUPPETSERVER_URL']}/puppet/v3/catalog/{certname}"
    try:
        _sent(address, urllib.parse.urlencode(form).encode(), "application/x-www-form-urlencoded", headers)
    except urllib.error.HTTPError as error:
        return error.read().decode("utf-8", "replace")
    _wait_for(certname, identity)
    return None


def hashes() -> dict[str, str]:
    """The hashes of the stored catalogs, by node."""
    return {each["certname"]: each["hash"] for each in query("catalogs[certname, hash] { }")}


def _wait_for(certname: str, identity: str) -> None:
    """Wait until PuppetDB has stored a catalog that the server has sent."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        if query(f"catalogs[certname] {{ certname = {json.dumps(certname)} and transaction_uuid = {json.dumps(identity)} }}"):
            return
        time.sleep(PAUSE)
    raise AssertionError(f"the catalog of {certname} is not stored within {WAIT} s")


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _sent(address: str, body: bytes | None, kind: str = "application/json", headers: Mapping[str, str] | None = None) -> bytes:
    asked = urllib.request.Request(address, body, {"Content-Type": kind, **(headers or {})})
    with urllib.request.urlopen(asked, timeout=2 * WAIT) as answer:
        found: bytes = answer.read()
    return found
