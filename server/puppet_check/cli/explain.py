"""`puppet-check explain`: where the value of a Hiera key comes from, for a node with some facts."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import process_time
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.given_paths import given_environment, given_folders, given_hiera
from puppet_check.cli.untrusted import shown
from puppet_check.config import ConfigError, Configuration
from puppet_check.config.codes import pages
from puppet_check.config.configuration import Given
from puppet_check.config.facts import read_facts
from puppet_check.deadline import Deadline, GivenUp, allowed, too_long
from puppet_check.features.describe.markdown import shortened
from puppet_check.reading.files import METER
from puppet_check.stack import run_deep
from puppet_check.usage import Parser
from puppet_check.workspace.hiera.explanation import Explanation, Interpolated, SearchedFile, explained, variables_of_node
from puppet_check.workspace.hiera.node import NodeHiera
from puppet_check.workspace.library import NodeWorld, ProjectLibrary
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.convert.formats import programmatic
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.node_catalogs.node_data import scope_of
from puppet_typesys.values.errors import ArgumentError, is_too_long
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown, contains_unknown

MERGES = ("first", "unique", "hash", "deep")
NAMES = ("clientcert", "fqdn")


class Command(NamedTuple):
    """What `puppet-check explain` is asked to do."""

    keys: tuple[str, ...]
    facts: str | None
    node: str | None
    merge: str | None
    environment: str | None
    environment_name: str
    modulepath: str | None
    hiera: str | None
    format: str


def explain(arguments: Sequence[str]) -> Iterator[str]:
    """Run the command with the arguments after its name, and return what it prints. Raises a ConfigError."""
    options = parsed(Command, parser(), arguments)
    if "" in options.keys:
        raise ConfigError("'' is not a key; expected one such as ntp::servers")
    folder, path = given_environment(options.environment), given_hiera(options.hiera)
    modules = None if options.modulepath is None else given_folders("--modulepath", options.modulepath)
    replaced = tuple((name, given) for name, given in (("hiera", path), ("modulepath", modules)) if given is not None)
    known = Workspace(Configuration(Given(replaced=replaced))).known(os.path.join(folder, "site.pp"))
    hiera = NodeHiera(known.project, known.loader, known.external, trusted=path)
    facts = None if options.facts is None else read_facts(options.facts)
    name = options.node or _name(facts)
    node = Node(name or "localhost", facts, environment=options.environment_name)
    compiler = NodeCompiler(NodeWorld(known), ProjectLibrary(known, hiera=path), node)
    variables = scope_of(compiler, variables_of_node(facts, name, options.environment_name), compiler.top, {})
    form = _json if options.format == "json" else _text
    spent = 0.0
    for key in options.keys:
        started = process_time()
        # One limit for all keys, as they are about the same data.
        seconds = allowed(METER.total) - spent
        yield run_deep(partial(_answer, key, lambda key: form(explained(hiera, key, variables, options.merge), folder), seconds))
        spent += process_time() - started
        if key in pages() and options.format == "text":
            yield f"  `puppet-check --explain {key}` prints the page of the code of this name\n"


def _answer(key: str, explain: Callable[[str], str], seconds: float) -> str:
    """What is printed about a key. Raises a ConfigError."""
    try:
        return Deadline().run(partial(explain, key), seconds)
    except ArgumentError as error:
        reason = str(error)
    except GivenUp:
        reason = f"the lookup was given up: {too_long(allowed(METER.total))}"
    except RecursionError:
        reason = "the lookups are nested too deeply"
    except ValueError as error:
        if not is_too_long(error):
            raise
        reason = "a number has too many digits"
    raise ConfigError(f"{key}: {reason}")


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check explain",
        description="Print the value of Hiera keys for a node, and where it comes from: levels, files, interpolations and merges.",
    )
    made.add_argument("keys", nargs="+", metavar="KEY", help="a key, such as ntp::servers or profile.name")
    made.add_argument("--facts", metavar="FILE", help="facts of the node (JSON or YAML, as printed by facter)")
    made.add_argument("--node", metavar="NAME", help="the name of the node (default: the one in its facts)")
    made.add_argument("--merge", choices=MERGES, help="how values are merged (default: by the lookup options of the key)")
    made.add_argument("--environment", metavar="FOLDER", help="the control repository or module (default: that of the current folder)")
    made.add_argument("--environment-name", metavar="NAME", default="production", help="the name of the environment (default: production)")
    made.add_argument("--modulepath", metavar="PATH", help="the folders of modules, instead of those of the environment")
    made.add_argument("--hiera", metavar="FILE", help="the hiera.yaml of the environment, if it is not in its root")
    made.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    return made


def _name(facts: Hash | None) -> str:
    if facts is None:
        return ""
    networking = facts.get("networking")
    names = (*(facts.get(each) for each in NAMES), networking.get("fqdn") if isinstance(networking, Hash) else None)
    return next((each for each in names if isinstance(each, str)), "")


def _text(found: Explanation, folder: str) -> str:
    lines = [f"{found.key}: {_shown(found.value) if found.error is None else f'error: {found.error}'}"]
    lines.append(f"  merge: {found.strategy}{' (lookup options)' if found.options.get('merge') is not None else ''}")
    if found.options.get("convert_to") is not None:
        lines.append(f"  converted to: {_shown(found.options['convert_to'])}")
    used = found.used
    for step in found.steps:
        mark = "*" if step in used else " "
        what = shortened(_shown(step.value), LONGEST) if step.state == "found" else WORDS[step.state]
        lines.append(f"{mark} {step.hierarchy}, {step.level}: {_path(step, folder)}: {what}")
        lines += [f"      {shortened(each.text, LONGEST)} is {shortened(_shown(each.value), LONGEST)}" for each in step.interpolated]
    return "".join(f"{shown(line)}\n" for line in lines)


LONGEST = 2_000
"""The maximum number of characters of a value of one level; the value of the key itself is shown whole."""
WORDS = {"no key": "the key is not there", "no file": "no such file", "unknown": "cannot be read", "not reached": "not reached"}


def _path(step: SearchedFile, folder: str) -> str:
    return "?" if step.path is None else os.path.relpath(step.path, folder)


def _shown(value: object) -> str:
    if value is MISSING:
        return "no value"
    return "unknown" if contains_unknown(value) else programmatic(value)


def _json(found: Explanation, folder: str) -> str:
    used = found.used
    steps = [
        {
            "hierarchy": each.hierarchy,
            "level": each.level,
            "path": None if each.path is None else os.path.relpath(each.path, folder),
            "state": each.state,
            "used": each in used,
            **({"value": _plain(each.value)} if each.state == "found" else {}),
            "interpolations": [_interpolation(one) for one in each.interpolated],
        }
        for each in found.steps
    ]
    is_known = found.value is not MISSING and not contains_unknown(found.value)
    state = "error" if found.error is not None else "missing" if found.value is MISSING else "found" if is_known else "unknown"
    value = {"value": _plain(found.value)} if is_known else {} if found.error is None else {"error": found.error}
    return json.dumps({"key": found.key, "state": state, **value, "merge": found.strategy, "steps": steps}, ensure_ascii=False) + "\n"


def _interpolation(each: Interpolated) -> dict[str, object]:
    return {"text": each.text, "value": _plain(each.value)}


def _plain(value: object) -> object:
    """A value as JSON; texts of what JSON has no form for, and null for what is unknown."""
    match value:
        case Hash():
            return {key if isinstance(key, str) else programmatic(key): _plain(each) for key, each in value.items()}
        case tuple():
            return [*map(_plain, value)]
        case Unknown():
            return None
        case None | bool() | int() | float() | str():
            return value
    return None if value is MISSING else programmatic(value)
