"""What the output looks like: colours, links, the summary, and what `--quiet` leaves out."""

from pathlib import Path

import pytest

from puppet_check.cli.closing import Closing, Passing
from puppet_check.cli.summary import Summary
from puppet_check.cli.terminal import Colours
from puppet_check.cli.untrusted import GuardedStream
from tests.cli.command import run, write

ESCAPE = "\x1b["
NO_ENVIRONMENT = {"NO_COLOR": "", "FORCE_COLOR": "", "CLICOLOR_FORCE": ""}


@pytest.mark.parametrize(
    ("arguments", "environment", "is_coloured"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "0"}, False),
        ((), {"CLICOLOR_FORCE": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colours_follow_the_option_and_then_the_environment(
    tmp_path: Path, arguments: tuple[str, ...], environment: dict[str, str], is_coloured: bool
) -> None:
    write(tmp_path, {"a.pp": "class a {\n"})
    answer = run("puppet-check", *arguments, cwd=tmp_path, env={**NO_ENVIRONMENT, **environment})
    assert (ESCAPE in answer.out) is is_coloured


def test_a_kept_result_has_the_colours_of_its_run(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a {\n"})
    for environment in ({"FORCE_COLOR": "1"}, {}, {"FORCE_COLOR": "1"}):
        answer = run("puppet-check", cwd=tmp_path, env={**NO_ENVIRONMENT, "XDG_CACHE_HOME": str(tmp_path / "cache"), **environment})
        assert (ESCAPE in answer.out) is bool(environment)


def test_other_formats_have_no_colours(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a {\n"})
    for each in ("json", "github", "junit"):
        assert ESCAPE not in run("puppet-check", "--color", "always", "--format", each, cwd=tmp_path).out


def test_quiet_leaves_the_findings(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a {\n"})
    loud, quiet = (run("puppet-check", *arguments, cwd=tmp_path) for arguments in ((), ("-q",)))
    assert (quiet.code, quiet.err) == (1, "")
    assert loud.out == f"{quiet.out}Found 1 error in 1 file\n"


def test_quiet_prints_nothing_about_clean_code(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a { }\n"})
    answer = run("puppet-check", "--quiet", cwd=tmp_path)
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_many_findings_are_counted_by_code_errors_first(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": '$a = "\\q"\n' * 1 + "".join(f'$a{each} = "\\q"\n' for each in range(34)), "b.pp": "class b {\n"})
    *_, before, error, warning, after, summary = run("puppet-check", cwd=tmp_path).out.splitlines()
    assert (before, error.split(), warning.split()[:3], after) == (
        "",
        ["1", "error", "syntax-error"],
        ["35", "warning", "unrecognized-escape"],
        "",
    )
    assert warning.endswith("[35 fixable]")
    assert summary == "Found 1 error and 35 warnings in 2 files; 35 fixable with --fix"


def test_the_time_of_a_run_is_only_said_on_a_terminal_and_not_kept() -> None:
    for is_shown in (False, True):
        parts = [*Summary(files=1, started=-75.0).closing(Colours(on=False, is_shown=is_shown))]
        assert [type(each) for each in parts] == [Closing, *([Passing] if is_shown else []), Closing]
        assert "".join(each for each in parts if not isinstance(each, Passing)) == "No problems in 1 file\n"


def test_a_link_leads_to_the_page_of_a_code_on_a_terminal_that_has_links() -> None:
    assert Colours(on=True, has_links=True).linked("https://a.example/rules/x/", "[x]") == (
        "\x1b]8;;https://a.example/rules/x/\x1b\\[x]\x1b]8;;\x1b\\"
    )
    assert Colours(on=True).linked("https://a.example/rules/x/", "[x]") == "[x]"


def test_links_of_others_stay_visible_on_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUPPET_CHECK_MANUAL", "https://a.example/manual")
    own, other = (f"\x1b]8;;https://{each}.example/manual/rules/unknown-class/\x1b\\" for each in "ab")
    with open(tmp_path / "out", "wb") as file:
        stream = GuardedStream(file, encoding="utf-8")
        stream.write(f"{own}{other}\n")
        stream.flush()
    assert (tmp_path / "out").read_text() == f"{own}\\x1b]8;;https://b.example/manual/rules/unknown-class/\\x1b\\\n"
