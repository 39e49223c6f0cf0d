"""Completion in incomplete code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.features.cursor import completed, labels, resolved, view_of

FIRST = {
    "a variable in scope": ("class web::here ($abc) {\n  $x = $^\n}", "$abc"),
    "a variable of a string": ('class web::here ($abc) {\n  notice("${a^")\n}', "abc"),
    "a part of a fact": ("$x = $facts['os']['fam^']", "family"),
    "a part of a fact without end": ("class web::here {\n  $x = $facts['os']['release']['maj^", "major"),
    "a variable of a class": ("$x = $web::po^", "$web::port"),
    "a resource type": ("class web::here {\n  fil^\n}", "file"),
    "a define of the module": ("class web::here {\n  web::si^\n}", "web::site"),
    "a class after include": ("include web::^", "web::tls"),
    "a class in quotes": ("class { 'web::t^': }", "web::tls"),
    "a class to inherit from": ("class web::here inherits web::t^ { }", "web::tls"),
    "a parameter that is missing": ("web::site { 'a': ^ }", "docroot"),
    "an attribute": ("file { '/a':\n  ens^\n}", "ensure"),
    "an attribute after others": ("file { '/a':\n  mode => '0644',\n  own^\n  group => 'a',\n}", "owner"),
    "a value": ("file { '/a': ensure => ^ }", "'file'"),
    "a value in quotes": ("file { '/a': ensure => 'dir^' }", "directory"),
    "a Boolean": ("web::site { 'a': ssl => ^ }", "false"),
    "a value of an Enum": ("class { 'web': state => ^ }", "'off'"),
    "a key of a Struct": ("web::site { 'a': options => { ^ } }", "'depth'"),
    "a value in a Struct": ("web::site { 'a': options => { mode => ^ } }", "'a'"),
    "a function": ("$x = web::sh^", "web::shout"),
    "a function after a dot": ("$x = [1].eac^", "each"),
    "a data type": ("class web::here (Strin^ $x) { }", "String"),
    "an alias": ("class web::here (Web::O^ $x) { }", "Web::Options"),
    "a data type inside another": ("class web::here (Optional[Boo^] $x) { }", "Boolean"),
    "a default": ("class web::here (Boolean $x = ^) { }", "false"),
    "a title": ("package { 'vim': }\nfile { '/a': require => Package['^'] }", "vim"),
    "a source": ("file { '/a': source => 'puppet:///modules/web/^' }", "puppet:///modules/web/motd"),
    "a template": ("$x = epp('web/^')", "web/site.epp"),
    "a parameter of a template": ("$x = epp('web/site.epp', { ^ })", "'title'"),
    "an option": ("class web::here (Enum['a', 'b'] $x) {\n  case $x { ^ }\n}", "'a'"),
    "what is compared": ("class web::here (Enum['a', 'b'] $x) {\n  if $x == '^' { }\n}", "a"),
    "a data type of a parameter of a lambda": ("[1].each |Integer $x, Strin^", "String"),
    "a data type to match": ("if $x =~ Boo^", "Boolean"),
    "the type of resources to make": ("create_resources('web::si^')", "web::site"),
    "a data type in a list of parameters": ("class web::here (Array[^] $x) { }", "Annotation"),
    "a data type in a Struct": ("class web::here (Struct[{a => Bo^}] $x) { }", "Boolean"),
    "what a function gives": ("function web::f(String $s) >> Bool^ { }", "Boolean"),
    "what an alias means": ("type Web::A = Bool^", "Boolean"),
    "a source before its first letter": ("file { '/a': source => '^' }", "puppet:///modules/web/motd"),
    "a fact with dots": ("$x = fact('os.fam^')", "os.family"),
    "a fact of a string": ("$x = \"${facts['os']['fam^']}\"", "family"),
    "a fact of a string without quotes": ('$x = "${facts[os][fam^]}"', "'family'"),
    "another resource": ("file { '/b': }\nfile { '/a': require => ^ }", "File['/b']"),
    "a parameter of a hash of attributes": ("web::site { 'a': * => { ^ } }", "docroot"),
    "a second key": ("web::site { 'a': options => { depth => 1, ^ } }", "'mode'"),
    "a second parameter of a template": ("$x = epp('web/site.epp', { 'title' => 'a', ^ })", "'depth'"),
    "a variable from nowhere": ("$x = $::fac^", "$::facts"),
    "a parameter of a lambda before others": ("$a = 1\n[1].each |$zz| { $^ }", "$zz"),
    "a keyword": ("class web::here {\n  unl^\n}", "unless"),
    "a title in a reference of a list": ("package { 'vim': }\nfile { '/a': require => [Package['^']] }", "vim"),
    "an attribute of an override": ("File['/a'] { own^ }", "owner"),
    "an attribute of defaults": ("File { own^ }", "owner"),
    "a metaparameter": ("file { '/a': subs^ }", "subscribe"),
    "a provider": ("package { 'a': provider => 'ge^' }", "gem"),
    "a part of a fact in a condition": ("class web::here {\n  if $facts['os']['fam^'] == 'a' {\n  }\n}", "family"),
    "a part of a fact in a condition without end": ("class web::here {\n  if $facts['os']['fam^\n}", "family"),
    "a part of a fact in a second condition": ("if $a and ($facts['os']['fam^", "family"),
    "a part of a fact after elsif": ("if $a {\n} elsif $facts['os']['fam^", "family"),
    "a part of a fact in a case": ("case $facts['os']['fam^'] {\n}", "family"),
    "a class in a condition": ("if defined(Class['web::t^", "web::tls"),
    "a title in a condition": ("file { '/b': }\nif defined(File['^", "/b"),
    "a Hiera key": ("$x = lookup('web::p^')", "web::port"),
    "a Hiera key in a condition": ("if lookup('web::p^", "web::port"),
    "a documented parameter": ("# @param ^\nclass web::here ($abc) { }", "abc"),
}


@pytest.mark.parametrize("what", FIRST)
def test_it_offers(what: str, tmp_path: Path) -> None:
    code, expected = FIRST[what]
    assert labels(tmp_path, code)[0] == expected


@pytest.mark.parametrize("code", ["# a comm^", "$x = 1 # a^", "$x = 'any te^'"])
def test_nothing_is_offered(code: str, tmp_path: Path) -> None:
    assert labels(tmp_path, code) == []


def test_text_of_a_template_is_not_code(tmp_path: Path) -> None:
    assert labels(tmp_path, "<%- | $a | -%>\nif ^ <%= $a %>", "templates/a.epp") == []
    assert "$abc" in labels(tmp_path, "<%- | $abc | -%>\n<%= $a^ %>", "templates/a.epp")


def test_attributes_that_are_there_are_not_offered_again(tmp_path: Path) -> None:
    found = labels(tmp_path, "file { '/a': ensure => file, ^ }")
    assert "mode" in found
    assert "ensure" not in found


def test_items_of_the_expected_type_come_first(tmp_path: Path) -> None:
    found = labels(tmp_path, "class web::here (Integer $b, String $a) {\n  class { 'web': port => $^ }\n}")
    assert found.index("$b") < found.index("$a")


def test_the_word_before_the_cursor_is_replaced(tmp_path: Path) -> None:
    code = "class { 'web::t^ls': }"
    found = completed(tmp_path, code)
    assert code[found.start : found.end] == "web::t"


def test_long_lists_of_parameters_are_not_read_again(tmp_path: Path) -> None:
    parameters = "".join(f"  Optional[String] $p{number} = undef,\n" for number in range(500))
    assert labels(tmp_path, f"class web::here (\n{parameters}  Boolean $x = ^\n) {{ }}")[0] == "false"


def test_descriptions_are_found_later(tmp_path: Path) -> None:
    view, _ = view_of(tmp_path, "^")
    found = next(each for each in completed(tmp_path, "include ^").items if each.label == "web")
    assert found.about is not None
    assert "A server." in (resolved(found.about, view.known) or "")


def test_global_variables_come_after_local_ones(tmp_path: Path) -> None:
    assert labels(tmp_path, "$a = 1\n[1].each |$zz| { $^ }")[:2] == ["$zz", "$a"]


def test_parameters_of_a_template_are_written_with_types(tmp_path: Path) -> None:
    assert labels(tmp_path, "<%- | Bool^ | -%>", "templates/a.epp") == ["Boolean"]


def test_keywords_are_written_whole(tmp_path: Path) -> None:
    (found,) = [each for each in completed(tmp_path, "class web::here {\n  unl^\n}").items if each.label == "unless"]
    assert found.insert == "unless ${1:condition} {\n  $0\n}"


@pytest.mark.parametrize(
    ("code", "inserted"),
    [
        ("file { '/a':\n  ow^ => 'x',\n}", "owner"),
        ("file { '/a':\n  ow^ner   => 'x',\n}", "owner"),
        ("File['/a'] { requi^ +> 'x' }", "require"),
        ("$x = web::sh^('a')", "web::shout"),
    ],
)
def test_what_follows_the_word_is_not_written_twice(code: str, inserted: str, tmp_path: Path) -> None:
    assert completed(tmp_path, code).items[0].insert == inserted


USUAL = {
    "usual attributes before others": ("file { '/a': ^ }", "ensure", "checksum"),
    "a variable of the name of the attribute": (
        "class web::here ($a, $owner) {\n  $b = 1\n  file { '/a': owner => $^ }\n}",
        "$owner",
        "$b",
    ),
    "what was used last": ("class web::here ($a, $b, $c) {\n  notice($a, $b, $c)\n  notice($b)\n  notice($^)\n}", "$b", "$c"),
    "usual resource types": ("class web::here {\n  f^\n}", "file", "filebucket"),
    "values of this file": ("cron { 'a': user => 'zed' }\ncron { 'b': user => ^ }", "'zed'", "true"),
    "usual methods of a statement": ("$y.^", "each", "abs"),
    "usual methods whose result is used": ("$x = $y.^", "map", "each"),
    "methods of an Array": ("class web::here (Array $y) {\n  $x = $y.^\n}", "map", "abs"),
    "methods of an optional Integer": ("class web::here (Optional[Integer] $y) {\n  $x = $y.a^\n}", "abs", "any"),
    "methods of a String": ("class web::here (String $y) {\n  $x = $y.l^\n}", "length", "lookup"),
    "methods of a Hash, before what accepts no Hash": ("class web::here (Hash $y) {\n  $x = $y.v^\n}", "values", "versioncmp"),
    "classes that are not included": ("class web::here {\n  include web::tls\n  include ^\n}", "web", "web::tls"),
}


@pytest.mark.parametrize("what", USUAL)
def test_likely_items_come_first(what: str, tmp_path: Path) -> None:
    code, first, later = USUAL[what]
    found = labels(tmp_path, code)
    assert found[0] == first
    assert later in found


@pytest.mark.parametrize(
    ("receiver", "last"), [("String $y", "keys"), ("Array $y", "abs"), ("Hash[String, Integer] $y", "abs"), ("Integer $y", "keys")]
)
def test_methods_that_do_not_accept_their_receiver_come_last(receiver: str, last: str, tmp_path: Path) -> None:
    ranks = {each.label: each.rank for each in completed(tmp_path, f"class web::here ({receiver}) {{\n  $x = $y.{last[0]}^\n}}").items}
    assert ranks[last] == max(ranks.values()) > ranks.get("then", 4)


def test_attributes_after_the_cursor_are_not_offered_again(tmp_path: Path) -> None:
    found = labels(tmp_path, "file { '/a':\n  ^\n  owner => { a => 1 },\n  mode => '0644';\n'/b': group => 'a' }")
    assert {"group"} == {"owner", "group", "mode"} & set(found)


def test_leading_colons_are_kept_for_the_client(tmp_path: Path) -> None:
    (found,) = [each for each in completed(tmp_path, "class web::here {\n  ::web::si^\n}").items if each.label == "web::site"]
    assert found.filter == "::web::site"


def test_a_class_does_not_include_itself(tmp_path: Path) -> None:
    assert "web::here" not in labels(tmp_path, "class web::here {\n  include ^\n}")


def test_titles_of_other_files(tmp_path: Path) -> None:
    view_of(tmp_path, "^")
    (tmp_path / "web/manifests/other.pp").write_text("class web::other {\n  package { 'nginx': }\n}\n")
    assert labels(tmp_path, "class web::here { file { '/a': require => Package['^'] } }") == ["nginx"]
