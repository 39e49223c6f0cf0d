"""References in closed files, of which only the statements with the name are read, and in Ruby."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.usages.references import all_references_of, references_of
from puppet_check.reading.files import METER
from tests.features.project import Place

CLASS = "modules/m/manifests/tls.pp"


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("include m::tls", 1),
        ("include a,\n  # the second\n  ::m::tls", 1),
        ("if $x {\n  case $y {\n    'a': { contain m::tls }\n    default: { }\n  }\n}", 1),
        ("class m::a inherits m::tls { }", 1),
        ("class m::a(\n  $x = $m::tls::port,\n  $y = $::m::tls::port,\n) { }", 2),
        ("class m::a { notify { 'a': message => \"${m::tls::port}\" } }", 1),
        ("class { 'm::tls': }\nClass['m::tls'] -> Class[m::tls]", 3),
        ("$x.each |$y| { include m::tls }", 1),
        ("notify { 'a': message => @(\"END\") }\n  # ${m::tls::port}\n  | END\n", 1),
        ("create_resources('class', { 'm::tls' => { } })", 1),
        ("# include m::tls\n", 0),
        ("$x = '/etc/m::tls/a'\n", 0),
        ("include m::tls::inner\n$z = $m::tls::inner::x\n", 0),
        ("notice('m::tls')", 0),
    ],
)
def test_references_in_a_closed_file(code: str, count: int, tmp_path: Path) -> None:
    files = {"environment.conf": "modulepath = modules\n", CLASS: "class m::tls|($port = 1) { }\n", "modules/m/manifests/a.pp": code}
    place = Place(tmp_path, CLASS, files)
    symbol = occurrences_at(place.view, place.offset)[0].symbol
    found = references_of(symbol, place.view, place.project_files)
    assert len([each for each in found if each.role != "define"]) == count


FILE = "modules/m/manifests/init.pp"
RESOURCE = {
    "type": "class m { fi|le { '/etc/a.conf': mode => '0644' } }\n",
    "attribute": "class m { file { '/etc/a.conf': m|ode => '0644' } }\n",
    "title": "class m { file { '/etc/|a.conf': mode => '0644' } }\n",
}


@pytest.mark.parametrize(
    ("code", "counts"),
    [
        ("file { '/etc/a.conf': mode => '0600' }", (1, 1, 1)),
        ("class m::a {\n  file { '/etc/b':\n    ensure => file,\n    # the mode\n    mode => '0600',\n  }\n}", (1, 1, 0)),
        ("File { mode => '0600' }\nFile['/etc/a.conf'] { mode => '0600' }\n::file { 'b': }", (3, 2, 1)),
        ("File <| title == '/etc/a.conf' |> { mode => '0600' }", (1, 1, 0)),
        ("if $x { case $y { 'a': { file { default: mode => '0600' ; '/etc/a.conf': } } default: { } } }", (1, 1, 1)),
        ("create_resources(file, { '/etc/b' => { 'mode' => '0600' } })", (1, 1, 0)),
        ("[1].each |$n| { ensure_resource('file', \"/etc/${n}\", { mode => '0600' }) }", (1, 1, 0)),
        ("notify { 'a': message => @(\"END\"), require => File['/etc/a.conf'] }\n  ${File['/etc/a.conf']['mode']}\n  | END\n", (2, 1, 2)),
        ("exec { 'a': mode => '0600' }\nfile { 'b': * => { mode => '0600' } }\n$file = 1", (1, 1, 0)),
        ("class m::a($x = File['b']['mode']) {\n  notice File['b']['mode']\n  $y = getparam(FILE['b'], 'mode')\n}", (3, 3, 0)),
        ("if $x == File['b']['mode'] { 'file'.create_resources({ 'b' => { 'mode' => '0600' } }) }", (2, 2, 0)),
        ("# file { '/etc/a.conf': mode => '0600' }\n", (0, 0, 0)),
        ("exec { 'a': mode => '0600' }\n$file = 'file'\n$mode = profile('mode')\n", (0, 0, 0)),
    ],
)
def test_references_to_a_part_of_a_resource_in_a_closed_file(code: str, counts: tuple[int, ...], tmp_path: Path) -> None:
    for (name, text), count in zip(RESOURCE.items(), counts, strict=True):
        files = {"environment.conf": "modulepath = modules\n", FILE: text, "modules/m/manifests/a.pp": code}
        place = Place(tmp_path / name, FILE, files)
        symbol = occurrences_at(place.view, place.offset)[0].symbol
        found = [each for each in references_of(symbol, place.view, place.project_files) if not each.path.endswith("init.pp")]
        assert len(found) == count, name


def test_code_in_a_line_of_a_template_that_looks_like_a_comment(tmp_path: Path) -> None:
    template = "# <% file { 'a': mode => '0600' } %>\n"
    files = {"environment.conf": "modulepath = modules\n", FILE: RESOURCE["attribute"], "modules/m/templates/a.epp": template}
    place = Place(tmp_path, FILE, files)
    symbol = occurrences_at(place.view, place.offset)[0].symbol
    found = references_of(symbol, place.view, place.project_files)
    assert sorted(place.short(each.path) for each in found) == [FILE, "modules/m/templates/a.epp"]


def test_a_resource_type_is_found_where_it_is_defined_in_ruby(tmp_path: Path) -> None:
    ruby = "Puppet::Type.newtype(:thing) do\n  newparam(:size)\nend\n"
    files = {
        "environment.conf": "modulepath = modules\n",
        FILE: "class m { th|ing { 'a': size => 1 } }\n",
        "modules/m/lib/puppet/type/thing.rb": ruby,
        "modules/m/lib/puppet/provider/thing/other.rb": "Puppet::Type.type(:thing).provide(:other) { }\n",
        "modules/m/lib/puppet/type/other.rb": "Puppet::Type.newtype(:other) do\n  newparam(:thing)\nend\n",
    }
    place = Place(tmp_path, FILE, files)
    symbol = occurrences_at(place.view, place.offset)[0].symbol
    found = all_references_of(symbol, place.view, place.project_files)
    assert sorted((place.short(each.path), each.role) for each in found) == [
        ("modules/m/lib/puppet/provider/thing/other.rb", "define"),
        ("modules/m/lib/puppet/type/thing.rb", "define"),
        (FILE, "read"),
    ]


def test_the_files_of_a_project_are_listed_without_being_read(tmp_path: Path) -> None:
    files = {"environment.conf": "modulepath = modules\n", CLASS: "class m::tls|($port = 1) { }\n"}
    place = Place(tmp_path, CLASS, {**files, **{f"modules/m/manifests/a{number}.pp": "include m::tls\n" for number in range(20)}})
    before = METER.total
    assert len([*place.project_files.code()]) >= 21
    assert METER.total == before
