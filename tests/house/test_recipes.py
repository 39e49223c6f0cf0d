"""The recipes of ARCHITECTURE.md, followed in a copy of the sources: each adds the files that it names, and changes none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, write
from tests.support.lsp_client import Client

PACKAGES = ("typesys/puppet_typesys", "server/puppet_check")

RULE = {
    "server/puppet_check/rules/shouted_notice.py": '''"""Notices in capital letters."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue


@issue(Severity.WARNING)
def shouted_notice(text: str) -> str:
    """Title in capital letters"""
    return f"`{text}` is in capital letters"


@rule(on=ast.ResourceBody)
def check_title(body: ast.ResourceBody, file: File) -> Iterator[Diagnostic]:
    """Report a title in capital letters."""
    title = body.title
    if isinstance(title, ast.LiteralString) and title.value.isupper():
        lower = Fix("Write small letters", (Edit(title.start, title.end, f"'{title.value.lower()}'"),))
        yield shouted_notice(title.value).at(title.start, title.end, fixes=(lower,))
''',
    "server/puppet_check/rules/pages/shouted-notice.md": "# shouted-notice\n\nTitle in capital letters\n",
}
FUNCTION = {
    "typesys/puppet_typesys/functions/greetings.py": '''"""Greetings."""

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import dispatch


@dispatch("greeting", "String $name", types="String[1]")
def greeting(call: Call, name: str) -> str:
    """A greeting of somebody."""
    return f"hello {name}"
'''
}
DATA_TYPE = {
    "typesys/puppet_typesys/types/rows/colours.py": '''"""Colours."""

from puppet_typesys.types.model import Type
from puppet_typesys.types.record import record
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import of_class


@record
class Colour(Type):
    """The names of two colours."""


data_type(
    Colour,
    plain=Colour(),
    kinds="string",
    accepts=of_class,
    instance=lambda type, value, guard: value in ("red", "blue"),
)
'''
}
RUBY_METHOD = {
    "typesys/puppet_typesys/ruby/core/greetings.py": '''"""Greetings."""

from puppet_typesys.ruby.native import method
from puppet_typesys.ruby.objects import String


@method("String", "greeted")
def greeted(text: String) -> String:
    """A greeting of the receiver."""
    return String(f"hello {text.text}")
'''
}
REQUEST = {
    "server/puppet_check/features/structure/length.py": '''"""The length of a text."""

from puppet_check.features.view import View


def length(view: View) -> int:
    """The number of bytes of a text."""
    return len(view.text.source)
''',
    "server/puppet_check/lsp/handlers/length.py": '''"""A request for the length of a document."""

from lsprotocol import types

from puppet_check.features.structure.length import length
from puppet_check.lsp.context import Context
from puppet_check.lsp.routes import Route


async def length_of(context: Context, params: object) -> object:
    """The length of a document."""
    document = await context.documents.checked_code(types.TextDocumentIdentifier(getattr(params, "uri")))
    return {"length": length(document.view)}


ROUTES = (Route("puppetCheck/length", length_of),)
''',
}
FORMAT = {
    "server/puppet_check/cli/output/counted.py": '''"""The format `counted`: the number of findings."""

from collections.abc import Iterable, Iterator

from puppet_check.cli.terminal import Colours
from puppet_check.reports.findings import Report


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The number of findings."""
    yield f"{sum(len(each.findings) for each in reports)} findings\\n"
'''
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources."""
    folder = tmp_path_factory.mktemp("checkout")
    for package in PACKAGES:
        shutil.copytree(CHECKOUT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def environment(checkout: Path) -> dict[str, str]:
    """The environment in which the copy is imported; its modules are compiled once."""
    paths = os.pathsep.join(str((checkout / each).parent) for each in PACKAGES)
    return {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "", "XDG_CACHE_HOME": str(checkout / "cache")}


def run(checkout: Path, module: str, *arguments: str | Path) -> str:
    """The output of a program of the copy."""
    code = f"from puppet_check.cli.{module} import main; raise SystemExit(main())"
    done = subprocess.run([sys.executable, "-c", code, *arguments], env=environment(checkout), capture_output=True, text=True, cwd=checkout)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def test_a_rule_is_a_module_and_a_page(checkout: Path, tmp_path: Path) -> None:
    write(checkout, RULE)
    path = tmp_path / "a.pp"
    path.write_text("notify { 'LOUD': }\n")
    (found,) = json.loads(run(checkout, "check", "--no-cache", "--format", "json", path))
    assert (found["code"], found["severity"], found["message"]) == ("shouted-notice", "warning", "`LOUD` is in capital letters")
    assert "Title in capital letters" in run(checkout, "check", "--explain", "shouted-notice")
    run(checkout, "check", "--no-cache", "--fix", "--unsafe-fixes", path)
    assert path.read_text() == "notify { 'loud': }\n"


def test_a_function_is_one_dispatch(checkout: Path, tmp_path: Path) -> None:
    write(checkout, FUNCTION)
    assert run(checkout, "evaluate", "-e", "greeting('you')").strip() == "'hello you'"
    path = tmp_path / "a.pp"
    path.write_text("class a (String $who) {\n  $text = greeting($who)\n  $n = greeting(1)\n}\n")
    (found,) = json.loads(run(checkout, "check", "--no-cache", "--format", "json", path))
    assert (found["code"], found["line"]) == ("wrong-argument", 3)
    assert "$text: String[1]" in run(checkout, "check", "--types", path)


def test_a_data_type_is_one_module(checkout: Path, tmp_path: Path) -> None:
    write(checkout, DATA_TYPE)
    assert run(checkout, "evaluate", "-e", "['red' =~ Colour, 'green' =~ Colour]").strip() == "[true, false]"
    path = tmp_path / "a.pp"
    path.write_text("class a (Colour $colour = 'green') { }\n")
    (found,) = json.loads(run(checkout, "check", "--no-cache", "--format", "json", path))
    assert "Colour" in found["message"]


def test_a_method_of_ruby_is_one_function(checkout: Path, tmp_path: Path) -> None:
    write(checkout, RUBY_METHOD)
    module = "modules/shop/lib/puppet/functions/shop/greeted.rb"
    write(tmp_path, {module: "Puppet::Functions.create_function(:'shop::greeted') do\n  def greeted(a)\n    a.greeted\n  end\nend\n"})
    write(tmp_path, {"manifests/site.pp": "notify { shop::greeted('you'): }\n"})
    assert "hello you" in run(checkout, "evaluate", "--catalog", "--modulepath", tmp_path / "modules", tmp_path / "manifests" / "site.pp")


def test_a_request_is_a_feature_and_a_handler(checkout: Path, tmp_path: Path) -> None:
    write(checkout, REQUEST)
    client = Client(env=environment(checkout))
    try:
        client.initialize(tmp_path)
        path = tmp_path / "a.pp"
        client.open(path, "$a = 1\n")
        assert client.ask("puppetCheck/length", {"uri": path.as_uri()}) == {"length": 7}
    finally:
        client.kill()


def test_a_format_is_one_module(checkout: Path, tmp_path: Path) -> None:
    write(checkout, FORMAT)
    (tmp_path / "a.pp").write_text("$a = \n")
    assert run(checkout, "check", "--no-cache", "--format", "counted", tmp_path).startswith("1 findings")
