"""How long hover, completion and signature help take, over stdio, on real files of several sizes: `python -m bench.lsp_latency FILE ...`

Each request follows an edit, as when someone types; with files of a module the whole folder of modules is known. Prints milliseconds.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

REQUESTS = 120
SIZES = (100, 1000, 5000)
Ask = Callable[[types.TextDocumentIdentifier, types.Position], Awaitable[object]]


async def main(paths: list[str]) -> None:
    """Measure each file, cut to each size that it has."""
    client = LanguageClient("latency", "1")
    await client.start_io(str(Path(sys.executable).parent / "puppet-language-server"))
    await client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
    client.initialized(types.InitializedParams())
    asks: dict[str, Ask] = {
        "hover": lambda document, at: client.text_document_hover_async(types.HoverParams(document, at)),
        "completion": lambda document, at: client.text_document_completion_async(types.CompletionParams(document, at)),
        "signature": lambda document, at: client.text_document_signature_help_async(types.SignatureHelpParams(document, at)),
    }
    for path in paths:
        for size in SIZES:
            lines = Path(path).read_text().splitlines(keepends=True)
            if len(lines) >= size or size == SIZES[0]:
                await measure(client, path, lines[:size], asks)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


async def measure(client: LanguageClient, path: str, lines: list[str], asks: dict[str, Ask]) -> None:
    """Times of requests at random places of a text."""
    choose = random.Random(1)
    identifier = types.TextDocumentIdentifier(Path(path).with_name("latency.pp").as_uri())
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(identifier.uri, "puppet", 0, "".join(lines))))
    await client.text_document_folding_range_async(types.FoldingRangeParams(identifier))
    version = 0
    for name, ask in asks.items():
        took: list[float] = []
        for _ in range(REQUESTS):
            line = choose.randrange(len(lines))
            column = choose.randrange(len(lines[line]))
            version += 1
            at = types.Range(types.Position(line, len(lines[line]) - 1), types.Position(line, len(lines[line]) - 1))
            for text, where in ((" ", at), ("", types.Range(at.start, types.Position(line, at.start.character + 1)))):
                change = types.TextDocumentContentChangePartial(where, text)
                client.text_document_did_change(
                    types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, identifier.uri), [change])
                )
            await client.text_document_folding_range_async(types.FoldingRangeParams(identifier))  # the edits have been read
            began = time.perf_counter()
            await ask(identifier, types.Position(line, column))
            took.append((time.perf_counter() - began) * 1000)
        took.sort()
        p95 = took[len(took) * 95 // 100]
        print(f"{Path(path).name} {len(lines)} lines {name}: median {took[len(took) // 2]:.1f}, p95 {p95:.1f}, most {took[-1]:.1f}")
    client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
