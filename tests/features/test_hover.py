"""What is shown about a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.features.asking import shown

SHOWN = {
    "the value of a variable": ("$x = 1 + 2\nnotice($^x)", "Value: `3`"),
    "the type of a variable": ("class web::here (Integer $a) {\n  $b = $a + 1\n  notice($^b)\n}", "Integer"),
    "where a variable is set": ("$x = 1\nnotice($^x)", "Set in line 1"),
    "the documentation of a parameter": ("# A.\n# @param a What it is.\nclass web::here ($a) {\n  notice($^a)\n}", "What it is."),
    "a class": ("include ^web", "A server."),
    "a class in quotes": ("class { '^web': port => 1 }", "Integer $port"),
    "a define": ("^web::site { 'a': docroot => '/a' }", "define web::site"),
    "a parameter of a class": ("class { 'web': ^port => 1 }", "The port."),
    "an attribute": ("file { '/a': ^ensure => file }", "Values: `absent`"),
    "a metaparameter": ("file { '/a': ^require => Package['b'] }", "Every resource may have it."),
    "a function in Puppet": ("$x = web::^shout('a')", "Shouts."),
    "a built-in function": ("$x = [1].^map |$y| { $y }", "map("),
    "a data type": ("class web::here (^Integer $x) { }", "Integer"),
    "an alias": ("class web::here (Web::^Options $x) { }", "Struct[{ depth"),
    "a part of a fact": ("notice($facts['os']['^family'])", "family of the operating system"),
    "a number": ("$x = ^0x1ff", "511"),
    "the groups of a regular expression": ("if 'a' =~ /(a)^(b)/ { }", "`$2`: `(b)`"),
    "a keyword": ("^if true { }", "Evaluates a block"),
    "a template": ("$x = epp('^web/site.epp', { title => 'a' })", "site.epp"),
    "a word in broken code": ("class web::here {\n  include ^web\n  file { 'a': ensure => \n}", "A server."),
    "the resource of a reference": ("file { '/a': mode => '0600' }\nservice { 'b': require => File['/^a'] }", "mode => '0600'"),
    "a title": ("file { '/et^c/a': ensure => file }", "File['/etc/a']"),
    "the title of a define": ("web::site { '^a': docroot => '/b' }", "`$title`"),
    "a define that a function is told": ("create_resources('web::^site', {})", "define web::site"),
    "the type of a parameter of a lambda": ("[1, 2].each |$v| { notice($^v) }", "Integer[1, 2] $v"),
}


@pytest.mark.parametrize("what", SHOWN)
def test_it_shows(what: str, tmp_path: Path) -> None:
    code, expected = SHOWN[what]
    assert expected in shown(tmp_path, code)


def test_comments_say_nothing(tmp_path: Path) -> None:
    assert shown(tmp_path, "# inc^lude web") == ""
