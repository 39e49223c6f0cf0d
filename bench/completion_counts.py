"""Writes how often real manifests use each word, by which completion orders its items.

    python -m bench.completion_counts MODULES [--part 0|1] [--output FILE]

`--part` counts only every second module, so that `bench.ranking` can ask about the others. A word that is used once is left out.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bench.completion_places import counts, manifests

PATH = Path(__file__).parents[1] / "server/puppet_check/features/completion/usual.json"
KEPT = {"resource type": 2, "function": 2, "method": 1, "class after include": 3, "attribute": 2, "next attribute": 3, "value": 2}
"""The smallest number of uses of a word of each kind that is written."""


def main() -> None:
    """Count, and write the file."""
    parser = argparse.ArgumentParser(
        prog="bench.completion_counts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", type=Path)
    parser.add_argument("--part", type=int, choices=(0, 1))
    parser.add_argument("--output", type=Path, default=PATH)
    options = parser.parse_args()
    found = counts(manifests(options.modules, options.part))
    written = {
        kind: {
            owner: kept
            for owner, words in sorted(found[kind].items())
            if (kept := {word: count for word, count in sorted(words.items()) if count >= least})
        }
        for kind, least in KEPT.items()
    }
    options.output.write_text(json.dumps(written, separators=(",", ":")).replace('},"', '},\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
