"""Searches of a whole project by an index find what a search of every file finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puppet_check.analysis import Analysis
from puppet_check.workspace import mentions
from puppet_check.workspace.computed import Computed, ComputedStrings
from puppet_check.workspace.disk import Disk, remembered, remembered_by_size
from puppet_check.workspace.mentions import mentions_title
from puppet_check.workspace.title_index import title_index
from puppet_check.workspace.words import WordIndex, words
from tests.support.repository import write

PIECES = ("a", "ab", "A", "_", "-", "::", ":", "/", ".", " ", "é", "1", "'", '"', "$", "x_y", "[", "]", "\n")
TEXT = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
TITLE = st.lists(st.sampled_from(PIECES[:14]), min_size=1, max_size=5).map("".join)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(TEXT, min_size=1, max_size=3), title=TITLE)
def test_every_file_that_mentions_a_title_is_found(tmp_path: Path, texts: list[str], title: str) -> None:
    paths = [tmp_path / f"m{number}/manifests/init.pp" for number in range(len(texts))]
    write(tmp_path, {str(path.relative_to(tmp_path)): text for path, text in zip(paths, texts, strict=True)})
    folders = frozenset((str(path.parent.parent), ("manifests",)) for path in paths)
    found = set(title_index(Disk(), WordIndex(), folders).files_with(title))
    assert {str(path) for path, text in zip(paths, texts, strict=True) if mentions_title(text, "notify", title)} <= found


def test_files_without_the_words_of_a_title_are_not_read(tmp_path: Path) -> None:
    write(tmp_path, {f"m{number}/manifests/init.pp": f"notify {{ 'title of {number}': }}\n" for number in range(9)})
    folders = frozenset((str(tmp_path / f"m{number}"), ("manifests",)) for number in range(9))
    index = title_index(Disk(), WordIndex(), folders)
    assert [*index.files_with("title of 5")] == [str(tmp_path / "m5/manifests/init.pp")]
    assert [*index.files_with("title of 10")] == []


def test_a_file_that_is_too_large_may_mention_anything(tmp_path: Path) -> None:
    path = tmp_path / "m/manifests/init.pp"
    write(tmp_path, {"m/manifests/init.pp": "#" * (3 << 20)})
    assert [*title_index(Disk(), WordIndex(), frozenset([(str(tmp_path / "m"), ("manifests",))])).files_with("x")] == [str(path)]


@given(strings=st.lists(st.lists(st.sampled_from(("", "a", "ab", "b/", "-")), min_size=1, max_size=4).map(tuple), max_size=6), text=TITLE)
def test_strings_with_interpolations_are_found_by_their_ends(strings: list[tuple[str, ...]], text: str) -> None:
    computed = [Computed(parts) for parts in strings]
    assert ComputedStrings(computed).fit(text) == any(each.fits(text) for each in computed)


def test_the_words_of_a_text_are_its_names_and_their_parts() -> None:
    found = words("include ::Apache::Mod, x:y $a::b::c é_1 puppet:///modules/m".encode())
    assert found >= {b"include", b"apache::mod", b":apache", b":mod", b"x", b"y", b"a::b::c", b"a::b", b":a", b":b", b":c", b"_1", b"m"}
    assert not any(each.strip(b":") != each and not each.startswith(b":") for each in found)


def test_texts_are_kept_up_to_a_size() -> None:
    made: list[str] = []

    @remembered_by_size(10)
    def text(disk: Disk, name: str) -> str:
        made.append(name)
        return name * 4

    @remembered(2)
    def number(disk: Disk, name: str) -> int:
        made.append(name)
        return len(name)

    disk = Disk()
    for each in ("a", "b", "a", "b", "c", "b", "a"):
        assert text(disk, each) == each * 4
    assert made == ["a", "b", "c", "a"]
    made.clear()
    for each in ("a", "b", "a", "c", "b", "a"):
        assert number(disk, each) == 1
    assert made == ["a", "b", "c", "a"]
    assert text(disk, "long") == "long" * 4 and text(disk, "long") == "long" * 4


@pytest.mark.parametrize("few", [0, 200])
def test_references_are_judged_alike_with_an_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    monkeypatch.setattr(mentions, "FEW", few)
    own = "class m0 { exec { '/bin/a': require => [File['/etc/other'], File['/etc/none'], File['/etc/some.d']] } }\n"
    others = {"m1": "class m1 { file { '/etc/other': } }\n", "m2": 'class m2 ($d) { file { "/etc/${d}.d": } }\n'}
    files = {f"modules/{name}/manifests/init.pp": text for name, text in ({"m0": own} | others).items()}
    write(tmp_path, {"environment.conf": "", "manifests/site.pp": "include m0\n", **files})
    found = Analysis().check(str(tmp_path / "modules/m0/manifests/init.pp")).diagnostics
    assert [each.message for each in found if each.code == "unknown-reference"] == ["File['/etc/none'] is not declared anywhere"]
