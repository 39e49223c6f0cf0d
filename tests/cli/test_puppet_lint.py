"""Habits from puppet-lint: its configuration files and options are understood."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.command import Answer, run, write
from tests.cli.in_process import findings, metadata

CODE = 'class m {\n  $x = "a"\n}\n'


def codes(answer: Answer) -> set[str]:
    return {each["code"] for each in json.loads(answer.out)}


def check(folder: Path, *arguments: str) -> Answer:
    write(folder, {"manifests/init.pp": CODE})
    return run("puppet-check", "--no-cache", "--format", "json", *arguments, ".", cwd=folder, env={"HOME": str(folder)})


def test_a_configuration_file_switches_the_profile_on(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    assert codes(check(folder)) == set()
    write(folder, {".puppet-lint.rc": "--no-documentation-check\n--relative\n"})
    assert codes(check(folder)) == {"double_quoted_strings"}
    write(folder, {".puppet-lint.rc": "--only-checks=documentation\n"})
    assert codes(check(folder)) == {"documentation"}


def test_warnings_fail_if_the_file_says_so(tmp_path: Path) -> None:
    write(tmp_path / "m", {".puppet-lint.rc": "--fail-on-warnings\n"})
    assert check(tmp_path / "m").code == 1
    write(tmp_path / "m", {".puppet-lint.rc": ""})
    assert check(tmp_path / "m").code == 0


def test_the_own_configuration_of_a_project_takes_precedence(tmp_path: Path) -> None:
    write(tmp_path / "m", {".puppet-lint.rc": "", ".puppet-check.toml": "\n"})
    assert codes(check(tmp_path / "m")) == set()


def test_the_file_of_the_user_is_read(tmp_path: Path) -> None:
    folder = write(tmp_path / "work" / "m", {"manifests/init.pp": CODE})
    write(tmp_path, {".puppet-lint.rc": "--no-documentation-check\n"})
    answer = run("puppet-check", "--no-cache", "--format", "json", ".", cwd=folder, env={"HOME": str(tmp_path)})
    assert codes(answer) == {"double_quoted_strings"}


def test_the_summary_says_what_the_file_switches_on(tmp_path: Path) -> None:
    folder = write(tmp_path / "m", {".puppet-lint.rc": "", "manifests/init.pp": CODE.replace("}", "  $y = 1 + {}\n}")})
    last = run("puppet-check", "--no-cache", ".", cwd=folder, env={"HOME": str(folder)}).out.splitlines()[-1]
    assert last == "2 findings are of puppet-lint's checks (on because of .puppet-lint.rc); without them: --profile default"
    only = run("puppet-check", "--no-cache", "--select", "documentation", ".", cwd=folder, env={"HOME": str(folder)}).out.splitlines()[-1]
    assert only.startswith("Found 1 warning")
    rows = run("puppet-check", "--no-cache", "--format", "jsonl", ".", cwd=folder, env={"HOME": str(folder)}).out.splitlines()
    assert len([json.loads(each) for each in rows]) == 3


FACT = "# doc\nclass m {{\n  notify {{ $::operatingsystem: }}{}\n}}\n"
NAME = "# doc\nclass m {{\n  notify {{ $nope: }}{}\n}}\n"


@pytest.mark.parametrize(
    ("code", "comment", "expected"),
    [
        (FACT, "", {"legacy_facts"}),
        (FACT, "  # puppet-check: ignore[legacy-fact]", set()),
        (FACT, "  # puppet-check: ignore[legacy_facts]", set()),
        (FACT, "  # lint:ignore:legacy_facts", set()),
        (NAME, "", {"unknown-variable"}),
        (NAME, "  # puppet-check: ignore[unknown-variable]", set()),
        (NAME, "  # puppet-check: ignore[variable_scope]", set()),
        (NAME, "  # lint:ignore:variable_scope", set()),
    ],
)
def test_a_comment_about_either_code_of_one_cause_suppresses_both(tmp_path: Path, code: str, comment: str, expected: set[str]) -> None:
    module = {"metadata.json": metadata(), ".puppet-lint.rc": "", "manifests/init.pp": code.format(comment)}
    assert {each.code for each in findings(write(tmp_path / "m", module))} == expected


@pytest.mark.parametrize(
    ("code", "ignored", "expected"),
    [
        (FACT, "legacy-fact", set()),
        (FACT, "legacy_facts", set()),
        (NAME, "unknown-variable", set()),
        (NAME, "variable_scope", {"unknown-variable"}),
    ],
)
def test_settings_ignore_both_codes_of_one_cause_but_no_error_with_a_check_of_style(
    tmp_path: Path, code: str, ignored: str, expected: set[str]
) -> None:
    module = {"metadata.json": metadata(), ".puppet-check.toml": f'profile = "puppet-lint"\nignore = ["{ignored}"]\n'}
    assert {each.code for each in findings(write(tmp_path / "m", {**module, "manifests/init.pp": code.format("")}))} == expected


LONG = f'class m {{\n  # {"x" * 150}\n  $x = "a"\n}}\n'


@pytest.mark.parametrize(
    ("rakefile", "expected"),
    [
        ("", {"documentation", "140chars", "double_quoted_strings"}),
        ("require 'voxpupuli/test/rake'\n", {"double_quoted_strings"}),
        ("require 'puppetlabs_spec_helper/rake_tasks'\n", {"double_quoted_strings"}),
        ("require 'simp/rake/pupmod/helpers'\n", {"double_quoted_strings"}),
        ("# require 'voxpupuli/test/rake'\n", {"documentation", "140chars", "double_quoted_strings"}),
        ("require 'voxpupuli/test/rake'\nPuppetLint.configuration.send('enable_140chars')\n", {"140chars", "double_quoted_strings"}),
        ("PuppetLint.configuration.send('disable_double_quoted_strings')\n", {"documentation", "140chars"}),
        ("PuppetLint.configuration.send(:disable_140chars)\n", {"documentation", "double_quoted_strings"}),
        ("PuppetLint.configuration.disable_documentation\n", {"140chars", "double_quoted_strings"}),
        (
            "PuppetLint::RakeTask.new :lint do |config|\n  config.disable_checks = %w[140chars documentation]\nend\n",
            {"double_quoted_strings"},
        ),
        (
            "PuppetLint::RakeTask.new :lint do |config|\n  config.disable_checks = ['140chars']\nend\n",
            {"documentation", "double_quoted_strings"},
        ),
        ("PuppetLint.configuration.ignore_paths = ['manifests/**/*.pp']\n", set()),
        ("PuppetLint.configuration.ignore_paths << 'manifests/*.pp'\n", set()),
        ("config.ignore_paths = %w(spec/**/*.pp)\n", {"documentation", "140chars", "double_quoted_strings"}),
    ],
)
def test_the_lint_task_of_a_rakefile_says_what_is_not_checked(tmp_path: Path, rakefile: str, expected: set[str]) -> None:
    folder = write(tmp_path / "m", {".puppet-lint.rc": "--relative\n", "Rakefile": rakefile, "manifests/init.pp": LONG})
    assert {each.code for each in findings(folder)} == expected


def test_the_lint_task_of_a_rakefile_hides_no_type(tmp_path: Path) -> None:
    rakefile = "require 'puppetlabs_spec_helper/rake_tasks'\nPuppetLint.configuration.ignore_paths = ['**/*.pp']\n"
    write(tmp_path / "m", {"Rakefile": rakefile, "manifests/init.pp": "class m {\n  $x = 1 + {}\n}\n"})
    assert {each.code for each in findings(tmp_path / "m")} == {"not-numeric"}


def test_checks_that_the_own_file_of_puppet_lint_names_are_done(tmp_path: Path) -> None:
    files = {"Rakefile": "require 'voxpupuli/test/rake'\n", ".puppet-lint.rc": "--140chars-check\n", "manifests/init.pp": LONG}
    assert "140chars" in {each.code for each in findings(write(tmp_path / "m", files))}


def test_options_may_be_abbreviated(tmp_path: Path) -> None:
    write(tmp_path / "m", {".puppet-lint.rc": "--NO-documentation\n--no-double\n--fail_on_warn\n--relative\n"})
    answer = check(tmp_path / "m")
    assert (codes(answer), answer.err) == (set(), "")
    write(tmp_path / "m", {".puppet-lint.rc": "--no-do\n"})
    assert "ignored options that puppet-check does not know: --no-do" in check(tmp_path / "m").err


def test_options_of_plugins_are_ignored_with_one_note(tmp_path: Path) -> None:
    write(tmp_path / "m", {".puppet-lint.rc": "--no-strange_thing-check\n--odd=1\n"})
    answer = check(tmp_path / "m")
    assert answer.err.count("ignored options") == 1 and "strange_thing --odd" in answer.err


@pytest.mark.parametrize(
    ("options", "found", "hint"),
    [
        (["--no-documentation-check"], {"double_quoted_strings"}, "use --ignore documentation"),
        (["--only-checks", "documentation"], {"documentation"}, "use --select documentation"),
        (["--no-documentation-check", "--80chars-check", "--relative"], {"double_quoted_strings"}, "does not need it"),
        (["-l", "x.rb", "--no-double_quoted_strings-check"], {"documentation"}, "-l x.rb is an option of puppet-lint"),
        (["--ignore-paths", "manifests/", "--relative"], set(), "use --exclude manifests/"),
    ],
)
def test_options_of_puppet_lint_are_understood(options: list[str], found: set[str], hint: str, tmp_path: Path) -> None:
    answer = check(tmp_path / "m", *options)
    assert codes(answer) == found and hint in answer.err


def test_a_link_named_puppet_lint_prints_its_format(tmp_path: Path) -> None:
    write(tmp_path / "m", {"manifests/init.pp": CODE})
    (tmp_path / "puppet-lint").symlink_to(Path(sys.executable).with_name("puppet-check"))
    answer = run(str(tmp_path / "puppet-lint"), "--no-documentation-check", "manifests", cwd=tmp_path / "m")
    assert answer.out.endswith("on line 2 (check: double_quoted_strings)\n") and "WARNING" in answer.out and answer.err == ""
    formatted = run(str(tmp_path / "puppet-lint"), "--log-format", "%{line}:%{check}", "manifests", cwd=tmp_path / "m")
    assert formatted.out == "1:documentation\n2:double_quoted_strings\n"


def test_an_unknown_field_of_a_log_format_is_refused(tmp_path: Path) -> None:
    assert run("puppet-check", "--log-format", "%{nothing}", ".", cwd=tmp_path).code == 2


def test_settings_and_comments_are_migrated(tmp_path: Path) -> None:
    rc = "--no-documentation-check\n--80chars-check\n--ignore-paths=vendor/**/*.pp\n--fail-on-warnings\n--no-odd-check\n"
    code = 'class m {\n  $x = "a" # lint:ignore:double_quoted_strings lint:ignore:80chars as it is\n  $y = 1 # lint:ignore:odd\n}\n'
    write(tmp_path, {".puppet-lint.rc": rc, "manifests/init.pp": code})
    before = run("puppet-check", "--no-cache", "--format", "json", ".", cwd=tmp_path)
    answer = run("puppet-check", "migrate", "--comments", cwd=tmp_path)
    assert answer.code == 0 and "odd: puppet-check has no such option or check" in answer.out
    assert (tmp_path / ".puppet-check.toml").read_text().splitlines() == [
        'profile = "puppet-lint"',
        'extend-select = ["80chars"]',
        'ignore = ["documentation"]',
        'exclude = ["/vendor/**/*.pp"]',
        "fail-on-warnings = true",
    ]
    assert '"a" # puppet-check: ignore[double_quoted_strings, 80chars] as it is\n' in (tmp_path / "manifests/init.pp").read_text()
    after = json.loads(run("puppet-check", "--no-cache", "--format", "json", ".", cwd=tmp_path).out)
    assert {each["code"] for each in json.loads(before.out)} <= {each["code"] for each in after}
    assert run("puppet-check", "migrate", cwd=tmp_path).code == 2


def test_advice_of_puppet_lint_that_would_be_wrong_is_not_given(tmp_path: Path) -> None:
    files = {
        ".puppet-lint.rc": "--no-documentation-check\n",
        "metadata.json": metadata(),
        "manifests/init.pp": "class motd {\n  notice($::environment, $::servername, $::custom)\n}\n",
        "examples/profiles/manifests/motd.pp": "class profile::motd {\n}\n",
        "manifests/other.pp": "class motd::another {\n}\n",
    }
    found = [each for each in findings(tmp_path / "motd", files) if each.code in ("top_scope_facts", "autoloader_layout")]
    assert [(each.path, each.code) for each in found] == [
        ("manifests/init.pp", "top_scope_facts"),
        ("manifests/other.pp", "autoloader_layout"),
    ]


@pytest.mark.parametrize(("folder", "is_checked"), [("spec/acceptance/files", False), ("dist", False), ("manifests", True)])
def test_helpers_of_simp_leave_folders_out(folder: str, is_checked: bool, tmp_path: Path) -> None:
    files = {"metadata.json": metadata(), ".puppet-lint.rc": "", "Rakefile": "require 'simp/rake/pupmod/helpers'\n", f"{folder}/a.pp": LONG}
    assert ("double_quoted_strings" in {each.code for each in findings(write(tmp_path / "m", files))}) is is_checked
