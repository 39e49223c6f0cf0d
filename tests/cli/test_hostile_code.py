"""Code that would take all time or memory ends with a code that tells so, or with what else there is to report."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write

DEEP = {
    "negations": "!" * 200_000,
    "blocks": "if true { " * 3000 + "}" * 3000,
    "comments": "/*" * 20_000 + "*/" * 20_000,
    "branches": "if $x { }" + " elsif $x { }" * 3000,
    "conjunctions": "$x = true" + " and true" * 5000,
    "brackets": "$x = " + "[" * 5000,
}
BROKEN = {
    "a.pp": {
        "calls without an end": "f(1\n" * 20_000,
        "dollars": "$" * 400_000,
        "signs": "-" * 400_000,
        "attributes without commas": "file { '/a':" + " mode => '1'\n" * 20_000 + " }",
        "comments without an end": "/*\n" * 20_000,
    },
    "a.epp": {"tags of parameters": "<%- | $a | -%>\n" * 5000},
}
LARGE = {
    "a range": "$x = Array(Integer[1, 30000000])",
    "a wide text": "$x = String('x', '%999999999p')",
    "a deep hash": "$x = Integer[1, 5000].reduce({}) |$m, $i| { {a => $m} }\n$y = type($x)",
    "a regular expression": "$x = 'a' =~ /(?:a{9999}){9999}/",
    "digits": f"$x = Integer('{'9' * 5000}')",
    "a text of lists": "$t = Array(Integer[1, 20000])\n$x = sprintf('" + "%1$p" * 5000 + "', $t)",
    "a text of texts": f"$x = sprintf('{'%1$s' * 20_000}', '{'a' * 20_000}')",
}
DOUBLING = "type A0 = String\n" + "".join(f"type A{each} = Tuple[A{each - 1}, A{each - 1}]\n" for each in range(1, 41))
CIRCLE = "type A = Object[{parent => B}]\ntype B = Object[{parent => A}]\n"


@pytest.mark.parametrize("form", DEEP)
def test_deep_code_ends_with_a_finding(form: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": DEEP[form]})
    found = run("puppet-check", "--no-cache", "--format", "concise", "a.pp", cwd=tmp_path)
    assert found.code in (0, 1)
    assert "internal-error" not in found.out
    assert run("puppet-eval", "a.pp", cwd=tmp_path).code in (0, 1)


@pytest.mark.parametrize(("path", "text"), [(path, text) for path, texts in BROKEN.items() for text in texts.values()])
def test_text_that_the_parser_gives_up_is_told(path: str, text: str, tmp_path: Path) -> None:
    write(tmp_path, {path: text, "b.pp": "class b { $x = $nowhere }"})
    found = run("puppet-check", "--no-cache", "--format", "concise", ".", cwd=tmp_path)
    assert found.code == 1
    assert "too-complex" in found.out
    assert "unknown-variable" in found.out
    assert run("puppet-eval", path, cwd=tmp_path).code == 1


TOO_MUCH = {
    "a long string": ("$a = '" + "x" * (5 << 20) + "'\n", "the code has more than 4 MB"),
    "a long line": ("$a = [" + "1, " * 2_000_000 + "]\n", "the code has more than 4 MB"),
    "pairs of quotes": ("$a = " + "''" * 1_900_000 + "\n", "the code consists of more than"),
}


@pytest.mark.parametrize("form", TOO_MUCH)
@pytest.mark.parametrize("profile", ["default", "strict"])
def test_code_without_a_limit_is_refused(form: str, profile: str, tmp_path: Path) -> None:
    text, reason = TOO_MUCH[form]
    write(tmp_path, {"a.pp": text})
    command = ("puppet-check", "--no-cache", "--profile", profile, "--format", "concise", "--select", "too-complex", "a.pp")
    assert f"error: {reason}" in run(*command, cwd=tmp_path).out
    assert run("puppet-format", "--check", "a.pp", cwd=tmp_path).code == 2


def test_a_suppression_of_many_codes_is_read_up_to_a_limit(tmp_path: Path) -> None:
    codes = ", ".join(f"c{each}" for each in range(100_000))
    write(tmp_path, {"a.pp": f"$a = 1 # puppet-check: ignore[{codes}]\n"})
    found = run("puppet-check", "--no-cache", "--format", "concise", "a.pp", cwd=tmp_path).out
    assert "a suppression has at most 500 codes; the others are ignored" in found


@pytest.mark.parametrize("form", LARGE)
def test_code_after_a_value_that_is_too_large_is_checked(form: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": f"class a {{\n{LARGE[form]}\nnotice($nowhere)\n}}\n"})
    found = run("puppet-check", "--no-cache", "--format", "concise", "a.pp", cwd=tmp_path).out
    assert "unknown-variable" in found
    if form != "digits":
        assert "info: evaluating this takes too many steps" in found
    write(tmp_path, {"b.pp": LARGE[form]})
    assert run("puppet-eval", "b.pp", cwd=tmp_path).code in (0, 1)


@pytest.mark.parametrize(
    "code",
    [
        "type A = Variant[String" + "".join(f", Integer[{2 * each}, {2 * each}]" for each in range(5000)) + "]\n",
        '$t = Integer[1, 3000].map |$i| { "a${i}" }\nInteger[1, 3000].each |$i| { defined(Notify[$t]) }\n',
    ],
)
def test_what_is_not_checked_is_told(code: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": code})
    assert "unfinished-check" in run("puppet-check", "--no-cache", "--format", "concise", "a.pp", cwd=tmp_path).out


@pytest.mark.parametrize("code", [f"{DOUBLING}assert_type(A40, [[1]])", f"{DOUBLING}define b(A40 $p) {{ $x = $p[0] }}", CIRCLE])
def test_types_without_an_end_are_not_followed(code: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": code})
    found = run("puppet-check", "--no-cache", "--format", "concise", "a.pp", cwd=tmp_path)
    assert found.code in (0, 1)
    assert "internal-error" not in found.out
    assert run("puppet-eval", "a.pp", cwd=tmp_path).code in (0, 1)


def test_a_hundred_findings_of_a_kind_are_reported(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "".join(f"include nothing{each}\n" for each in range(300)), "metadata.json": "{}"})
    *found, _ = run("puppet-check", "--no-cache", "--format", "text", "a.pp", cwd=tmp_path).out.splitlines()
    assert len([line for line in found if "unknown-class" in line]) <= 100


def test_many_declarations_of_a_resource_are_compared_in_time(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "file { '/a': }\n" * 20_000})
    found = run("puppet-check", "--no-cache", "--format", "concise", "a.pp", cwd=tmp_path).out
    assert "duplicate-declaration" in found
    assert "check-given-up" not in found


def test_a_text_of_too_many_parts_is_told_before_it_is_parsed(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "1," * 2_500_000, "a.epp": "1," * 500_000})
    assert run("puppet-check", "--no-cache", "--format", "concise", "a.pp", cwd=tmp_path).out.count("too-complex") == 1
    assert "too-complex" not in run("puppet-check", "--no-cache", "--format", "concise", "a.epp", cwd=tmp_path).out


def test_a_program_logs_no_endless_text(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$t = Array(Integer[1, 20000])\nInteger[1, 2000].each |$i| { notice($t) }\n"})
    found = run("puppet-eval", "a.pp", cwd=tmp_path)
    assert found.code == 1
    assert len(found.out) < 1_000_000
    assert "characters" in found.err


TITLES = '$t = Integer[1, 3000].map |$i| { "a${i}" }\nnotify { $t: }\n'
CATALOGS = {
    "references": TITLES + 'Integer[1, 3000].each |$i| { notify { "b${i}": subscribe => Notify[$t] } }',
    "relationships": f"{TITLES}Notify[$t] -> Notify[$t]",
    "relationships of collectors": f"{TITLES}Notify <| |> -> Notify <| |>",
    "collectors": f"{TITLES}Integer[1, 3000].each |$i| {{ Notify <| |> }}",
}


@pytest.mark.parametrize("form", CATALOGS)
def test_large_catalogs_of_small_code_are_given_up(form: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": CATALOGS[form]})
    found = run("puppet-eval", "--catalog", "a.pp", cwd=tmp_path)
    assert found.code in (1, 2) and ("given up" in found.err or "too many" in found.err or "too large" in found.err)
    checked = run("puppet-check", "--no-cache", "--format", "concise", "a.pp", cwd=tmp_path)
    assert checked.code in (0, 1) and "internal-error" not in checked.out


def test_byte_order_marks_stay_as_they_are(tmp_path: Path) -> None:
    marks = "\ufeff" * 40_000
    write(tmp_path, {"a.pp": f"{marks}$a=1\n", "b.pp": marks})
    assert run("puppet-format", ".", cwd=tmp_path).code == 0
    assert (tmp_path / "a.pp").read_text() == f"{marks}$a = 1\n"
    assert (tmp_path / "b.pp").read_text() == marks


LONG = {
    "legacy facts of a template": (
        "modules/m/templates/a.erb",
        "<%= @osfamily %> <%= scope.lookupvar('::fqdn') %>\n" * 2000,
        "legacy-fact",
    ),
    "statements without an end": ("Puppetfile", "if a\n" * 20_000, "puppetfile-syntax"),
    "comments without an end": ("modules/m/templates/a.epp", "<%#" * 30_000, "epp-unbalanced-comment"),
    "heredocs with errors": ("modules/m/manifests/a.pp", "@(E:json)\n{\n| E\n" * 20_000, "Found 102 errors"),
}


@pytest.mark.parametrize("form", LONG)
def test_long_files_are_checked_in_time(form: str, tmp_path: Path) -> None:
    path, text, code = LONG[form]
    write(tmp_path, {path: text, "environment.conf": ""})
    found = run("puppet-check", "--no-cache", "--format", "concise", path, cwd=tmp_path)
    assert code in found.out
    assert "check-given-up" not in found.out


MATCHED = {
    "references of groups": {"a.pp": "$x = 'a' =~ /" + "\\k<" * 30_000 + "/\n"},
    "titles with many interpolations": {
        "manifests/site.pp": 'notify { "' + "${a}x" * 30 + f"\": }}\nNotify['{'x' * 60}y'] -> Notify['{'x' * 60}z']\n",
        "environment.conf": "",
    },
    "a query with many optional nodes": {
        "a.pp": "f(1, 2, 3)\n" * 1000,
        ".puppet-check.toml": "[[rules]]\ncode = 'own'\nmessage = 'x'\nquery = '(" + "(_)? " * 200 + "(_) @report)'\n",
    },
    "replacements that grow": {
        "modules/m/lib/puppet/type/t.rb": "X0 = 'a'\n"
        + "".join(f"X{each + 1} = X{each}.gsub('a', 'aaaaaaaaaa')\n" for each in range(30))
        + "Puppet::Type.newtype(:t) do\n  newparam(:name) { }\nend\n",
        "manifests/site.pp": "t { 'a': }\n",
        "environment.conf": "",
    },
}


@pytest.mark.parametrize("form", MATCHED)
def test_what_could_be_matched_in_many_ways_is_checked_in_time(form: str, tmp_path: Path) -> None:
    write(tmp_path, MATCHED[form])
    found = run("puppet-check", "--no-cache", "--format", "concise", ".", cwd=tmp_path)
    assert found.code in (0, 1)
    assert "check-given-up" not in found.out
    assert ("query-not-finished" in found.out) == ("query" in form)
