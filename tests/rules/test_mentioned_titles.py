"""Titles in references that differ by a letter from another text of the file, which nothing in it declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.test_slips_of_names import codes

INIT = "m/manifests/init.pp"


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("acme::app { 'a': services => ['gunicorn-web'], notify => Service['gnicorn-web'] }", 1),
        ("acme::port { ['a', 'c']: require => [Service['firewalld'], Service['firewlald']], before => Service['firewalld'] }", 1),
        ("acme::port { 'a': require => Service['firewalld'] }\n  acme::port { 'b': require => Service['firewlald'] }", 0),
        ("acme::zip { 'sensu-go.zip': }\n  notify { 'n': require => Acme::Zip['sesnu-go.zip'] }", 1),
        ("acme::app { 'a': services => ['gunicorn-web'], notify => Service['gunicorn-webs'] }", 0),
        ("acme::app { 'a': services => ['gunicorn-web-a'], notify => Service['gunicorn-web-b'] }", 0),
        ("acme::app { 'a': services => ['gunicorn1-web'], notify => Service['gunicorn2-web'] }", 0),
        ("acme::app { 'a': services => ['web'], notify => Service['wbe'] }", 0),
        ("acme::app { 'a': services => ['gunicorn-web'], notify => Service['gnicorn-web'], before => Exec['gnicorn-web'] }", 0),
    ],
)
def test_the_text_that_is_meant(tmp_path: Path, code: str, count: int) -> None:
    files = {INIT: f"class m {{\n  {code}\n}}\n", "m/metadata.json": '{"name": "a-m", "dependencies": [{"name": "acme-elsewhere"}]}'}
    assert len(codes(tmp_path, files, "unknown-reference")) == count


def test_a_title_that_another_file_has_is_one(tmp_path: Path) -> None:
    code = "class m {\n  acme::app { 'a': services => ['gunicorn-web'], notify => Service['gnicorn-web'] }\n}\n"
    other = "class m::b {\n  acme::app { 'b': services => ['gnicorn-web'] }\n}\n"
    files = {INIT: code, "m/manifests/b.pp": other}
    assert codes(tmp_path, files, "unknown-reference") == []
