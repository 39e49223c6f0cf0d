"""`puppet-check secrets`: where the secrets of catalogs come from and end."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import run, write
from tests.cli.in_process import findings

APP = """\
class app (Sensitive[String] $password, Variant[Sensitive[String], String] $token) {
  file { '/etc/app.conf':
    mode    => '0600',
    content => "password=${password.unwrap}\\n",
  }
  file { '/etc/app.token':
    mode    => '0600',
    content => $token,
  }
}
"""
MODULE = {"modules/app/manifests/init.pp": APP, "environment.conf": ""}


def rows(folder: Path, *arguments: str) -> list[dict[str, object]]:
    """The rows that the command prints as JSON."""
    return list(json.loads(run("puppet-check", "secrets", "--format", "json", *arguments, cwd=folder).out))


def test_each_secret_is_listed_with_where_it_comes_from_and_ends(tmp_path: Path) -> None:
    write(tmp_path, MODULE)
    assert [(each["secret"], each["state"], each["resource"], each["codes"]) for each in rows(tmp_path)] == [
        ("$password of app", "plain", "File[/etc/app.conf]", ["secret-unwrapped"]),
        ("$token of app", "sensitive", "File[/etc/app.token]", []),
    ]
    first = rows(tmp_path)[0]
    assert first["from"] == {"file": "modules/app/manifests/init.pp", "line": 1, "column": 30}
    assert first["to"] == {"file": "modules/app/manifests/init.pp", "line": 4, "column": 5}


def test_the_text_counts_secrets(tmp_path: Path) -> None:
    write(tmp_path, MODULE)
    assert run("puppet-check", "secrets", cwd=tmp_path).out.splitlines() == [
        "$password of app (modules/app/manifests/init.pp:1)",
        "  plain     content of File[/etc/app.conf] (modules/app/manifests/init.pp:4) [secret-unwrapped]",
        "$token of app (modules/app/manifests/init.pp:1)",
        "  sensitive content of File[/etc/app.token] (modules/app/manifests/init.pp:8)",
        "2 secrets, 2 ends",
    ]


def test_the_log_in_sarif_has_code_flows(tmp_path: Path) -> None:
    write(tmp_path, MODULE)
    log = json.loads(run("puppet-check", "secrets", "--format", "sarif", cwd=tmp_path).out)
    first, second = log["runs"][0]["results"]
    assert (first["ruleId"], first["level"], second["level"]) == ("secret-unwrapped", "warning", "none")
    steps = first["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [each["location"]["physicalLocation"]["region"]["startLine"] for each in steps] == [1, 4]


def test_a_folder_without_secrets_has_none(tmp_path: Path) -> None:
    write(tmp_path, {"modules/app/manifests/init.pp": "class app { notify { 'a': } }\n", "environment.conf": ""})
    assert run("puppet-check", "secrets", cwd=tmp_path).out == "No secrets\n"


def test_a_secret_is_followed_through_functions_and_defines_to_where_it_is_first_plain(tmp_path: Path) -> None:
    found = findings(
        tmp_path,
        {
            "environment.conf": "",
            "modules/app/manifests/init.pp": "class app (Sensitive[String] $password) {\n"
            "  $line = ['a', $password.unwrap].join(':')\n"
            "  app::setting { 'a':\n    value => $line,\n  }\n}\n",
            "modules/app/manifests/setting.pp": "define app::setting ($value) {\n  file { '/etc/a':\n    content => $value,\n  }\n}\n",
        },
    )
    secret = [(each.path, each.line, each.code) for each in found if each.code.startswith("secret-")]
    assert secret == [("modules/app/manifests/init.pp", 4, "secret-unwrapped")]


def test_hashes_lengths_and_comparisons_are_no_secrets(tmp_path: Path) -> None:
    found = findings(
        tmp_path,
        {
            "environment.conf": "",
            "modules/app/manifests/init.pp": "class app (Sensitive[String] $password) {\n  $plain = $password.unwrap\n"
            "  file { '/etc/a':\n    content => \"${sha256($plain)} ${plain.length} ${$plain == 'x'}\",\n  }\n}\n",
        },
    )
    assert not [each for each in found if each.code.startswith("secret-")]


def test_a_secret_leaves_in_the_entry_of_a_hash_of_resources(tmp_path: Path) -> None:
    code = """\
class app (Sensitive[String] $password) {
  create_resources('file', {
    '/etc/app.conf' => { 'mode' => '0600' },
    '/etc/app.pw'   => {
      'mode'    => '0600',
      'content' => $password.unwrap,
    },
  })
}
"""
    write(tmp_path, {"modules/app/manifests/init.pp": code, "environment.conf": ""})
    (row,) = rows(tmp_path)
    assert (row["resource"], row["to"]) == ("File[/etc/app.pw]", {"file": "modules/app/manifests/init.pp", "line": 6, "column": 7})
