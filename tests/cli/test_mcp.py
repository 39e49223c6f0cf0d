"""`puppet-check mcp`, as a client of the Model Context Protocol sees it."""

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import TextContent

from puppet_check.cli import mcp_tools
from tests.cli.command import run_anew, write
from tests.features.test_api import CONTROL
from tests.support.mcp_tasks import answers

PROGRAM = str(Path(sys.executable).with_name("puppet-check"))


async def asked(folder: Path, *questions: tuple[str, Mapping[str, object]], options: tuple[str, ...] = ()) -> tuple[set[str], list[str]]:
    """The tools of a server for a folder, and its answers."""
    write(folder, CONTROL)
    server = StdioServerParameters(command=PROGRAM, args=["mcp", *options, str(folder)])
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        tools = {each.name for each in (await session.list_tools()).tools}
        answers = [(await session.call_tool(name, dict(given))).content[0] for name, given in questions]
    return tools, [each.text for each in answers if isinstance(each, TextContent)]


async def test_each_task_is_answered_by_one_call_in_few_bytes(tmp_path: Path) -> None:
    found = await answers(tmp_path)
    assert {each.task.question: each.lacks for each in found if each.lacks} == {}
    assert len(found) == 40
    assert max(len(each.text.encode()) for each in found) < 2_000


async def test_the_tools_answer(tmp_path: Path) -> None:
    questions = [
        ("check", {}),
        ("check_code", {"code": "class shop::new { $a = 1 / 0 }", "path": "modules/shop/manifests/new.pp"}),
        ("explain_code", {"code": "div-by-zero"}),
        ("describe", {"kind": "class", "name": "shop"}),
        ("references", {"kind": "class", "name": "shop"}),
        ("explain_key", {"key": "shop::port", "facts_file": "facts.json"}),
        ("catalog", {"facts_file": "facts.json"}),
        ("catalog", {"facts_file": "facts.json", "resource": "File[/a]"}),
    ]
    write(tmp_path, {"facts.json": '{"os": {"family": "RedHat"}}'})
    tools, (check, code, page, text, places, key, catalog, resource) = await asked(tmp_path, *questions)
    assert tools == {name for name, _ in questions} | {"fix_file"}
    assert check.startswith("modules/shop/manifests/bad.pp:2:16: error: no parameter named 'ensur' on File[/b]")
    assert code == "modules/shop/manifests/new.pp:1:28: error: Division by 0 [div-by-zero]"
    assert page.startswith("# div-by-zero")
    assert "Integer $port" in text
    assert "manifests/site.pp:1:9: include shop" in places.splitlines()
    assert json.loads(key)["value"] == 8080
    assert "File[/a]" in catalog.splitlines() and catalog.startswith("compiled\n")
    assert json.loads(resource)["parameters"] == {"content": "8080"}


async def test_questions_at_once_are_all_answered(tmp_path: Path) -> None:
    write(tmp_path, CONTROL)
    server = StdioServerParameters(command=PROGRAM, args=["mcp", str(tmp_path)])
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        found = await asyncio.gather(*(session.call_tool("check_code", {"code": f"notice({each} / 0)"}) for each in range(8)))
    several = [each.content[0] for each in found]
    assert [each.text for each in several if isinstance(each, TextContent)] == [
        "manifests/init.pp:1:12: error: Division by 0 [div-by-zero]"
    ] * 8


async def test_the_error_that_ends_a_catalog_is_told_with_a_missing_resource(tmp_path: Path) -> None:
    questions = (
        ("catalog", {"classes": ["nope"], "resource": "File[/none]"}),
        ("fix_file", {"path": "modules"}),
        ("fix_file", {"path": "a\0"}),
    )
    _, (catalog, folder, null) = await asked(tmp_path, *questions)
    assert catalog.startswith("error: Could not find class ::nope") and catalog.endswith("\nno File[/none]")
    assert (folder, null) == ("error: modules: no such file", "error: a\0: no such file")


async def test_a_safe_fix_is_written_and_the_rest_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": '$a = "\\q"\n$b = 1 / 0\n'})
    _, (answer,) = await asked(tmp_path, ("fix_file", {"path": "a.pp"}))
    assert (tmp_path / "a.pp").read_text() == '$a = "\\\\q"\n$b = 1 / 0\n'
    assert answer == "fixed: unrecognized-escape\na.pp:2:10: error: Division by 0 [div-by-zero]"


async def test_nothing_outside_of_the_folder_is_read_or_written(tmp_path: Path) -> None:
    write(tmp_path, {"outside.pp": '$a = "\\q"\n', "outside.json": "{}"})
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "link.pp").symlink_to(tmp_path / "outside.pp")
    questions: list[tuple[str, Mapping[str, object]]] = [
        ("check", {"paths": ["../outside.pp"]}),
        ("check", {"paths": [str(tmp_path / "outside.pp")]}),
        ("fix_file", {"path": "link.pp"}),
        ("explain_key", {"key": "a", "facts_file": "../outside.json"}),
    ]
    _, answers = await asked(folder, *questions)
    assert {answer.partition(": ")[0] for answer in answers} == {"error"}
    assert all(answer.endswith("outside of the folder that is served") for answer in answers)
    assert (tmp_path / "outside.pp").read_text() == '$a = "\\q"\n'


async def test_a_wrong_question_is_answered_and_the_server_goes_on(tmp_path: Path) -> None:
    questions: list[tuple[str, Mapping[str, object]]] = [
        ("check", {"paths": ["no.pp"]}),
        ("explain_code", {"code": "no-such-code"}),
        ("describe", {"kind": "class", "name": "shop::no"}),
        ("explain_code", {"code": "div-by-zer"}),
        ("check_code", {"code": "$a = 1 / 0\n"}),
    ]
    _, answers = await asked(tmp_path, *questions)
    assert answers[:4] == [
        "error: no such file or folder: no.pp",
        "error: there is no code no-such-code",
        "error: there is no class shop::no",
        "error: there is no code div-by-zer, did you mean 'div-by-zero'?",
    ]
    assert "Division by 0" in answers[4]


async def test_an_argument_that_a_tool_does_not_have_is_refused(tmp_path: Path) -> None:
    """No answer is about something else, and nothing is written that was not asked for."""
    wrong = '$a = "\\q"\n'
    write(tmp_path, {"manifests/wrong.pp": wrong})
    _, answers = await asked(
        tmp_path, ("check", {"files": ["manifests/site.pp"]}), ("fix_file", {"path": "manifests/wrong.pp", "dry_run": True})
    )
    assert ["Extra inputs are not permitted" in each for each in answers] == [True, True]
    assert (tmp_path / "manifests/wrong.pp").read_text() == wrong


async def test_a_server_for_reading_offers_no_tool_that_writes(tmp_path: Path) -> None:
    tools, _ = await asked(tmp_path, options=("--read-only",))
    assert "fix_file" not in tools and "check" in tools


async def test_answers_are_bounded(tmp_path: Path) -> None:
    write(tmp_path, {"manifests/many.pp": "include shop\n" * 300})
    _, (answer,) = await asked(tmp_path, ("references", {"kind": "class", "name": "shop"}))
    *_, last = lines = answer.splitlines()
    assert (len(lines), last) == (mcp_tools.MOST_PLACES + 1, "and 102 more")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    answer = run_anew("puppet-check", "mcp", "no", cwd=tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert "no: no such folder" in answer.err
