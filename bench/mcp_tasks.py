"""What an assistant is told by `puppet-check mcp`: forty tasks, the tool that answers each, and the size of the answer.

    python -m bench.mcp_tasks [--details]

Every task names what an answer has to say. Tools are called through the protocol, by a client that starts the command.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from tests.support.mcp_tasks import answers


def main() -> int:
    """Print a line for each task, and the sums."""
    parser = argparse.ArgumentParser(prog="bench.mcp_tasks", description="Measure the answers of `puppet-check mcp`.")
    parser.add_argument("--details", action="store_true", help="print the answers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(answers(Path(folder)))
    for each in found:
        lacks = f"  LACKS {each.lacks}" if each.lacks else ""
        print(f"{each.task.tool:13} {len(each.text.encode()):6} bytes  {each.task.question}{lacks}")
        if options.details or each.lacks:
            print(f"    {each.text[:2000]}".replace("\n", "\n    "))
    sizes = sorted(len(each.text.encode()) for each in found)
    good = sum(not each.lacks for each in found)
    print(f"{good} of {len(found)} answered in one call; {sizes[len(sizes) // 2]} bytes in the middle, {sizes[-1]} at most")
    return 0 if good == len(found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
