"""Defines that several catalogs have: what one of them makes of a define never shows in another one where it differs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.specs.module import answer, verdicts

TEMPLATES = {
    "manifests/more.pp": "class web::more ($x = $facts['kernel']) { file { '/more': } }\n",
    "manifests/some.pp": "class web::some { if $facts['kernel'] == 'b' { $x = 'b' } }\n",
    "templates/text.epp": "<%= $facts['kernel'] %>",
    "templates/outer.epp": "<%= epp('web/text') %>",
    "templates/getvar.epp": "<%= getvar('kernel') %>",
    "templates/defined.epp": "<% if defined(File['/a']) { %>yes<% } else { %>no<% } %>",
    "templates/include.epp": "<% include web::more %><%= $web::more::x %>",
    "templates/own.epp": "o",
    "templates/both.epp": "<%- | $x | -%><%= $x %><% if defined(File['/a']) { %>yes<% } else { %>no<% } %>",
    "templates/list.epp": "<%- | Array $list | -%><% $list.each |$name| { -%><%= $facts[$name] %><% } -%>",
}
DEFINED = "$made = defined(File['%s']) ? { true => 'yes', default => 'no' }"
PARTS = "type Web::Short = String[1, 3]\n"


def notices(folder: Path, define: str, site: str, settings: tuple[str, ...], titles: tuple[str, ...]) -> list[str]:
    """The statuses of examples that expect one notify each, in catalogs with other settings of the example, the first ones twice."""
    contexts = "".join(
        f"  context '{number}' do\n    {setting}\n    it {{ is_expected.to contain_notify('{title}').with_message('{title}') }}\n  end\n"
        for number, (setting, title) in enumerate([*zip(settings, titles, strict=True)] * 2)
    )
    files = {"manifests/part.pp": define, "manifests/init.pp": site, "types/short.pp": PARTS, **TEMPLATES}
    return [*verdicts(folder, f"describe 'web' do\n{contexts}end\n", files=files).values()]


SITE = "class web ($value = 1, $other = 'o') { web::part { 'p': value => $value } }\n"
PART = 'define web::part ($value = undef) { %s notify { "${made}": message => "${made}" } }\n'
FACTS = ("let(:facts) { { 'kernel' => 'a' } }", "let(:facts) { { 'kernel' => 'b' } }")
VALUES = ("let(:params) { { value: 1 } }", "let(:params) { { value: '1' } }")


@pytest.mark.parametrize(
    ("body", "settings", "titles"),
    [
        ("$made = $facts['kernel']", FACTS, ("a", "b")),
        ("$made = $kernel", FACTS, ("a", "b")),
        ("$made = getvar('kernel')", FACTS, ("a", "b")),
        ("$made = getvar('::kernel')", FACTS, ("a", "b")),
        ("$made = getvar('facts.kernel')", FACTS, ("a", "b")),
        ("$made = inline_epp('<%= $kernel %>')", FACTS, ("a", "b")),
        ("$made = inline_template('<%= @kernel %>')", FACTS, ("a", "b")),
        ("$made = $facts['kernel'] ? { 'a' => $title, default => $name.upcase }", FACTS, ("p", "P")),
        ("if $facts['kernel'] =~ /(.)/ { $made = $1 }", FACTS, ("a", "b")),
        ("$made = ['kernel'].map |$n| { $facts[$n] }.join", FACTS, ("a", "b")),
        ("$made = $value ? { Integer => 'integer', default => 'text' }", VALUES, ("integer", "text")),
        ("$made = $web::value ? { Integer => 'integer', default => 'text' }", VALUES, ("integer", "text")),
        ("$made = $web::other", ("let(:params) { { other: 'x' } }", "let(:params) { { other: 'y' } }"), ("x", "y")),
        ("$made = Class['web']['other']", ("let(:params) { { other: 'x' } }", "let(:params) { { other: 'y' } }"), ("x", "y")),
        (
            '$made = "${value}"',
            ("let(:params) { { value: {'a' => 1, 'b' => 2} } }", "let(:params) { { value: {'b' => 2, 'a' => 1} } }"),
            ("{a => 1, b => 2}", "{b => 2, a => 1}"),
        ),
        ('$made = "${value}"', ("let(:params) { { value: true } }", "let(:params) { { value: 'true' } }"), ("true", "true")),
        (
            "$made = defined(File['/a']) ? { true => 'yes', default => 'no' }",
            ("let(:pre_condition) { \"file { '/a': }\" }", ""),
            ("yes", "no"),
        ),
        (
            "$made = File['/a']['mode']",
            ("let(:pre_condition) { \"file { '/a': mode => '1' }\" }", "let(:pre_condition) { \"file { '/a': mode => '2' }\" }"),
            ("1", "2"),
        ),
        (
            "$made = web::named()",
            ("let(:pre_condition) { \"function web::named() { 'a' }\" }", "let(:pre_condition) { \"function web::named() { 'b' }\" }"),
            ("a", "b"),
        ),
        (
            "$made = $value =~ Web::Short ? { true => 'short', default => 'long' }",
            ("let(:params) { { value: 'abc' } }", "let(:params) { { value: 'abcd' } }"),
            ("short", "long"),
        ),
        ("$made = split($facts['kernel'], '')[0]", FACTS, ("a", "b")),
        ("$made = epp('web/text')", FACTS, ("a", "b")),
        ("$made = epp('web/text.epp', { 'kernel' => 'c' })", FACTS, ("a", "b")),
        ("$made = epp('web/outer')", FACTS, ("a", "b")),
        ("$made = epp('web/getvar')", FACTS, ("a", "b")),
        ("$made = epp('web/include')", FACTS, ("a", "b")),
        ("$made = epp('web/defined')", ("let(:pre_condition) { \"file { '/a': }\" }", ""), ("yes", "no")),
        ("$made = epp('web/list', { 'list' => ['kernel'] })", FACTS, ("a", "b")),
        ("include web::more $made = $web::more::x", FACTS, ("a", "b")),
        ("contain web::more $made = $web::more::x", FACTS, ("a", "b")),
        (f"{DEFINED % '/more'} include web::more", ("let(:pre_condition) { 'include web::more' }", ""), ("yes", "no")),
        (f"include web::more {DEFINED % '/more'}", ("let(:pre_condition) { 'include web::more' }", ""), ("yes", "yes")),
        (
            "include web::more $made = $web::more::x",
            ("let(:pre_condition) { \"class { 'web::more': x => 'c' }\" }", "let(:pre_condition) { \"class { 'web::more': x => 'd' }\" }"),
            ("c", "d"),
        ),
        (f"file {{ '/b': }} {DEFINED % '/a'}", ("let(:pre_condition) { \"file { '/a': }\" }", ""), ("yes", "no")),
        (f"file {{ '/b': }} {DEFINED % '/a'}", ("let(:pre_condition) { \"File { path => '/a' }\" }", ""), ("yes", "no")),
        ("[$other] = Class['web'] $made = $other", ("let(:params) { { other: 'x' } }", "let(:params) { { other: 'y' } }"), ("x", "y")),
        ("[$made] = [$facts['kernel']]", FACTS, ("a", "b")),
        ("$made = $trusted['certname']", ("let(:node) { 'a' }", "let(:node) { 'b' }"), ("a", "b")),
        ("$made = $environment", ("let(:environment) { 'a' }", "let(:environment) { 'b' }"), ("a", "b")),
        ("$made = $param", ("let(:node_params) { { 'param' => 'a' } }", "let(:node_params) { { 'param' => 'b' } }"), ("a", "b")),
    ],
)
def test_a_body_has_the_values_of_its_catalog(tmp_path: Path, body: str, settings: tuple[str, ...], titles: tuple[str, ...]) -> None:
    assert notices(tmp_path, PART % body, SITE, settings, titles) == ["passed"] * 4


INCLUDED = "let(:pre_condition) { 'include web::more' }; "
DIFFERENT = "let(:pre_condition) { '$unrelated = 1' }; "


@pytest.mark.parametrize(
    ("body", "settings", "titles"),
    [
        (
            "file { '/b': } include web::some $made = getvar('web::some::x') ? { undef => 'none', default => 'some' }",
            FACTS,
            ("none", "some"),
        ),
        (f"{DEFINED % '/more'} include web::more if $web::more::x == 'z' {{ notify {{ 'z': }} }}", FACTS, ("no", "no")),
        ("$made = getvar('web::more::x') ? { undef => 'none', default => 'some' } include web::more", FACTS, ("none", "none")),
        (
            "$made = getvar('web::more::x') ? { undef => 'none', default => 'some' } include web::more",
            (FACTS[0], DIFFERENT + FACTS[0]),
            ("none", "none"),
        ),
        (
            "$made = getvar('web::more::x') ? { undef => 'none', default => 'some' } file { '/b': } "
            "include web::more $now = getvar('web::more::x')",
            (FACTS[0], INCLUDED + FACTS[0]),
            ("none", "some"),
        ),
        (
            "$made = epp('web/both', { 'x' => epp('web/own') })",
            ("", DIFFERENT, "let(:pre_condition) { \"file { '/a': }\" }"),
            ("ono", "ono", "oyes"),
        ),
    ],
)
def test_a_body_reads_what_is_there_before_it_includes_classes(
    tmp_path: Path, body: str, settings: tuple[str, ...], titles: tuple[str, ...]
) -> None:
    for number, order in enumerate((1, -1)):
        assert {*notices(tmp_path / str(number), PART % body, SITE, settings[::order], titles[::order])} == {"passed"}


def test_a_define_that_declares_itself_keeps_its_parameters(tmp_path: Path) -> None:
    inner = "if $title == 'p' { web::part { 'q': value => 5 } } else { notify { \"${made}\": message => \"${made}\" } }"
    define = f'define web::part ($value) {{ include web::more $made = "${{value}}${{web::more::x}}" {inner} }}\n'
    assert notices(tmp_path, define, SITE, FACTS, ("5a", "5b")) == ["passed"] * 4


@pytest.mark.parametrize(
    ("head", "settings", "titles"),
    [
        ("$value = undef, $made = $facts['kernel']", FACTS, ("a", "b")),
        ("$value = undef, $made = $value ? { 1 => 'one', default => 'other' }", VALUES, ("one", "other")),
        ("$value = undef, $made = \"${title}-${facts['kernel']}\"", FACTS, ("p-a", "p-b")),
    ],
)
def test_a_default_has_the_values_of_its_catalog(tmp_path: Path, head: str, settings: tuple[str, ...], titles: tuple[str, ...]) -> None:
    define = f'define web::part ({head}) {{ notify {{ "${{made}}": message => $made }} }}\n'
    assert notices(tmp_path, define, SITE, settings, titles) == ["passed"] * 4


HIERARCHY = "version: 5\nhierarchy:\n  - { name: levels, path: common.yaml, data_hash: yaml_data, datadir: data }\n"
OF_FUNCTION = "version: 5\n%s:\n  - { name: function, lookup_key: web::named }\n"
NAMED = """\
function web::named(Variant[String, Numeric] $key, Hash $options, Puppet::LookupContext $context) {
  if $key in ['web::value', 'web::other'] { $facts['kernel'] } else { $context.not_found }
}
"""
OTHER = "spec/fixtures/modules/other"


@pytest.mark.parametrize(
    "files",
    [
        {"hiera.yaml": OF_FUNCTION % "hierarchy"},
        {"hiera.yaml": HIERARCHY + (OF_FUNCTION % "default_hierarchy").removeprefix("version: 5\n"), "data/common.yaml": "web::port: 1\n"},
        {
            "hiera.yaml": HIERARCHY,
            "data/common.yaml": "web::value: \"%{lookup('other::value')}\"\n",
            f"{OTHER}/hiera.yaml": OF_FUNCTION.replace("web::", "other::") % "hierarchy",
            f"{OTHER}/functions/named.pp": NAMED.replace("web::", "other::"),
        },
    ],
)
def test_functions_of_data_are_called_for_each_catalog(tmp_path: Path, files: dict[str, str]) -> None:
    site = 'class web ($value = 1) { notify { "${value}": message => "${value}" } }\n'
    own = {"functions/named.pp": NAMED, "manifests/init.pp": site, **files}
    contexts = "".join(
        f"  context '{number}' do\n    {facts}\n    it {{ is_expected.to contain_notify('{value}') }}\n  end\n"
        for number, (facts, value) in enumerate([*zip(FACTS, "ab", strict=True)] * 2)
    )
    assert [*verdicts(tmp_path, f"describe 'web' do\n{contexts}end\n", files=own).values()] == ["passed"] * 4


@pytest.mark.parametrize(
    "body",
    [
        "$made = web::files('p')[0]",
        "$made = web::files('p')[1][0]",
        "$made = ($parts = [$facts['kernel'], 'p'])[1]",
        f"$made = [{'[' * 40}'p'{']' * 40}]{'[0]' * 41}",
    ],
)
def test_the_left_side_of_an_access_is_evaluated_once(tmp_path: Path, body: str) -> None:
    function = 'function web::files($title) {\n  file { "/${title}": }\n  [$title, [$title]]\n}\n'
    spec = f"describe 'web' do\n  {FACTS[0]}\n  it {{ is_expected.to contain_notify('p') }}\nend\n"
    files = {"manifests/part.pp": PART % body, "manifests/init.pp": SITE, "functions/files.pp": function}
    assert [*verdicts(tmp_path, spec, files=files).values()] == ["passed"]


ORDINARY = """\
class web ($value = 'a', $owner = undef) {
  File { owner => $owner }
  web::part { 'one': value => $value, tag => 'special' }
  web::part { 'two': value => $value }
  Web::Part['one'] -> Web::Part['two']
}
"""
DECLARING = """\
define web::part (String $value, Integer $count = 2) {
  if $value == 'left' { return() }
  file { default: mode => '0600'; "/${title}": content => "${value}${count}"; "/${title}.bak": }
  -> notify { $title: }
  File["/${title}"] { group => $value }
}
"""


def test_repeated_defines_declare_what_they_did(tmp_path: Path) -> None:
    def example(params: str, *expectations: str) -> str:
        return (
            f'  context "{params}" do\n    let(:params) {{ {{ {params} }} }}\n'
            + "".join(f"    it {{ is_expected.to {each} }}\n" for each in expectations)
            + "  end\n"
        )

    whole = (
        "compile.with_all_deps",
        "contain_file('/one').with(content: 'a2', group: 'a', mode: '0600').that_comes_before('Notify[one]')",
        "contain_file('/two.bak').with_mode('0600').that_requires('Web::Part[one]')",
        "contain_web__part('one').with_count(2).with_tag('special')",
        "have_file_resource_count(4)",
        "have_notify_resource_count(2)",
    )
    spec = (
        "describe 'web' do\n"
        + example("owner: 'x'", *whole, "contain_file('/one').with_owner('x')")
        + example("owner: 'y'", *whole, "contain_file('/one').with_owner('y')")
        + example("value: 'left'", "compile", "have_file_resource_count(0)")
        + "end\n"
    )
    found = verdicts(tmp_path, spec, files={"manifests/init.pp": ORDINARY, "manifests/part.pp": DECLARING})
    assert [*found.values()] == ["passed"] * 16


def test_repeated_defines_fail_at_their_own_lines(tmp_path: Path) -> None:
    spec = """\
require 'spec_helper'
describe 'web' do
  context('whole') { it { is_expected.to compile } }
  context('twice') do
    let(:pre_condition) { "file { '/one': }" }
    it { is_expected.to compile }
  end
  context('unaccepted') do
    let(:params) { { value: 1 } }
    it { is_expected.to compile }
  end
end
"""
    files = {"manifests/init.pp": ORDINARY, "manifests/part.pp": DECLARING, "spec/classes/web_spec.rb": spec}
    found = answer(tmp_path, "--format", "json", **files)
    statuses = {each["description"]: (each["status"], each["message"]) for each in json.loads(found.out)["examples"]}
    _, twice, refused = statuses.values()
    assert [each[0] for each in statuses.values()] == ["passed", "failed", "failed"]
    assert "Duplicate declaration: File[/one] is already declared" in twice[1] and "(line: 3, column: 3)" in twice[1]
    assert "Web::Part[one]: parameter 'value' expects a String value, got Integer" in refused[1]
