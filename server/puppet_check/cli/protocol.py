"""The settings of the batch protocol: a fixed node, so that answers can be compared."""

from __future__ import annotations

from puppet_check.cli.snippet import Settings
from puppet_check.cli.world import NoWorld
from puppet_check.config.facts import value_of
from puppet_typesys.values.hash import Hash

FACTS = {
    "kernel": "Linux",
    "os": {
        "name": "Debian",
        "family": "Debian",
        "architecture": "amd64",
        "release": {"major": "12", "minor": "5", "full": "12.5"},
    },
    "networking": {"fqdn": "node1.example.com", "hostname": "node1", "domain": "example.com", "ip": "192.0.2.10"},
    "processors": {"count": 4, "models": ["A", "B"]},
    "is_virtual": True,
}
TRUSTED = {
    "authenticated": "local",
    "certname": "node1.example.com",
    "extensions": {},
    "hostname": "node1",
    "domain": "example.com",
    "external": {},
}
SERVER_FACTS = {"serverversion": "8.10.0", "servername": "server.example.com", "serverip": "192.0.2.1", "environment": "production"}


def protocol_settings() -> Settings:
    """The settings for the snippets of the batch protocol."""
    facts, trusted, server_facts = map(value_of, (FACTS, TRUSTED, SERVER_FACTS))
    assert isinstance(facts, Hash) and isinstance(trusted, Hash) and isinstance(server_facts, Hash)
    return Settings(NoWorld(), facts, trusted, server_facts, "node1.example.com")
