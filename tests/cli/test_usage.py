"""Wrong command lines: one message that says what was meant, and exit code 2."""

from pathlib import Path

import pytest

from tests.cli.command import run, write

PROJECT = {"manifests/init.pp": "class a { }\n", "a.txt": "$a = 1\n", "notes.md": "# Notes\n\nThis is, prose.\n", "tool.rb": "puts 1\n"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("puppet-check check", "no such file or folder: check; files are checked without a command, as in `puppet-check .`"),
        ("puppet-check help", "no such file or folder: help; did you mean `puppet-check --help`?"),
        ("puppet-check version", "no such file or folder: version; did you mean `puppet-check --version`?"),
        ("puppet-check format", "no such file or folder: format; did you mean the program `puppet-format`?"),
        ("puppet-check chek", "no such file or folder: chek; files are checked without a command, as in `puppet-check .`"),
        ("puppet-check statistics", "no such file or folder: statistics; did you mean `puppet-check --statistics .`?"),
        ("puppet-check --facts-dir nope .", "nope: no such file or folder; expected the facts of nodes"),
        ("puppet-check upgrad", "no such file or folder: upgrad, did you mean 'upgrade'?"),
        ("puppet-check manifest", "no such file or folder: manifest, did you mean 'manifests'?"),
        ("puppet-check manifests/inti.pp", "no such file or folder: manifests/inti.pp, did you mean 'manifests/init.pp'?"),
        ("puppet-format manifest", "no such file or folder: manifest, did you mean 'manifests'?"),
        ("puppet-check --fromat json", "unknown option: --fromat, did you mean '--format'?"),
        ("puppet-check --fromat=json", "unknown option: --fromat, did you mean '--format'?"),
        ("puppet-check --format jsn", "did you mean 'json'?"),
        (
            "puppet-check --profile strickt",
            "argument --profile: 'strickt' is not valid; expected one of errors, default, puppet-lint, voxpupuli, strict, did you mean",
        ),
        ("puppet-check --jobs -3", "argument --jobs: '-3' is not valid; expected 0, 1, 2 or more"),
        ("puppet-check --jobs many", "argument --jobs: 'many' is not valid; expected 0, 1, 2 or more"),
        ("puppet-check --color yes", "argument --color: 'yes' is not valid; expected one of auto, always, never"),
        ("puppet-check --select unknown-clas", "--select: unknown code: unknown-clas, did you mean 'unknown-class'?"),
        ("puppet-check --explain unknown-clas", "unknown code: unknown-clas, did you mean 'unknown-class'?"),
        ("puppet-check --explain ntp::servers", "`puppet-check explain ntp::servers` shows where the value of a Hiera key comes from"),
        ("puppet-check rules all", "puppet-check rules: error: unexpected argument: all"),
        ("puppet-check upgrade --targt puppet8", "unknown option: --targt, did you mean '--target'?"),
        ("puppet-check cache --impot a", "unknown option: --impot, did you mean '--import'?"),
        ("puppet-check explain --node a", "the following arguments are required: KEY"),
        ("puppet-check completions tcsh", "'tcsh' is not valid; expected one of bash, zsh, fish, powershell"),
        ("puppet-check init nowhere", "nowhere: no such folder; expected a module or control repository"),
        ("puppet-check --watch manifest", "no such file or folder: manifest, did you mean 'manifests'?"),
        ("puppet-check --modulepath nope:gone .", "--modulepath nope:gone: no such folder"),
        ("puppet-check --interfaces nope .", "--interfaces nope: no such folder"),
        ("puppet-check --output-file json: .", "--output-file: expected the path of a file after `json:`"),
        ("puppet-check --output-file= .", "--output-file: expected the path of a file"),
        ("puppet-check explain a::b --environment nope", "--environment nope: no such folder; expected a control repository or a module"),
        ("puppet-check explain a::b --hiera nope.yaml", "--hiera nope.yaml: no such file"),
        ("puppet-check compare . --environment nope", "--environment nope: no such folder; expected a control repository or a module"),
        ("puppet-eval --catalog --environment a.txt", "--environment a.txt: no such folder; expected a control repository or a module"),
        ("puppet-eval --catalog --hiera manifests", "--hiera manifests: no such file"),
        ("puppet-language-server --stdoi", "unknown option: --stdoi, did you mean '--stdio'?"),
        ("puppet-language-server --tcp x", "argument --tcp: 'x' is not an address; expected HOST:PORT"),
        ("puppet-language-server serve", "puppet-language-server: error: unexpected argument: serve"),
        ("puppet-format --jobs x", "argument --jobs: 'x' is not valid"),
        ("puppet-format --cheque", "unknown option: --cheque, did you mean '--check'?"),
        ("puppet-eval --catalogue", "unknown option: --catalogue, did you mean '--catalog'?"),
        ("puppet-eval diff --facts-dri x a", "unknown option: --facts-dri, did you mean '--facts-dir'?"),
        ("puppet-eval --dap 70000", "argument --dap: '70000' is not a port; expected a number from 0 to 65535"),
    ],
)
def test_a_wrong_command_line_gets_2_and_what_was_meant(tmp_path: Path, line: str, message: str) -> None:
    write(tmp_path, PROJECT)
    program, *arguments = line.split()
    answer = run(program, *arguments, cwd=tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert "Traceback" not in answer.err and len(answer.err.splitlines()) <= 2


def test_a_folder_precedes_the_hint_of_a_command(tmp_path: Path) -> None:
    write(tmp_path, {"check/a.pp": "class a { }\n"})
    assert run("puppet-check", "check", cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("notes.md", "it is not a manifest, template, Hiera data or another file that puppet-check knows"),
        ("tool.rb", "Ruby code is checked for versions that run it in another way, such as --target openvox9"),
    ],
)
def test_a_named_file_of_another_kind_is_said_and_not_read_as_code(tmp_path: Path, name: str, reason: str) -> None:
    write(tmp_path, PROJECT)
    answer = run("puppet-check", name, "manifests/init.pp", cwd=tmp_path)
    assert (answer.code, answer.out) == (0, "No problems in 1 file\n")
    assert answer.err == f"puppet-check: {name}: not checked: {reason}\n"


def test_a_key_that_is_a_code_leads_to_its_page(tmp_path: Path) -> None:
    write(tmp_path, {"environment.conf": "", "hiera.yaml": "version: 5\n"})
    answer = run("puppet-check", "explain", "hiera-value", cwd=tmp_path)
    assert "`puppet-check --explain hiera-value` prints the page of the code of this name" in answer.out
