"""Specs: what examples a file has, and the command that runs them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import cache

from lsprotocol import types

from puppet_check.lsp.context import Context
from puppet_check.lsp.convert import Data
from puppet_check.lsp.protocol import Plain, Refused
from puppet_check.lsp.routes import Route
from puppet_check.lsp.spec_lenses import RUN
from puppet_check.lsp.spec_results import Item, Place, Result
from puppet_check.lsp.specs import SOURCE, Target, line_range
from puppet_check.lsp.uris import path_of, uri_of

FILES, SPECS = "puppetCheck/specFiles", "puppetCheck/specs"
WORDS = {"passed": "passed", "failed": "failed", "unknown": "unknown", "unsupported": "not supported", "pending": "pending"}


class Places:
    """Makes ranges of lines of files as they are now. Used for one response."""

    def __init__(self, context: Context) -> None:
        self._text = cache(context.specs.text)
        self._encoding = context.encoding

    def of(self, place: Place) -> Data:
        """A place as the protocol has it: a `Location`."""
        found = line_range(self._text(place.path), place.line, self._encoding)
        start, end = ({"line": each.line, "character": each.character} for each in (found.start, found.end))
        return {"uri": uri_of(place.path), "range": {"start": start, "end": end}}


async def spec_files(context: Context, params: object) -> list[str]:
    """The spec files of the modules in the client's folders."""
    return [context.client.uri(path) for path in await context.specs.files(context.folders.paths)]


async def listed(context: Context, params: object) -> Plain:
    """The groups and examples of a spec file, without running any."""
    uri = getattr(params, "uri", None)
    if not isinstance(uri, str):
        raise Refused("`uri` is missing; expected a string")
    found = await context.specs.listing(path_of(uri))
    places = Places(context)
    module = None if found.module is None else uri_of(found.module)
    return Plain({"items": [_item(each, places) for each in found.items], "problem": found.problem, "module": module})


def _item(item: Item, places: Places) -> Data:
    made: Data = {"id": item.id, "label": item.label, **places.of(item.place), "hasCatalog": item.has_catalog}
    return made if item.children is None else {**made, "children": [_item(each, places) for each in item.children]}


async def run(context: Context, params: types.ExecuteCommandParams) -> Data:
    """Run the specs that the argument of a command names, by default all of the workspace.

    The results of each file come with the response or, with a `token`, as the progress of that token.
    """
    given = params.arguments[0] if params.arguments else {}
    argument: Mapping[str, object] = given if isinstance(given, Mapping) else {}
    targets = [each async for each in _targets(context, argument.get("targets"))]
    token = argument.get("token")
    kept: list[Data] = []

    def take(path: str, results: Sequence[Result]) -> None:
        places = Places(context)
        part: Data = {"uri": context.client.uri(path), "results": [_result(each, places) for each in results]}
        if isinstance(token, str | int):
            context.client.notify(types.PROGRESS, types.ProgressParams(token, part))
        else:
            kept.append(part)

    found = await context.specs.run(targets, take, shows_progress=token is None)
    counts = {name: found.counts[name] for name in WORDS}
    if token is None:
        _tell(context, counts)
    coverage = found.coverage if isinstance(found.coverage, dict) else {}
    return {"files": kept, "counts": counts, "coverage": {uri_of(path): rows for path, rows in coverage.items()}}


async def _targets(context: Context, given: object) -> AsyncIterator[Target]:
    if given is None:
        for folder in context.folders.paths:
            yield Target(folder)
        return
    for each in given if isinstance(given, list) else [None]:
        target: Mapping[str, object] = each if isinstance(each, Mapping) else {}
        uri, ids, line = (target.get(name) for name in ("uri", "ids", "line"))
        if not isinstance(uri, str):
            raise Refused("`targets` must be a list of objects with a `uri`")
        path = path_of(uri)
        if isinstance(line, int):
            listing = await context.specs.listing(path)
            ids = [one.id for one in listing.every() if one.place == (path, line)]
        wanted = None if ids is None else tuple(str(one) for one in ids) if isinstance(ids, list) else ()
        yield Target(path, wanted)


def _result(result: Result, places: Places) -> Data:
    made: Data = {**result._asdict(), "place": places.of(result.place)}
    made["declared"] = None if result.declared is None else places.of(result.declared)
    return made


def _tell(context: Context, counts: Mapping[str, int]) -> None:
    """Tell the user of an editor without a view of tests what came of a run."""
    kind = types.MessageType.Error if counts["failed"] else types.MessageType.Info
    text = ", ".join(_counted(counts)) or "no examples"
    context.client.notify(types.WINDOW_SHOW_MESSAGE, types.ShowMessageParams(kind, f"{SOURCE}: {text}"))


def _counted(counts: Mapping[str, int]) -> Iterator[str]:
    for name, word in WORDS.items():
        if counts[name]:
            yield f"{counts[name]} {word}"


ROUTES = (Route(FILES, spec_files), Route(SPECS, listed))
COMMANDS = (Route(RUN, run),)
