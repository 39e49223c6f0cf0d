"""`puppet-check mcp`: a server of the Model Context Protocol, for programs that write code.

It serves one client on standard input and output; `mcp_tools` has what it offers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import new_class
from typing import TYPE_CHECKING, NamedTuple, cast

from puppet_check import __version__
from puppet_check.cli.arguments import parsed
from puppet_check.cli.mcp_tools import Tools
from puppet_check.cli.program import Ended
from puppet_check.config import ConfigError
from puppet_check.usage import Parser

if TYPE_CHECKING:
    from mcp.server.mcpserver.tools import Tool
    from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase

WITHOUT = "puppet-check mcp needs the package `mcp`, which the extra `mcp` of puppet-check installs"
INSTRUCTIONS = (
    "Answers about the Puppet code in one folder: what Puppet would reject, what names mean, where data come from, what a catalog has."
)


class Command(NamedTuple):
    """What `puppet-check mcp` is asked to do."""

    folder: str
    read_only: bool


def mcp(arguments: Sequence[str]) -> Ended:
    """Serve a client until it disconnects. Raises ConfigError."""
    options = parsed(Command, parser(), arguments)
    try:
        from mcp.server import MCPServer  # an extra: most installations have no use for it
        from mcp.server.mcpserver.tools import Tool
    except ImportError:
        raise ConfigError(WITHOUT) from None
    tools = Tools(options.folder)
    offered: list[Callable[..., str]] = [
        tools.check,
        tools.check_code,
        tools.explain_code,
        tools.describe,
        tools.references,
        tools.explain_key,
        tools.catalog,
    ]
    offered += [] if options.read_only else [tools.fix_file]
    made = [_refusing_unknown_arguments(Tool.from_function(each)) for each in offered]
    MCPServer("puppet-check", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR", tools=made).run("stdio")
    return Ended((), 0)


def _refusing_unknown_arguments(tool: Tool) -> Tool:
    """The tool that refuses an argument that it does not have, such as a misspelled one, instead of answering another question."""
    known = tool.fn_metadata.arg_model
    model = cast("type[ArgModelBase]", new_class(known.__name__, (known,), {"extra": "forbid"}))
    metadata = tool.fn_metadata.model_copy(update={"arg_model": model})
    return tool.model_copy(update={"fn_metadata": metadata, "parameters": model.model_json_schema(by_alias=True)})


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check mcp",
        description="Serve a client of the Model Context Protocol on standard input and output: tools that check code, describe names, "
        "explain Hiera keys, compile catalogs, find references and apply safe fixes.",
    )
    made.add_argument(
        "folder", nargs="?", default=".", metavar="FOLDER", help="the module or control repository (default: the current folder)"
    )
    made.add_argument("--read-only", action="store_true", help="offer no tool that writes")
    return made
