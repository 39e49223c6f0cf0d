"""Hover."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.features.cursor import shown

SHOWN = {
    "the value of a variable": ("$x = 1 + 2\nnotice($^x)", "Value: `3`"),
    "the type of a variable": ("class web::here (Integer $a) {\n  $b = $a + 1\n  notice($^b)\n}", "Integer"),
    "the value of a variable in another branch, where it is set": ("if $facts['a'] { $x = 1 } else { $^x = 2 }", "Value: `2`"),
    "where a variable with several values is set": ("if $facts['a'] { $x = 1 } else { $x = 2 }\nnotice($^x)", "First assigned on line 1"),
    "a variable of a lambda that has the name of an outer one": (
        "$x = 1\n[1].each |$y| {\n  $x = 2\n  notice($^x)\n}",
        "Assigned on line 3",
    ),
    "where a variable is set": ("$x = 1\nnotice($^x)", "Assigned on line 1"),
    "a type that a condition narrows": (
        "class web::here (Variant[String, Array] $a) {\n  if $a =~ String { notice($^a) }\n}",
        "it is `String`",
    ),
    "a type under no condition": (
        "class web::here (Variant[String, Array] $a) {\n  if $a =~ String { } else { notice($^a) }\n}",
        "it is `Array`",
    ),
    "a type after a guard": ("function web::f (Optional[String] $a) {\n  unless $a { return(1) }\n  $^a\n}", "it is `String`"),
    "a type in an option": ("function web::f ($a) {\n  case $a { Hash, Array: { $^a } default: { } }\n}", "it is `Variant[Hash, Array]`"),
    "a type after `and`": ("function web::f (Optional[String] $a) {\n  $a != undef and $^a == 'x'\n}", "it is `String`"),
    "the documentation of a parameter": ("# A.\n# @param a What it is.\nclass web::here ($a) {\n  notice($^a)\n}", "What it is."),
    "a class": ("include ^web", "A server."),
    "a class in quotes": ("class { '^web': port => 1 }", "Integer $port"),
    "a define": ("^web::site { 'a': docroot => '/a' }", "define web::site"),
    "a parameter of a class": ("class { 'web': ^port => 1 }", "The port."),
    "an attribute": ("file { '/a': ^ensure => file }", "Values: `absent`"),
    "a metaparameter": ("file { '/a': ^require => Package['b'] }", "Available for every resource type."),
    "a function in Puppet": ("$x = web::^shout('a')", "Shouts."),
    "a built-in function": ("$x = [1].^map |$y| { $y }", "map("),
    "a data type": ("class web::here (^Integer $x) { }", "Integer"),
    "an alias": ("class web::here (Web::^Options $x) { }", "Struct[{ depth"),
    "a part of a fact": ("notice($facts['os']['^family'])", "family of the operating system"),
    "a number": ("$x = ^0x1ff", "511"),
    "the groups of a regular expression": ("if 'a' =~ /(a)^(b)/ { }", "`$2`: `(b)`"),
    "groups with names, beside which others have no number": ("if 'a' =~ /(?<x>a)^(b)/ { }", "- `$1`: `(?<x>a)`"),
    "what a group found": ("if 'abc' =~ /a(b)/ { notice($^1) }", "the group `(b)` of `/a(b)/`"),
    "what a group of an option found": ("case 'abc' { /a(b)/: { notice($^1) } default: { } }", "the group `(b)`"),
    "what a group of a node's name found": ("node /web(\\d+)/ { notice($^1) }", "the group `(\\d+)`"),
    "a group that nobody knows": ("notice($^1)", "last regular expression"),
    "an octal number": ("$x = ^0755", "493"),
    "a large number": ("$x = 65^536", "0x10000"),
    "a number with an exponent": ("$x = 1^.5e3", "1500.0"),
    "a setting": ("notice($settings::conf^dir)", "directory of the configuration"),
    "a fact with dots": ("$x = fact('os.fam^ily')", "family of the operating system"),
    "a fact by a path": ("$x = getvar('facts.os.fam^ily')", "family of the operating system"),
    "the signature of a call": ("[1, 2].ea^ch |$x| { }", "```puppet\neach(Iterable $enumerable) |$x| { … }"),
    "the signature of another call": ("{ 'a' => 1 }.ea^ch |$x, $y| { }", "```puppet\neach(Hash $hash) |$x, $y| { … }"),
    "a part of what the certificate says": ("$x = $trusted['cert^name']", "certificate"),
    "a variable of a class": ("$x = $web::po^rt", "The port."),
    "a class to inherit from": ("class web::here inherits we^b { }", "A server."),
    "a value of an attribute": ("file { '/a': ensure => dir^ectory }", "A directory."),
    "a provider": ("package { 'a': provider => a^pt }", "apt-get"),
    "a resource type of a reference": ("Fi^le['/a'] -> File['/b']", "symbolic link"),
    "a key of a hash": ("$a = { 'k' => 1 }\n$x = $a['^k']", "Integer[1, 1]"),
    "a source": ("file { '/a': source => 'puppet:///modules/web/mo^td' }", "files/motd"),
    "a keyword": ("^if true { }", "Evaluates a block"),
    "a template": ("$x = epp('^web/site.epp', { title => 'a' })", "site.epp"),
    "a word in broken code": ("class web::here {\n  include ^web\n  file { 'a': ensure => \n}", "A server."),
    "the resource of a reference": ("file { '/a': mode => '0600' }\nservice { 'b': require => File['/^a'] }", "mode => '0600'"),
    "a title": ("file { '/et^c/a': ensure => file }", "File['/etc/a']"),
    "the title of a define": ("web::site { '^a': docroot => '/b' }", "`$title`"),
    "a define in the argument of a function": ("create_resources('web::^site', {})", "define web::site"),
    "the type of a parameter of a lambda": ("[1, 2].each |$v| { notice($^v) }", "Integer[1, 2] $v"),
}


@pytest.mark.parametrize("what", SHOWN)
def test_it_shows(what: str, tmp_path: Path) -> None:
    code, expected = SHOWN[what]
    assert expected in shown(tmp_path, code)


def test_a_template_has_parameters_of_its_own(tmp_path: Path) -> None:
    assert "Parameter of this template." in shown(tmp_path, "<%- | Integer $de^pth = 1 | -%>", "templates/here.epp")


def test_comments_say_nothing(tmp_path: Path) -> None:
    assert shown(tmp_path, "# inc^lude web") == ""


IN_TEXT = {
    "after an interpolation": ('notice("${x} no^de")', "manifests/here.pp"),
    "in a heredoc": ("$x = @(E)\n i^f node\n E", "manifests/here.pp"),
    "in a heredoc after an interpolation": ('$x = @("E")\n if ${y} no^de\n E', "manifests/here.pp"),
    "outside of the tags of a template": ("cla^ss <%= $x %>", "templates/here.epp"),
}


@pytest.mark.parametrize("where", IN_TEXT)
def test_words_of_texts_are_no_keywords(where: str, tmp_path: Path) -> None:
    assert shown(tmp_path, *IN_TEXT[where]) == ""


def test_a_class_is_shown_with_what_is_said_about_its_parameters(tmp_path: Path) -> None:
    assert "A server.\n\n- `$port`: The port." in shown(tmp_path, "include ^web\n")
