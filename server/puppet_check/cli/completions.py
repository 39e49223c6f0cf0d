"""`puppet-check completions`: code with which a shell completes the command lines of the programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.usage import Parser

SHELLS = ("bash", "zsh", "fish", "powershell")


class Command(NamedTuple):
    """What `puppet-check completions` is asked to do."""

    shell: str


def completions(arguments: Sequence[str]) -> Iterator[str]:
    """Run the command with the arguments after its name, and return what it prints."""
    from argcomplete.shell_integration import shellcode  # only for this command

    from puppet_check.cli.completing import OF_PROGRAMS  # as above

    shell = parsed(Command, parser(), arguments).shell
    yield f"{shellcode([*OF_PROGRAMS], shell=shell).strip()}\n"


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check completions",
        description="Print code that lets a shell complete commands, options, codes and files of the programs.",
        epilog='In ~/.bashrc or ~/.zshrc: eval "$(puppet-check completions bash)", or zsh. In ~/.config/fish/config.fish: '
        "puppet-check completions fish | source. In the profile of PowerShell: puppet-check completions powershell | Out-String | "
        "Invoke-Expression.",
    )
    made.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}")
    return made
