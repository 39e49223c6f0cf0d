"""Services that the command of an exec talks to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import text
from puppet_typesys.ordering.commands import Simple
from puppet_typesys.ordering.names import service_key
from puppet_typesys.ordering.needs.execs import commands_of
from puppet_typesys.ordering.view import Need, View

MYSQL, POSTGRESQL, LDAP = ("mysql", "mariadb"), ("postgresql",), ("slap", "slapd")
CLIENTS = {
    **dict.fromkeys(("mysql", "mysqladmin", "mysqldump", "mariadb", "mariadb-admin"), MYSQL),
    **dict.fromkeys(("psql", "createdb", "createuser", "dropdb", "pg_restore"), POSTGRESQL),
    **dict.fromkeys(("ldapadd", "ldapmodify", "ldapsearch"), LDAP),
    **dict.fromkeys(("mongo", "mongosh"), ("mongo", "mongodb")),
    "docker": ("docker",),
    "etcdctl": ("etc", "etcd"),
    "influx": ("influxdb",),
    "rabbitmqctl": ("rabbitmq",),
    "redis-cli": ("redis",),
    "varnishadm": ("varnish",),
    "virsh": ("libvirt",),
}
"""The services that clients talk to, by `service_key`."""
LOCAL = frozenset(("localhost", "127.0.0.1", "::1"))


def needs_of_servers(view: View) -> Iterator[Need]:
    """An exec whose program is the client of a service needs the service."""
    running: dict[str, list[Resource]] = {}
    for each in view.of("service"):
        name = text(each, "name")
        if name is not None and each.get("ensure") in ("running", True, "true"):
            running.setdefault(service_key(name.removesuffix(".service")), []).append(each)
    for each in view.of("exec") if running else ():
        for command in commands_of(each):
            program = "" if _is_remote(command) else command.program or ""
            for key in dict.fromkeys((service_key(program), *CLIENTS.get(program, ()))):
                for service in running.get(key, ()):
                    yield Need("uncontained", service, each, f"its command starts `{program}`, which needs the service")


def _is_remote(command: Simple) -> bool:
    """Whether a client is told to talk to another host."""
    words = command.words
    hosts = [following for option, following in pairwise(words) if option in ("-h", "-H", "--host")]
    hosts += [each.partition("=")[2] for each in words if each.startswith("--host=")]
    return any(each not in LOCAL and not each.startswith(("/", "-", "unix:")) for each in hosts)
