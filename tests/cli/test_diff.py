"""`puppet-eval diff` reports what a change of a repository does to the catalogs of nodes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Answer, run, write
from tests.support.repository import committed, git

CHROMIUM = shutil.which("chromium")
BEFORE = {
    "environment.conf": "modulepath = site\n",
    "manifests/site.pp": "include m\n",
    "site/m/manifests/init.pp": """\
class m (Integer $port = 22) {
  file { '/etc/m': mode => '0644', content => epp('m/m.epp', { port => $port }) }
  file { '/etc/s': source => 'puppet:///modules/m/s' }
  package { 'old': ensure => installed }
  exec { 'x': command => generate('/bin/x') }
  notify { "on ${facts['role']}": }
}
""",
    "site/m/templates/m.epp": "first\nPort <%= $port %>\nlast\n",
    "site/m/files/s": "x\ny\n",
    "facts/a.json": '{"role": "web"}',
    "facts/b.json": '{"role": "web"}',
    "facts/c.json": '{"role": "db"}',
}
AFTER = {
    "site/m/manifests/init.pp": """\
class m (Integer $port = 2222) {
  file { '/etc/m': mode => '0600', content => epp('m/m.epp', { port => $port }) }
  file { '/etc/s': source => 'puppet:///modules/m/s', require => File['/etc/m'] }
  package { 'new': ensure => installed }
  exec { 'x': command => '/bin/known' }
  if $facts['role'] == 'web' { notify { "on ${facts['role']}": message => 'changed' } } else { notify { 'on db': } }
}
""",
    "site/m/files/s": "x\nz\n",
}
TEXT = """\
a, b, c (3 of 3 nodes)
  ~ Class[M]
      port: 22 -> 2222
  ? Exec[x]
      ? command: unknown -> '/bin/known'
  ~ File[/etc/m]
      mode: '0644' -> '0600'
      content:
        @@ -1,3 +1,3 @@
         first
        -Port 22
        +Port 2222
         last
  ~ File[/etc/s]
      + require => 'File[/etc/m]'
      contents of source:
        @@ -1,2 +1,2 @@
         x
        -y
        +z
  + Package[new]
      ensure => 'installed'
  - Package[old]
      ensure => 'installed'
  + File[/etc/m] -> File[/etc/s]

a, b (2 of 3 nodes)
  ~ Notify[on web]
      + message => 'changed'

3 of 3 nodes change: 1 resource added, 1 resource removed, 4 resources changed, 1 edge changed, 1 unknown
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose last commit is the change."""
    return committed(committed(tmp_path, BEFORE), AFTER)


def test_changes_are_grouped_by_the_nodes_that_have_them(repository: Path) -> None:
    assert run("puppet-eval", "diff", "HEAD~", "HEAD", "--facts-dir", "facts", cwd=repository) == Answer(1, TEXT, "")
    assert git(repository, "status", "--short") + git(repository, "worktree", "list", "--porcelain").partition("\n\n")[2] == ""


def test_the_working_folder_is_compared_by_default(repository: Path) -> None:
    answer = run("puppet-eval", "diff", "HEAD", "--facts-dir", "facts", cwd=repository)
    assert answer == Answer(0, "0 of 3 nodes change\n", "")
    write(repository, {"site/m/files/s": "x\n"})
    assert "contents of source:" in run("puppet-eval", "diff", "HEAD", "--facts-dir", "facts", cwd=repository).out


def test_folders_are_compared(tmp_path: Path) -> None:
    write(tmp_path / "old", BEFORE)
    write(tmp_path / "new", BEFORE | AFTER)
    assert run("puppet-eval", "diff", "./old", "./new", "--facts-dir", "old/facts", cwd=tmp_path).out == TEXT


def test_json_has_all_values(repository: Path) -> None:
    answer = run("puppet-eval", "diff", "HEAD~", "HEAD", "--facts-dir", "facts", "--format", "json", cwd=repository)
    found: dict[str, Any] = json.loads(answer.out)
    assert (found["before"], found["after"], found["nodes"], found["failures"]) == ("HEAD~", "HEAD", ["a", "b", "c"], [])
    first, second = found["groups"]
    changes = {each.get("resource") or each["edge"]: each for each in first["changes"]}
    assert changes["Class[M]"]["parameters"] == [{"name": "port", "before": 22, "after": 2222}]
    unknown = {"name": "command", "before": {"__ptype": "Unknown", "__pvalue": "String"}, "after": "/bin/known", "unknown": True}
    exec_row = {"change": "unknown", "resource": "Exec[x]", "class": "Class[M]", "parameters": [unknown]}
    assert changes["Exec[x]"] == {**exec_row, "neighbours": [["in", "Class[M]", ""]]}
    assert changes["File[/etc/m] -> File[/etc/s]"] == {"change": "added", "edge": "File[/etc/m] -> File[/etc/s]"}
    assert second["nodes"] == ["a", "b"]


def test_markdown_is_for_pull_requests(repository: Path) -> None:
    answer = run("puppet-eval", "diff", "HEAD~", "HEAD", "--facts-dir", "facts", "--format", "markdown", cwd=repository)
    assert answer.out.startswith("### Catalogs: `HEAD~` → `HEAD`\n\n3 of 3 nodes change: ")
    assert "<details><summary>a, b (2 of 3 nodes): 1 resource changed</summary>\n\n```diff\n! Notify[on web]\n" in answer.out


def test_the_page_needs_nothing_else_and_its_data_end_no_script(repository: Path) -> None:
    write(repository, {"site/m/manifests/init.pp": "class m {\n  notify { '</script><script>alert(1)</script>': }\n}\n"})
    page = run("puppet-eval", "diff", "HEAD", "--facts-dir", "facts", "--format", "html", cwd=repository).out
    assert page.count("</script>") == 2 and "http://" not in page and "https://" not in page
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    subjects = [each["subject"] for group in data["groups"] for each in group["changes"]]
    assert "Notify[</script><script>alert(1)</script>]" in subjects


def test_parts_are_merged_to_the_report_of_all_nodes(repository: Path) -> None:
    init = AFTER["site/m/manifests/init.pp"].rstrip().removesuffix("}")
    write(repository, {"site/m/manifests/init.pp": init + "  if $facts['role'] == 'db' { fail('no') }\n}\n"})
    arguments = ("diff", "HEAD~", "--facts-dir", "facts")
    for part in (1, 2):
        made = run("puppet-eval", *arguments, "--shard", f"{part}/2", "--format", "json", cwd=repository)
        write(repository, {f"part{part}.json": made.out})
    for style in ("text", "json", "markdown", "html"):
        merged = run("puppet-eval", "merge", "part1.json", "part2.json", "--format", style, cwd=repository)
        whole = run("puppet-eval", *arguments, "--format", style, cwd=repository)
        if style in ("text", "markdown"):
            assert merged.out.replace("a, c, b", "a, b, c") == whole.out
        assert merged.code == whole.code
        assert merged.out.count('"neighbours"') == whole.out.count('"neighbours"')
    again = run("puppet-eval", "merge", "part1.json", "part1.json", cwd=repository)
    assert (again.code, again.err) == (2, "puppet-eval: error: the node a is in several parts\n")
    wrong = run("puppet-eval", "merge", "facts/a.json", cwd=repository)
    assert (wrong.code, wrong.err) == (2, "puppet-eval: error: facts/a.json: expected a report of `puppet-eval diff --format json`\n")
    assert run("puppet-eval", *arguments, "--shard", "3/2", cwd=repository).code == 2


@pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
@pytest.mark.parametrize(
    ("filters", "shown", "hidden"),
    [
        ("", "Package[new]", "nothing"),
        ("type=File", "File[/etc/m]", "Package[new]"),
        ("class=Class[M]&kind=added", "Package[new]", "File[/etc/m]"),
        ("node=c", "Package[new]", "Notify[on web]"),
        ("subject=NEW", "1 of 8 changes, of 3 of 3 nodes, are shown.", "File[/etc/m]"),
    ],
)
def test_the_page_has_filters(repository: Path, filters: str, shown: str, hidden: str) -> None:
    made = run("puppet-eval", "diff", "HEAD~", "HEAD", "--facts-dir", "facts", "--format", "html", cwd=repository)
    body = seen(repository, made.out, filters)
    assert shown in body and hidden not in body


def seen(folder: Path, page: str, filters: str = "", width: int = 1000) -> str:
    """What a browser of some width has of a page, from the number of changes on."""
    write(folder, {"report.html": page})
    browser = [
        str(CHROMIUM),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder / 'browser'}",
        f"--window-size={width},1000",
        "--virtual-time-budget=1000",
        "--dump-dom",
        f"{(folder / 'report.html').as_uri()}#{filters}",
    ]
    done = subprocess.run(browser, capture_output=True, text=True, timeout=120).stdout
    return done.partition('<p id="shown"')[2].partition("<script")[0]


OPENING = "setTimeout(() => document.querySelectorAll('li details').forEach((each) => { each.open = true; }), 100);"


@pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
@pytest.mark.parametrize(("width", "columns"), [(1000, 2), (500, 1)])
def test_the_page_draws_the_neighbours_of_a_resource(repository: Path, width: int, columns: int) -> None:
    made = run("puppet-eval", "diff", "HEAD~", "HEAD", "--facts-dir", "facts", "--format", "html", cwd=repository)
    body = seen(repository, made.out.replace("\nfollow();\n", f"\nfollow();\n{OPENING}\n"), "subject=/etc/s", width)
    (graph,) = re.findall(r"<svg width.*?</svg>", body)
    assert 'aria-label="The neighbours of File[/etc/s]"' in graph
    assert re.findall(r">([^<>]+)</text>", graph) == ["Class[M]", "contains it", "File[/etc/m]", "before it, new", "File[/etc/s]"]
    assert '<a href="#subject=File%5B%2Fetc%2Fm%5D">' in graph, "it changes as well"
    assert len(set(re.findall(r'<rect x="([\d.]+)"', graph))) == columns


def test_neighbours_are_those_of_the_first_node_with_a_change(repository: Path) -> None:
    code = "class m {\n  file { '/etc/m': mode => '0600' }\n  if $facts['role'] == 'db' { File['/etc/m'] -> notify { 'x': } }\n}\n"
    write(repository, {"site/m/manifests/init.pp": code})
    data = json.loads(run("puppet-eval", "diff", "HEAD", "--facts-dir", "facts", "--format", "json", cwd=repository).out)
    found = {each["resource"]: each for group in data["groups"] for each in group["changes"] if "resource" in each}
    (first, *_) = (each for group in data["groups"] for each in group["changes"] if each.get("resource") == "File[/etc/m]")
    assert first["neighbours"] == [["in", "Class[M]", ""], ["before", "File[/etc/s]", "-"]]
    assert found["Notify[x]"]["neighbours"] == [["in", "Class[M]", "+"], ["after", "File[/etc/m]", "+"]]


def test_a_catalog_that_cannot_be_compiled_is_a_failure(repository: Path) -> None:
    write(repository, {"site/m/manifests/init.pp": "class m {\n  if $facts['role'] == 'db' { fail('no') }\n}\n"})
    answer = run("puppet-eval", "diff", "HEAD", "--facts-dir", "facts", cwd=repository)
    assert answer.code == 2
    assert answer.out.startswith(
        "c (1 of 3 nodes)\n  cannot be compiled in the working folder:\n    site/m/manifests/init.pp:2:31: error: "
    )
    assert answer.out.endswith("; 1 cannot be compiled\n")


def test_what_is_unknown_or_merely_possible_is_no_change(repository: Path) -> None:
    write(
        repository,
        {"site/m/manifests/init.pp": "class m { if generate('/x') =~ /y/ { notify { 'p': } } notify { 'q': } include generate('/c') }"},
    )
    git(repository, "commit", "-qam", "partial")
    write(repository, {"site/m/manifests/init.pp": "class m { if generate('/x') =~ /y/ { notify { 'p': message => 'z' } } }"})
    answer = run("puppet-eval", "diff", "HEAD", "--facts-dir", "facts/a.json", cwd=repository)
    assert answer.code == 1
    assert "  ? Notify[p]\n      + message => 'z'" in answer.out
    assert "  - Notify[q]\n" in answer.out


def test_sensitive_values_are_not_shown(tmp_path: Path) -> None:
    for name in ("old", "new"):
        write(tmp_path / name, {"manifests/site.pp": f"notify {{ 'a': message => Sensitive('{name} secret') }}"})
    write(tmp_path, {"a.json": "{}"})
    for style in ("text", "json", "markdown", "html"):
        answer = run("puppet-eval", "diff", "./old", "./new", "--facts-dir", "a.json", "--format", style, cwd=tmp_path)
        assert answer.code == 1 and "Notify[a]" in answer.out and "secret" not in answer.out


def test_modules_that_the_repository_ignores_are_those_of_the_working_folder(repository: Path) -> None:
    write(
        repository,
        {
            "environment.conf": "modulepath = site:modules\n",
            ".gitignore": "modules/\n",
            "manifests/site.pp": "include m\ninclude other\n",
            "modules/other/manifests/init.pp": "class other { notify { 'other': } }",
        },
    )
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "other")
    answer = run("puppet-eval", "diff", "HEAD~", "HEAD", "--facts-dir", "facts", cwd=repository)
    assert "  + Notify[other]\n" in answer.out
    assert run("puppet-eval", "diff", "HEAD", "--facts-dir", "facts", cwd=repository).code == 0


def test_wrong_usage(repository: Path) -> None:
    answer = run("puppet-eval", "diff", "nothing", "--facts-dir", "facts", cwd=repository)
    assert answer == Answer(2, "", "puppet-eval: error: 'nothing' is neither a revision nor a folder\n")
    assert run("puppet-eval", "diff", "HEAD", "--facts-dir", "missing", cwd=repository).code == 2
    assert run("puppet-eval", "diff", "HEAD", cwd=repository).code == 2


def test_a_lost_order_is_named_with_its_reason(tmp_path: Path) -> None:
    chain = "package { 'nginx': ensure => installed }\n-> file { '/etc/nginx/nginx.conf': content => 'x' }\n"
    loose = chain.replace("-> ", "")
    write(tmp_path, {"a/environment.conf": "", "b/environment.conf": "", "facts/n.json": "{}"})
    write(tmp_path, {"a/manifests/site.pp": chain, "b/manifests/site.pp": loose})
    answer = run("puppet-eval", "diff", "./a", "./b", "--facts-dir", "facts", cwd=tmp_path)
    assert "! Package[nginx] -> File[/etc/nginx/nginx.conf]: the package brings `/etc/nginx`\n" in answer.out
    assert "1 edge changed, 1 order lost" in answer.out
    assert "lost" not in run("puppet-eval", "diff", "./b", "./a", "--facts-dir", "facts", cwd=tmp_path).out
    (group,) = json.loads(run("puppet-eval", "diff", "./a", "./b", "--facts-dir", "facts", "--format", "json", cwd=tmp_path).out)["groups"]
    assert [each["change"] for each in group["changes"]] == ["changed", "removed", "unordered"]


def test_a_file_that_cannot_be_loaded_fails_alike_on_all_nodes(repository: Path) -> None:
    write(repository, {"site/m/manifests/init.pp": AFTER["site/m/manifests/init.pp"] + "notify { 'out of place': }\n"})
    found = run("puppet-eval", "diff", "HEAD~", "--facts-dir", "facts", "--full", cwd=repository)
    assert "a, b, c (3 of 3 nodes)\n  cannot be compiled in the working folder:" in found.out
    assert found.out.count("in the call of include") == 1


def test_markdown_that_is_too_long_is_cut_and_leads_to_the_whole_report(tmp_path: Path) -> None:
    code = "notify { \"n${facts['role']}\": message => '%s' }\n"
    write(tmp_path, {"old/manifests/site.pp": "", "new/manifests/site.pp": code % ("x" * 2000)})
    write(tmp_path, {f"facts/n{number}.json": f'{{"role": {number}}}' for number in range(800)})
    link = "https://ci/job/7/artifacts/diff.html"
    arguments = ("diff", "../old", "../new", "--facts-dir", "../facts", "--format", "markdown")
    answer = run("puppet-eval", *arguments, "--link", link, cwd=tmp_path / "old")
    assert len(answer.out) < 65_536
    assert answer.out.endswith(f" more** (too long to be shown)\n\n[The whole report]({link})\n")
    assert run("puppet-eval", *arguments, cwd=tmp_path / "old").out == answer.out.removesuffix(f"\n[The whole report]({link})\n")


def test_only_an_address_can_be_a_link(tmp_path: Path) -> None:
    for wrong in ("javascript:x", "https://x/a)b", "https://x/ y"):
        assert run("puppet-eval", "diff", "../old", "--facts-dir", "facts", "--link", wrong, cwd=tmp_path).code == 2
