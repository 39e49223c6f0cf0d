"""What is remembered of a project after files have been rewritten is what a new workspace finds."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from puppet_check.analysis import Analysis
from puppet_check.cli.watch import Watched
from puppet_check.config import Configuration
from puppet_check.workspace.workspace import Shared, Workspace
from tests.cli.command import write

MODULES = [f"m{number}" for number in range(4)]
LINES = {
    ".pp": (
        "  $cluster = 'a'",
        "  notice($::cluster)",
        "  notice($cluster)",
        "  notify { 'ready': }",
        '  notify { "${title}_late": }',
        "  Notify['ready'] -> Notify['raedy']",
        "  notify { 'x': require => Notify['m1_late'] }",
        "  notice($m1::size, $m2::sizes)",
        "  $size = 1",
        "  include m3",
        "  m2::part { 'p': colour => 1 }",
        "  file { '/f': content => template('m1/page.erb') }",
        "  class { 'absent': }",
        "  notice($facts['cluster'], $facts['web_size'])",
    ),
    ".erb": ("<%= @cluster %>", "<%= @size %>", "<%= scope['::cluster'] %>", "<%= scope['m1::size'] %>", "text"),
    ".rb": ("Facter.add(:cluster) { setcode { 1 } }", "Facter.add(:web_size) { setcode { 1 } }", "# none"),
}
FILES = [(f"modules/{module}/{path}", suffix) for module in MODULES for path, suffix in (
    ("manifests/init.pp", ".pp"),
    ("manifests/part.pp", ".pp"),
    ("templates/page.erb", ".erb"),
    ("lib/facter/own.rb", ".rb"),
)]  # fmt: skip
MANIFESTS = [path for path, suffix in FILES if suffix == ".pp"]


@pytest.mark.parametrize("seed", range(4))
def test_findings_are_those_of_a_new_workspace(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    write(tmp_path, {"environment.conf": "modulepath = modules\n", **{path: text_of(path, suffix, random) for path, suffix in FILES}})
    kept = _analysis()
    seen = [_findings(kept, tmp_path)]
    for _ in range(15):
        path, suffix = random.choice(FILES)
        (tmp_path / path).write_text(text_of(path, suffix, random))
        kept.notice([str(tmp_path / path)], rewritten=True)
        seen.append(_findings(kept, tmp_path))
        assert seen[-1] == _findings(_analysis(), tmp_path), path
    assert len({*map(tuple, seen)}) > 5


def test_files_are_rewritten_by_all_their_names(tmp_path: Path) -> None:
    user = "class m2 {\n  Notify['ready'] -> Notify['own']\n  notify { 'own': }\n}\n"
    write(tmp_path, {"environment.conf": "modulepath = modules\n", "modules/m2/manifests/init.pp": user})
    write(
        tmp_path,
        {"modules/m0/manifests/late.pp": "class m0::late { notify { 'ready': } }\n", "modules/m1/manifests/init.pp": "class m1 { }\n"},
    )
    (tmp_path / "modules/m1/manifests/late.pp").symlink_to("../../m0/manifests/late.pp")
    kept = _analysis()
    seen: list[list[str | None]] = []
    assert not _findings_in(kept, tmp_path)
    for name in ("m0", "m1"):
        for title in ("other", "ready"):
            (tmp_path / "modules/m0/manifests/late.pp").write_text(f"class m0::late {{ notify {{ '{title}': }} }}\n")
            kept.notice([str(tmp_path / f"modules/{name}/manifests/late.pp")], rewritten=True)
            found = [_findings_in(each, tmp_path) for each in (kept, _analysis())]
            assert found[0] == found[1], (name, title)
            seen.append(found[0])
    assert seen == [["unknown-reference"], []] * 2


def _findings_in(analysis: Analysis, folder: Path) -> list[str | None]:
    return [each.code for each in analysis.check(str(folder / "modules/m2/manifests/init.pp")).diagnostics]


@pytest.mark.parametrize("seed", [2, 3, 11])
def test_a_watch_finds_what_a_new_one_does(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    write(tmp_path, {"environment.conf": "modulepath = modules\n", **{path: text_of(path, suffix, random) for path, suffix in FILES}})
    kept, number = Watched(Configuration(is_read=False)), 0
    for number in range(15):
        path, suffix = random.choice(FILES)
        (tmp_path / path).write_text(text_of(path, suffix, random))
        kept.update({str(tmp_path / each): (number * (each == path), 0) for each, _ in FILES})
        new = Watched(Configuration(is_read=False))
        assert _reports(kept, tmp_path) == _reports(new, tmp_path), path


def _reports(watched: Watched, folder: Path) -> list[str]:
    return [f"{path} {each}" for path in MANIFESTS for each in watched.report(str(folder / path)).findings]


def _analysis() -> Analysis:
    return Analysis(Workspace(shared=Shared()))


def _findings(analysis: Analysis, folder: Path) -> list[str]:
    return [f"{path} {each}" for path in MANIFESTS for each in analysis.check(str(folder / path)).diagnostics]


def text_of(path: str, suffix: str, random: Random) -> str:
    lines = "\n".join(random.sample(LINES[suffix], 3))
    if suffix != ".pp":
        return f"{lines}\n"
    module = path.split("/")[1]
    header = f"class {module}" if path.endswith("init.pp") else f"define {module}::part($color)"
    return f"{header} {{\n{lines}\n}}\n"
