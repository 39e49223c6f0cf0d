"""What `--fix` and `--unsafe-fixes` make of code: each line is a class of its own in one module, fixed in one run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write

SAFE = {
    "if is_array($a) and !is_hash($a) { }": "if $a =~ Array and !($a =~ Hash) { }",
    "$x = is_bool($a)": "$x = $a =~ Boolean",
    "$x = is_array($a) == true": "$x = ($a =~ Array) == true",
    '$x = "${is_array($a)}"': '$x = "${($a =~ Array)}"',
    "unless is_integer($a) { }": r"unless $a =~ Variant[Integer, Pattern[/^-?(?:[1-9]\d*|0)$/]] { }",
    "validate_hash($a)": "assert_type(Hash, $a)",
    "validate_string($a)": "assert_type(Optional[String], $a)",
    "validate_integer($a)": r"assert_type(Variant[Integer, Pattern[/\A-?(?:[1-9]\d*|0)\z/]], $a)",
    "  validate_array($a, $b)": "  assert_type(Array, $a)\n  assert_type(Array, $b)",
    "validate_re($a, '^[a-z]+$')": "assert_type(Pattern[/^[a-z]+$/], $a)",
    "validate_re($a, ['^/', 'b'])": "assert_type(Pattern['^/', /b/], $a)",
    "validate_re($a, $b)": "assert_type(Pattern[$b], $a)",
    "  validate_re($a, '^a$', 'no')": "  unless $a =~ Pattern[/^a$/] {\n    fail('no')\n  }",
    "validate_slength($a, 10, 2)": "assert_type(Variant[String[2, 10], Array[String[2, 10]]], $a)",
    "validate_slength($a, '10')": "assert_type(Variant[String[0, 10], Array[String[0, 10]]], $a)",
    "notice is_array($a)": "notice $a =~ Array",
    "$x = $a.filter |$e| { is_array($e) }": "$x = $a.filter |$e| { $e =~ Array }",
    "$x = is_array($a) ? { true => 1, default => 2 }": "$x = ($a =~ Array) ? { true => 1, default => 2 }",
    "$x = has_key($a, '1')": "$x = '1' in $a",
    "$x = hash([$a, $b])": "$x = Hash(flatten([$a, $b]))",
    "$x = dig44($a, ['b', 0], 'c')": "$x = $a.dig('b', 0).lest || { 'c' }",
    "$x = hash($a).keys()": "$x = Hash(flatten($a)).keys()",
    "$x = dig44($a, $b)": "$x = $a.dig(*$b)",
    "$x = try_get_value($a, 'b/0')": "$x = $a.dig('b', 0)",
    "if type3x($a) != 'array' { }": "if ($a !~ Array) { }",
    "$x = sprintf_hash('%<a>s', $a)": "$x = sprintf('%<a>s', $a)",
    "$x = hiera('k', 1)": "$x = lookup('k', undef, 'first', 1)",
    "$x = hiera_array('k')": "$x = lookup('k', { merge => 'unique' })",
    "$x = hiera_hash('k', {})": "$x = lookup('k', undef, 'hash', {})",
    "private('no')": "assert_private('no')",
    "hiera_include('k')": "include(lookup('k', { merge => 'unique' }))",
}
UNSAFE = {
    "if is_string($a) { }": "if $a =~ String { }",
    "$x = !is_ip_address($a)": "$x = !($a =~ Stdlib::IP::Address)",
    "$x = has_key($a, $b)": "$x = $b in $a",
    "$x = !has_key($a, 'b')": "$x = !('b' in $a)",
    "validate_integer($a, 10, 1)": "assert_type(Integer[1, 10], $a)",
    "validate_numeric($a, undef, 1)": "assert_type(Variant[Integer[1, default], Float[1, default]], $a)",
    "if 'float' == type3x($a) { }": "if ($a =~ Float) { }",
    "$x = hiera('m::k')": "$x = lookup('m::k')",
    "$x = hiera_array('m::k')": "$x = lookup('m::k', { merge => 'unique' })",
}
KEPT = [
    "is_function_available('a')",
    "validate_re($a)",
    "validate_re($a, [])",
    "$x = type3x($a)",
    "validate_numeric($a, 0.5)",
    "$x = hiera('a', 1, 'b')",
]
METADATA = (
    '{"name": "acme-m", "version": "1.0.0", "dependencies": [{"name": "puppetlabs-stdlib", "version_requirement": ">= 9.0.0 < 10.0.0"}]}'
)


def fixed(folder: Path, lines: list[str], *options: str) -> list[str]:
    """The lines after a run, each in a class `m::c<number>` of its own."""
    files = {f"m/manifests/c{at}.pp": f"class m::c{at} ($a, $b) {{\n{line}\n}}\n" for at, line in enumerate(lines)}
    write(folder, {**files, "m/metadata.json": METADATA})
    run("puppet-check", "--no-cache", "--no-config", "--fix-only", *options, "m", cwd=folder)
    texts = [(folder / name).read_text() for name in files]
    return [text.partition("\n")[2].removesuffix("\n}\n") for text in texts]


@pytest.mark.parametrize(("cases", "options"), [(SAFE, ()), (UNSAFE, ("--unsafe-fixes",))])
def test_calls_of_removed_functions_are_replaced(cases: dict[str, str], options: tuple[str, ...], tmp_path: Path) -> None:
    assert dict(zip(cases, fixed(tmp_path, [*cases], *options), strict=True)) == cases


def test_what_may_change_the_meaning_is_not_safe(tmp_path: Path) -> None:
    assert fixed(tmp_path, [*UNSAFE, *KEPT]) == [*UNSAFE, *KEPT]


def test_what_nothing_replaces_is_kept(tmp_path: Path) -> None:
    assert fixed(tmp_path, KEPT, "--unsafe-fixes") == KEPT


def test_misspelt_types_are_guesses(tmp_path: Path) -> None:
    write(tmp_path, {"m/metadata.json": METADATA, "m/manifests/init.pp": (code := "class m (Strin $a, Array[Integr] $b) { }\n")})
    run("puppet-check", "--no-cache", "--fix-only", "m", cwd=tmp_path)
    assert (tmp_path / "m/manifests/init.pp").read_text() == code
    run("puppet-check", "--no-cache", "--fix-only", "--unsafe-fixes", "m", cwd=tmp_path)
    assert (tmp_path / "m/manifests/init.pp").read_text() == "class m (String $a, Array[Integer] $b) { }\n"
