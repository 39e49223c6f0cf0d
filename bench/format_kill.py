"""Kills `puppet-format` while it writes: every file has to be the old or the new one.

python -m bench.format_kill FOLDER [--times N]
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from puppet_check.formatting.engine import NotFormattedError, formatted
from puppet_grammar.parse import mode_of
from tests.support.corpus import find_files

LONGEST = 6.0
"""The seconds after which a run is killed, at most."""
COMMAND = (sys.executable, "-c", "from puppet_check.cli.format import main; main()", "--no-gitignore", "--quiet", "--no-config")


def main() -> None:
    """Run, kill and compare."""
    parser = argparse.ArgumentParser(prog="bench.format_kill")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=100)
    options = parser.parse_args()
    texts = [(f"{number}{path.suffix}", path.read_bytes()) for number, path in enumerate(find_files(options.folder)[:2000])]
    accepted = [(name, {source, _after(name, source)}) for name, source in texts]
    damaged = left = written = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.times):
            for name, source in texts:
                Path(folder, name).write_bytes(source)
            process = subprocess.Popen((*COMMAND, folder), stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(random.uniform(0.2, LONGEST))
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            found = [(name, Path(folder, name).read_bytes(), either) for name, either in accepted]
            damaged += sum(text not in either for _, text, either in found)
            written += sum(text != source for (_, text, _), (_, source) in zip(found, texts, strict=True))
            left += sum(each.endswith(".part") for each in os.listdir(folder))
        subprocess.run((*COMMAND, folder), stderr=subprocess.DEVNULL, check=False)
        remaining = len(os.listdir(folder)) - len(texts)
    print(f"{options.times} runs over {len(texts)} files: {damaged} damaged, {written} written")
    print(f"{left} temporary files found after kills, {remaining} after another run")


def _after(name: str, source: bytes) -> bytes:
    try:
        return formatted(source, mode_of(name))
    except NotFormattedError:
        return source


if __name__ == "__main__":
    main()
