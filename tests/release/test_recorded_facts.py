"""The facts of systems that are bundled, and the program that makes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from release import recorded_facts as making

from puppet_check.config import recorded_facts


def _folder(top: Path, *files: tuple[str, str, dict[str, object]]) -> Path:
    for facter, stem, facts in files:
        path = top / "facts" / facter / f"{stem}.facts"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(facts))
    return top


def _facts(name: str, release: str, hardware: str, facter: str, **more: object) -> dict[str, object]:
    os = {"name": name, "hardware": hardware, "release": {"full": f"{release}.1", "major": release}}
    return {"os": os, "facterversion": facter, **more}


def test_the_latest_facts_of_each_system_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = _facts("Debian", "12", "x86_64", "4.10.0", kernel="Linux", size=2)
    one = _folder(
        tmp_path / "one", ("4.10", "debian-12-x86_64", new), ("4.9", "debian-12-x86_64", _facts("Debian", "12", "x86_64", "4.9.0"))
    )
    two = _folder(
        tmp_path / "two",
        ("4.2", "debian-12-x86_64", _facts("Debian", "12", "x86_64", "4.2.0")),
        ("2.4", "fedora-19-i386", _facts("Fedora", "19", "i386", "2.4.0")),
        ("3.9", "openbsd-6.2-i386", _facts("OpenBSD", "6", "i386", "3.9.0", kernel="OpenBSD")),
        ("3.9", "windows-2016-core-x86_64", _facts("windows", "2016", "x86_64", "3.9.0")),
        ("3.9", "raspbian-10-armv6l", _facts("Debian", "10", "armv6l", "3.9.0")),
    )
    data = str(tmp_path / "data.json.z")
    monkeypatch.setattr("sys.argv", ["release.recorded_facts", "--output", data, str(one), str(two)])
    assert making.main() == 0
    found = recorded_facts.systems(data)
    assert [each[:3] for each in found] == [("Debian", "12", "x86_64"), ("OpenBSD", "6.1", "i386"), ("windows", "2016-core", "x86_64")]
    assert recorded_facts.facts_of(found[0], data) == new


def test_each_bundled_system_has_the_facts_of_its_name() -> None:
    found = recorded_facts.systems()
    assert len({each[:3] for each in found}) == len(found) > 100
    for each in found:
        facts = recorded_facts.facts_of(each)
        assert facts["facterversion"] == each.facter
        match facts["os"]:
            case {"name": name, "hardware": hardware}:
                assert (name, hardware) == (each.name, each.hardware)
            case _:
                pytest.fail(f"{each} lacks the fact os")
