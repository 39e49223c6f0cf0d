"""`--eyaml-key` decrypts the values of hiera-eyaml, and nothing prints them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Answer, run, write
from tests.support.repository import committed

pytest.importorskip("asn1crypto")
DATA = Path(__file__).parents[1] / "data" / "eyaml"
KEY = DATA / "private_key.pkcs7.pem"
"""A key that hiera-eyaml 4.2 has made for these tests."""
WORD, LINES, ENVIRONMENT = json.loads((DATA / "values.json").read_text(encoding="utf-8")).values()
"""What it has made of `S3cret "word"` with a line break, of two lines, and of a text with an interpolation."""
CODE = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - {name: c, lookup_key: eyaml_lookup_key, path: common.yaml}\n",
    "data/common.yaml": f"""---
word: ENC[PKCS7,{WORD}]
words: "x ENC[PKCS7,{WORD}] y"
folded: >
  ENC[PKCS7,{LINES[:60]}
  {LINES[60:]}]
environment: ENC[PKCS7,{ENVIRONMENT}]
damaged: ENC[PKCS7,{WORD[:-8]}]
other: ENC[GPG,{WORD}]
""",
    "manifests/site.pp": """node default {
  $same = {
    'word'        => 'S3cret "word"',
    'words'       => "x S3cret \\"word\\"\\n y",
    'folded'      => "line one\\nline two\\n",
    'environment' => 'env production',
  }
  $same.each |$key, $value| { if lookup($key) == $value { notify { "${key} is right": } } }
  ['damaged', 'other'].each |$key| { notify { $key: message => lookup($key) } }
  notice(lookup('word'))
  file { '/etc/secret': content => "a=${lookup('word')}\\nb=${lookup('folded')}" }
}
""",
    "facts/web.x.json": "{}",
}
"""The values are those that Puppet 8.10 finds with this key."""
SECRETS = ("S3cret", "line one", "line two")


def compiled(folder: Path, *options: str, key: Path = KEY) -> Answer:
    """The catalog of the node."""
    return run("puppet-eval", "--catalog", "--facts", "facts/web.x.json", "--eyaml-key", str(key), *options, cwd=folder)


def test_values_are_decrypted_as_the_reference_does(tmp_path: Path) -> None:
    found = compiled(write(tmp_path, CODE))
    assert found.code == 0
    for key in ("word", "words", "folded", "environment"):
        assert f"Notify[{key} is right]\n" in found.out
    for key in ("damaged", "other"):
        assert f"Notify[{key}]\n  message => unknown value of type String" in found.out
    assert "(possible)" in run("puppet-eval", "--catalog", "--facts", "facts/web.x.json", cwd=tmp_path).out


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_nothing_prints_them(form: tuple[str, ...], tmp_path: Path) -> None:
    found = compiled(write(tmp_path, CODE), *form)
    assert "[redacted]" in found.out and not any(each in found.out + found.err for each in SECRETS)


@pytest.mark.parametrize("form", ["text", "json", "markdown", "html"])
def test_comparisons_show_that_they_change_and_not_what_they_are(form: str, tmp_path: Path) -> None:
    committed(tmp_path, CODE)
    write(tmp_path, {"manifests/site.pp": CODE["manifests/site.pp"].replace("a=${lookup('word')}", "a=${lookup('words')}")})
    options = ("--facts-dir", "facts", "--eyaml-key", str(KEY), "--format", form)
    found = run("puppet-eval", "diff", "HEAD", *options, cwd=tmp_path)
    assert found.code == 1 and "[redacted]" in found.out and "/etc/secret" in found.out
    assert not any(each in found.out + found.err for each in SECRETS)


def test_errors_do_not_show_them(tmp_path: Path) -> None:
    write(tmp_path, CODE | {"manifests/site.pp": "node default { fail(lookup('word')) }"})
    found = compiled(tmp_path)
    assert found.code == 1 and "[redacted]" in found.err and "S3cret" not in found.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--eyaml-key", "absent.pem"), "absent.pem: No such file or directory"),
        (("--eyaml-key", "hiera.yaml"), "expected a private RSA key in PEM without a passphrase"),
        (("--eyaml-key", str(KEY), "--dap"), "--dap shows all values"),
    ],
)
def test_a_wrong_key_is_said(arguments: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    options = ("--facts", "facts/web.x.json", *arguments)
    found = run("puppet-eval", *(options if "--dap" in arguments else ("--catalog", *options)), cwd=write(tmp_path, CODE))
    assert found.code == 2 and reason in found.err and "Traceback" not in found.err
