"""How often a cold check opens and lists the files of a repository does not depend on how many there are."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.support.repository import write

# What the memory keeps of files is left out, so that every search of a file opens it. Processes append to one log.
CODE = """
import os, sys
log = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
top = os.getcwd()
def note(event, arguments):
    if event in ("open", "os.scandir") and isinstance(arguments[0], str) and arguments[0].startswith(top):
        os.write(log, f"{event} {os.path.relpath(arguments[0], top)}\\n".encode())
sys.addaudithook(note)
from puppet_check.cli.check import main
from puppet_check.reading.files import TEXTS
from puppet_check.workspace import defaults, disk, mentions
TEXTS.limit(0)
disk.DIVISOR, mentions.FEW, defaults.FEW = int(sys.argv[2]), 4, 4
raise SystemExit(main(["--no-cache", "--no-config", "--jobs", "2", "."]))
"""
CLASS = """
class m{n}::part{k} ($a = undef) {{
  if $a {{ $b = 1 }}
  notify {{ "m{n} ${{b}} ${{::top{n}}} ${{m{n}::part0::x}}":
    require => [Notify['m{n} part'], File['/etc/m{m}/{k}'], File['/etc/none{n}']],
  }}
  include m{m}::part0
  Package {{ ensure => installed }}
}}
"""


def opened(folder: Path, modules: int, divisor: int) -> tuple[Counter[str], int]:
    """How often each file and folder of a control repository is opened, by event and path, and how many errors are reported."""
    top, log = folder / f"{modules}", folder / f"log{modules}"
    files = {
        f"modules/m{n}/manifests/part{k}.pp": CLASS.format(n=n, m=(n * 7 + 1) % modules, k=k) for n in range(modules) for k in range(3)
    }
    more = {f"modules/m{n}/templates/t.erb": f"<%= @x %> /etc/m{n}/{n}" for n in range(modules)}
    write(top, {"environment.conf": "modulepath = modules\n", "manifests/site.pp": "include m0::part0\n", **files, **more})
    done = subprocess.run([sys.executable, "-c", CODE, str(log), str(divisor)], cwd=top, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return Counter(log.read_text().splitlines()), done.stdout.count(" error: ")


@pytest.mark.parametrize("divisor", [1, 100])
def test_files_and_folders_are_opened_as_often_in_a_larger_repository(tmp_path: Path, divisor: int) -> None:
    (small, some), (large, more) = opened(tmp_path, 20, divisor), opened(tmp_path, 60, divisor)
    assert some and more == 3 * some
    for event in ("open", "os.scandir"):
        few, many = ({path: count for path, count in found.items() if path.startswith(f"{event} modules/m")} for found in (small, large))
        assert len(many) == 3 * len(few)
        # Workers read the definitions of modules that files of their own use. Which ones these are differs a little, and one that starts
        # late on a busy machine may find that all has been done; what looked for each module again would be opened three times as often.
        assert sum(many.values()) / len(many) <= 1.3 * sum(few.values()) / len(few)
