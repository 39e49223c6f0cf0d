"""Sessions of clients that send each message with wrong, odd and huge parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from bench.attacks.exchange import Json, Wire, answers, ask, between

from tests.support.lsp_client import Client

CODE = "class a ($p) {\n  include b\n  $x = [1, 2].map |$y| { $y + $p }\n  notice($x)\n}\nclass b { }\n"
VALUES: tuple[Json, ...] = (
    None,
    True,
    -1,
    10**400,
    1.5,
    "",
    "x",
    "\ud800",
    "a\0b",
    "file:///etc/passwd",
    [],
    [None],
    [[[]]],
    {},
    {"uri": None},
    {"uri": "file:///a%00b", "line": -1, "character": 1 << 40},
    {"start": {"line": 9, "character": 9}, "end": {"line": 0, "character": 0}},
)
PLACE = {"line": 1, "character": 11}
ITEM = {"kind": 5, "name": "a", "uri": "", "range": {"start": PLACE, "end": PLACE}, "selectionRange": {"start": PLACE, "end": PLACE}}
DOCUMENT = {
    "position": PLACE,
    "positions": [PLACE],
    "range": {"start": PLACE, "end": PLACE},
    "context": {"diagnostics": [], "includeDeclaration": True, "triggerKind": 1, "isRetrigger": False},
    "newName": "other",
    "ch": "\n",
    "options": {"tabSize": 2, "insertSpaces": True},
    "previousResultId": "1",
    "contentChanges": [{"text": CODE}],
}
OF_DOCUMENT = (
    "hover completion definition declaration typeDefinition implementation references documentHighlight signatureHelp prepareRename rename "
    "prepareCallHierarchy prepareTypeHierarchy onTypeFormatting codeAction inlayHint semanticTokens/range "
    "semanticTokens/full semanticTokens/full/delta selectionRange documentSymbol foldingRange documentLink codeLens diagnostic "
    "didChange didSave didClose"
).split()
OTHERS: dict[str, Json] = {
    "textDocument/didOpen": {"textDocument": {"uri": "file:///n.pp", "languageId": "puppet", "version": 1, "text": CODE}},
    "workspace/symbol": {"query": "a"},
    "workspace/diagnostic": {"previousResultIds": [], "identifier": "x", "partialResultToken": 1, "workDoneToken": 2},
    "workspace/willRenameFiles": {"files": [{"oldUri": "file:///a.pp", "newUri": "file:///b.pp"}]},
    "workspace/didRenameFiles": {"files": [{"oldUri": "file:///a.pp", "newUri": "file:///b.pp"}]},
    "workspace/didCreateFiles": {"files": [{"uri": "file:///a.pp"}]},
    "workspace/didDeleteFiles": {"files": [{"uri": "file:///a.pp"}]},
    "workspace/didChangeWatchedFiles": {"changes": [{"uri": "file:///a.pp", "type": 1}]},
    "workspace/didChangeWorkspaceFolders": {"event": {"added": [{"uri": "file:///a", "name": "a"}], "removed": []}},
    "workspace/didChangeConfiguration": {"settings": {"puppetCheck": {"ignore": [], "jobs": 1, "diagnostics": "open"}}},
    "window/workDoneProgress/cancel": {"token": 1},
    "callHierarchy/incomingCalls": {"item": {**ITEM, "data": ["class", "a", "/a.pp", 0, 1, 0, 1]}},
    "callHierarchy/outgoingCalls": {"item": {**ITEM, "data": ["class", "a", "/a.pp", 0, 1, 0, 1]}},
    "typeHierarchy/supertypes": {"item": {**ITEM, "data": ["class", "a", "/a.pp", 0, 1, 0, 1]}},
    "typeHierarchy/subtypes": {"item": {**ITEM, "data": ["class", "a", "/a.pp", 0, 1, 0, 1]}},
    "completionItem/resolve": {"label": "a", "data": {"path": "/a.pp", "about": "class:a"}},
    "codeLens/resolve": {"range": {"start": PLACE, "end": PLACE}, "data": {"uri": "file:///a.pp", "symbol": ["class", "a", ""]}},
    "puppetCheck/modules": {"uri": "file:///a.pp"},
    "puppetCheck/facts": {"uri": "file:///a.pp"},
    "puppetCheck/subjects": {"uri": "file:///a.pp"},
    "puppetCheck/status": {"uri": "file:///a.pp"},
    "puppetCheck/preview": {"uri": "file:///a.pp", "kind": "class", "name": "a", "facts": "/nowhere"},
    "puppetCheck/newFile": {"uri": "file:///a.pp", "kind": "class", "name": "a"},
    "workspace/executeCommand": {"command": "x", "arguments": [1]},
    "notebookDocument/didOpen": {
        "notebookDocument": {"uri": "x:/", "notebookType": "x", "version": 1, "cells": []},
        "cellTextDocuments": [],
    },
    "notebookDocument/didChange": {"notebookDocument": {"uri": "x:/", "version": 1}, "change": {"cells": {"data": []}}},
    "notebookDocument/didSave": {"notebookDocument": {"uri": "x:/"}},
    "notebookDocument/didClose": {"notebookDocument": {"uri": "x:/"}, "cellTextDocuments": [{"uri": "x:/"}]},
    "workspace/willCreateFiles": {"files": [{"uri": "file:///a.pp"}]},
    "documentLink/resolve": {"range": {"start": PLACE, "end": PLACE}},
    "$/setTrace": {"value": "verbose"},
    "$/cancelRequest": {"id": 1},
    "$/progress": {"token": 1, "value": {}},
}
NOTICES = ("did", "$/", "window/")
"""Parts of the names of notifications."""


def with_values(valid: Json) -> Iterator[Json]:
    """Parameters with each part in turn replaced by each of the wrong values, or left out."""
    yield valid
    if not isinstance(valid, dict | list):
        return
    for key, part in valid.items() if isinstance(valid, dict) else enumerate(valid):
        if isinstance(valid, dict):
            yield {name: each for name, each in valid.items() if name != key}
        for changed in (*VALUES, *with_values(part)):
            yield {**valid, key: changed} if isinstance(valid, dict) else [*valid[:key], changed, *valid[key + 1 :]]


def wrong(method: str, valid: Json) -> Wire:
    """A message with all its wrong parameters."""

    def send(client: Client, folder: Path) -> None:
        path = folder / "a.pp"
        client.open(path, CODE)
        document = {"textDocument": {"uri": path.as_uri(), "version": 2}} if method.removeprefix("textDocument/") in OF_DOCUMENT else {}
        for params in (*VALUES, *with_values({**valid, **document})):
            if any(each in method for each in NOTICES):
                client.notify(method, params)
            else:
                ask(client, method, params)

    return between(send)


# ---- large messages


def large(method: str, make: Callable[[str], Json]) -> Wire:
    """A message with large parameters; `make` gets the URI of an open document."""

    def send(client: Client, folder: Path) -> None:
        path = folder / "a.pp"
        client.open(path, CODE)
        params = make(path.as_uri())
        if any(each in method for each in NOTICES):
            client.notify(method, params)
        else:
            ask(client, method, params)
        ask(client, "textDocument/hover", {"textDocument": {"uri": path.as_uri()}, "position": PLACE})

    return between(send)


SPAN = {"start": PLACE, "end": PLACE}
FINDING = {"range": SPAN, "message": "x" * 100, "code": "unused-variable"}
CHANGES = [{"range": SPAN, "text": "x"}]
LARGE: dict[str, tuple[str, Callable[[str], Json]]] = {
    "positions": ("textDocument/selectionRange", lambda uri: {"textDocument": {"uri": uri}, "positions": [PLACE] * 20_000}),
    "positions far away": (
        "textDocument/selectionRange",
        lambda uri: {"textDocument": {"uri": uri}, "positions": [{"line": 1 << 30, "character": 1 << 30}] * 20_000},
    ),
    "findings": (
        "textDocument/codeAction",
        lambda uri: {"textDocument": {"uri": uri}, "range": SPAN, "context": {"diagnostics": [FINDING] * 20_000}},
    ),
    "kinds": (
        "textDocument/codeAction",
        lambda uri: {"textDocument": {"uri": uri}, "range": SPAN, "context": {"diagnostics": [], "only": ["quickfix.x"] * 100_000}},
    ),
    "a kind": (
        "textDocument/codeAction",
        lambda uri: {"textDocument": {"uri": uri}, "range": SPAN, "context": {"diagnostics": [], "only": ["a." * 500_000]}},
    ),
    "a new name": ("textDocument/rename", lambda uri: {"textDocument": {"uri": uri}, "position": PLACE, "newName": "a" * 1_000_000}),
    "a new name of colons": (
        "textDocument/rename",
        lambda uri: {"textDocument": {"uri": uri}, "position": PLACE, "newName": "a::" * 300_000},
    ),
    "a query": ("workspace/symbol", lambda uri: {"query": "a" * 1_000_000}),
    "a query that differs": ("workspace/symbol", lambda uri: {"query": "aA:_" * 100_000}),
    "previous results": (
        "workspace/diagnostic",
        lambda uri: {"previousResultIds": [{"uri": f"file:///x{each}.pp", "value": "1"} for each in range(50_000)]},
    ),
    "renamed files": (
        "workspace/willRenameFiles",
        lambda uri: {"files": [{"oldUri": uri, "newUri": f"file:///x{each}.pp"} for each in range(20_000)]},
    ),
    "changed files": (
        "workspace/didChangeWatchedFiles",
        lambda uri: {"changes": [{"uri": f"{uri}{each}.pp", "type": 1 + each % 3} for each in range(50_000)]},
    ),
    "one changed file": ("workspace/didChangeWatchedFiles", lambda uri: {"changes": [{"uri": uri, "type": 2}] * 100_000}),
    "folders": (
        "workspace/didChangeWorkspaceFolders",
        lambda uri: {"event": {"added": [{"uri": f"file:///x/{each}", "name": "x"} for each in range(5_000)], "removed": []}},
    ),
    "folders in each other": (
        "workspace/didChangeWorkspaceFolders",
        lambda uri: {"event": {"added": [{"uri": "file://" + "/x" * each, "name": "x"} for each in range(1, 800)], "removed": []}},
    ),
    "edits": ("textDocument/didChange", lambda uri: {"textDocument": {"uri": uri, "version": 2}, "contentChanges": CHANGES * 10_000}),
    "edits of everything": (
        "textDocument/didChange",
        lambda uri: {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": CODE}] * 3_000},
    ),
    "edits in and out": (
        "textDocument/didChange",
        lambda uri: {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": "[" * 20_000}, {"text": CODE}] * 10},
    ),
    "a text": (
        "textDocument/didChange",
        lambda uri: {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": "$x = 1\n" * 3_000_000}]},
    ),
    "a text of surrogates": (
        "textDocument/didChange",
        lambda uri: {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": "\ud800" * 100_000}]},
    ),
    "a document": (
        "textDocument/didOpen",
        lambda uri: {"textDocument": {"uri": f"{uri}.pp", "languageId": "puppet", "version": 1, "text": "a" * 30_000_000}},
    ),
    "a uri": (
        "textDocument/didOpen",
        lambda uri: {"textDocument": {"uri": "file:///" + "a/" * 500_000, "languageId": "puppet", "version": 1, "text": CODE}},
    ),
    "a language": (
        "textDocument/didOpen",
        lambda uri: {"textDocument": {"uri": f"{uri}.pp", "languageId": "puppet" * 500_000, "version": 1, "text": CODE}},
    ),
    "settings": (
        "workspace/didChangeConfiguration",
        lambda uri: {"settings": {"puppetCheck": {f"x{each}": each for each in range(50_000)}}},
    ),
    "settings that ignore": (
        "workspace/didChangeConfiguration",
        lambda uri: {"settings": {"puppetCheck": {"exclude": [f"*a{each}*b" for each in range(50_000)]}}},
    ),
    "settings that nest": ("workspace/didChangeConfiguration", lambda uri: {"settings": {"puppetCheck": nested(150)}}),
    "facts": (
        "workspace/didChangeConfiguration",
        lambda uri: {"settings": {"puppetCheck": {"facts": "/dev/zero", "modulepath": ["/proc", "/"]}}},
    ),
    "jobs": ("workspace/didChangeConfiguration", lambda uri: {"settings": {"puppetCheck": {"jobs": 5_000}}}),
    "data of an item": (
        "completionItem/resolve",
        lambda uri: {"label": "a" * 1_000_000, "data": {"path": "a/" * 100_000, "about": "a:" * 100_000}},
    ),
    "an item of the system": (
        "callHierarchy/outgoingCalls",
        lambda uri: {"item": {**ITEM, "data": ["class", "a", "/dev/zero", 0, 10**9, 0, 10**9]}},
    ),
    "a subject": ("puppetCheck/preview", lambda uri: {"uri": uri, "kind": "node", "name": "a" * 1_000_000}),
    "facts of a subject": ("puppetCheck/preview", lambda uri: {"uri": uri, "kind": "class", "name": "a", "facts": "/dev/zero"}),
    "a new file": ("puppetCheck/newFile", lambda uri: {"uri": uri, "kind": "class", "name": "a::" * 100_000 + "a"}),
    "a new file elsewhere": ("puppetCheck/newFile", lambda uri: {"uri": uri, "kind": "class", "name": "../../../etc/x"}),
}


def nested(depth: int) -> Json:
    """An object in objects."""
    made: Json = 1
    for _ in range(depth):
        made = {"a": made}
    return made


# ---- sessions that begin oddly

CAPABILITIES = ("workspace", "textDocument", "notebookDocument", "window", "general", "experimental")


def begun(changed: Json) -> Wire:
    """A session that begins with odd parameters, which may be refused."""

    def run(client: Client, folder: Path) -> None:
        listed = [{"uri": folder.as_uri(), "name": "x"}]
        valid = {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}, "workspaceFolders": listed}
        ask(client, "initialize", {**valid, **changed})
        client.initialize(folder)
        answers(client, folder)
        client.kill()

    return run


BEGUN: dict[str, Json] = {
    **{
        f"{key} {number}": {key: each}
        for key in ("processId", "rootUri", "workspaceFolders", "initializationOptions")
        for number, each in enumerate(VALUES)
    },
    **{f"capabilities {number}": {"capabilities": dict.fromkeys(CAPABILITIES, each)} for number, each in enumerate(VALUES)},
    "options that nest": {"initializationOptions": nested(150)},
    "many options": {"initializationOptions": {f"x{each}": each for each in range(100_000)}},
    "many folders": {"workspaceFolders": [{"uri": f"file:///x/{each}", "name": "x"} for each in range(3_000)]},
    "the root folder": {"rootUri": "file:///", "workspaceFolders": None},
}

# ---- orders of messages


def _storm(client: Client, folder: Path) -> None:
    client.open(folder / "a.pp", CODE)
    params = {"textDocument": {"uri": (folder / "a.pp").as_uri()}, "position": PLACE, "context": {"includeDeclaration": True}}
    several = [client.begin("textDocument/references", params) for _ in range(1_000)]
    for number, _ in several:
        client.notify("$/cancelRequest", {"id": number})
    for _, future in several:
        future.exception(60)


def _keys(client: Client, folder: Path) -> None:
    path = folder / "a.pp"
    client.open(path, "")
    for version, letter in enumerate(CODE * 20, 1):
        client.edit(path, version, (1 << 20, 0, 1 << 20, 0, letter))
    client.published(path, len(CODE * 20), patience=60)


def _versions(client: Client, folder: Path) -> None:
    path = folder / "a.pp"
    for version in (5, 3, -1, 0, 1 << 31, 2, 2):
        client.open(path, CODE, version)
        client.edit(path, version, (3, 3, 0, 0, "{"), (0, 1, 0, 0, "}"))
    client.close(path)
    client.close(path)


def _spellings(client: Client, folder: Path) -> None:
    uri = (folder / "a.pp").as_uri()
    for each in (
        uri,
        uri.replace("/a.pp", "/%61.pp"),
        uri.replace("file:", "FILE:"),
        f"{uri}?x",
        f"{uri}#x",
        uri.replace("/a.pp", "//a.pp"),
    ):
        item = {"uri": each, "languageId": "puppet", "version": 1, "text": CODE}
        client.notify("textDocument/didOpen", {"textDocument": item})
        ask(client, "textDocument/hover", {"textDocument": {"uri": each}, "position": PLACE})
        ask(client, "textDocument/diagnostic", {"textDocument": {"uri": each}})


def _folders(client: Client, folder: Path) -> None:
    one = {"uri": folder.as_uri(), "name": "x"}
    for _ in range(100):
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [one, one], "removed": []}})
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [one]}})


def _surrogates(client: Client, folder: Path) -> None:
    path = folder / "a.pp"
    client.open(path, "$x = '\U0001f600\U0001f600'\n")
    for version in range(1, 12):
        client.edit(path, version, (0, version, 0, version + 1, "\ud83d" if version % 2 else "\U0001f600"))
    ask(client, "textDocument/semanticTokens/full", {"textDocument": {"uri": path.as_uri()}})


def _kinds(client: Client, folder: Path) -> None:
    names = (
        "Puppetfile environment.conf hiera.yaml metadata.json a.epp a.erb a.rb .gitignore .puppet-check.toml a.txt x tasks/a.json".split()
    )
    for before, after in pairwise((*names, names[0])):
        path = folder / before
        client.open(path, CODE, language="puppet")
        for method in OF_DOCUMENT[:-3]:
            ask(client, f"textDocument/{method}", {"textDocument": {"uri": path.as_uri()}, **DOCUMENT})
        moved = {"files": [{"oldUri": path.as_uri(), "newUri": (folder / after).as_uri()}]}
        ask(client, "workspace/willRenameFiles", moved)
        client.notify("workspace/didRenameFiles", moved)
        client.close(path)


ORDERS = {
    "storm": _storm,
    "keys": _keys,
    "versions": _versions,
    "spellings": _spellings,
    "folders": _folders,
    "surrogates": _surrogates,
    "kinds": _kinds,
}
SESSIONS: dict[str, Wire] = {
    **{f"wrong {method}": wrong(f"textDocument/{method}", DOCUMENT) for method in OF_DOCUMENT},
    **{f"wrong {method}": wrong(method, valid) for method, valid in OTHERS.items()},
    **{f"large {name}": large(*each) for name, each in LARGE.items()},
    **{f"begun with {name}": begun(each) for name, each in BEGUN.items()},
    **{f"order {name}": between(each) for name, each in ORDERS.items()},
}
