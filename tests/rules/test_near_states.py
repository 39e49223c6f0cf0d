"""Words beside `ensure` that are no states, and facts with a letter too many: each with the nearest code that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.test_slips_of_names import codes

INIT = "m/manifests/init.pp"
SITE = {"environment.conf": "", "manifests/site.pp": "$osfmaily = 'x'\nnode default { }\n"}


@pytest.mark.parametrize(
    ("resource", "count"),
    [
        ("package { 'a': ensure => presnt }", 1),
        ("package { 'a': ensure => 'lastest' }", 1),
        ("package { ['a', 'b']: ensure => running }", 1),
        ("package { default: ensure => instaled; 'a': }", 1),
        ("elsewhere::thing { 'a': ensure => 'presentt' }", 1),
        ("m::untyped { 'a': ensure => abset }", 1),
        ("file { '/a': ensure => directoryy }", 1),
        ("file { '/a': ensure => director }", 1),
        ("package { 'a': ensure => 'rolling' }", 0),
        ("package { 'a': ensure => 'present1' }", 0),
        ("elsewhere::thing { 'a': ensure => running }", 0),
        ("elsewhere::thing { 'a': ensure => preset }", 0),
        ("m::typed { 'a': ensure => presents }", 0),
        ("file { '/a': ensure => 'director', target => '/b' }", 0),
        ("file { '/a': ensure => './director' }", 0),
    ],
)
def test_a_word_that_is_no_state(tmp_path: Path, resource: str, count: int) -> None:
    defines = {
        "m/manifests/untyped.pp": "define m::untyped ($ensure = present) { notice($ensure) }\n",
        "m/manifests/typed.pp": "define m::typed (Enum['presents', 'absent'] $ensure = absent) { notice($ensure) }\n",
    }
    files = {INIT: f"class m {{\n  {resource}\n}}\n", "m/metadata.json": '{"name": "a-m", "version": "1.0.0"}', **defines}
    assert codes(tmp_path, files, "wrong-value") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("notice($facts['os']['releases']['full'])", 1),
        ("notice($facts['os']['familys'])", 1),
        ("notice(\"${facts['networking']['hostnames']}\")", 1),
        ("notice($facts['processors']['model'])", 1),
        ("notice($facts['os']['release']['full'])", 0),
        ("notice($facts['mountpoints']['/']['sizes'])", 0),
        ("notice($facts['networking']['ip6'])", 0),
    ],
)
def test_a_part_of_a_fact_with_a_letter_more_or_less(tmp_path: Path, code: str, count: int) -> None:
    assert codes(tmp_path, {INIT: f"class m {{\n  {code}\n}}\n"}, "unknown-fact") == [(INIT, 2)] * count


@pytest.mark.parametrize(("name", "count"), [("operatingsytsem", 1), ("osfmaily", 0), ("cluster", 0)])
def test_a_fact_of_the_top_scope_that_no_main_manifest_sets(tmp_path: Path, name: str, count: int) -> None:
    files = {**SITE, "modules/m/manifests/init.pp": f"class m {{\n  notice($::{name})\n}}\n"}
    assert codes(tmp_path, files, "unknown-fact") == [("modules/m/manifests/init.pp", 2)] * count
