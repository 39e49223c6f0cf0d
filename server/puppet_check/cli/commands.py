"""The commands of `puppet-check` other than checking files, each of which is a function of its name in a module of its name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module

from puppet_check.cli.program import Ended

COMMANDS = {
    "cache": "say where results are kept, and take them to other machines",
    "compare": "report what a change of a module breaks for those who use it",
    "completions": "print code that completes command lines in a shell",
    "docs": "write the REFERENCE.md of a module",
    "explain": "show where the value of a Hiera key comes from",
    "init": "write a settings file, a hook and a pipeline's job for a repository",
    "interfaces": "list the interfaces of modules that are not installed, or make some",
    "mcp": "serve a client of the Model Context Protocol",
    "migrate": "write a settings file for the configuration of puppet-lint",
    "rules": "list all codes",
    "secrets": "list the secrets of catalogs, from where they come to where they end",
    "test": "run rspec-puppet specs without Ruby",
    "unused": "list what nothing in a control repository uses",
    "upgrade": "report what has to change for a newer version of Puppet",
}
"""Their names, with what they do; a folder of one of these names can be checked as `./interfaces`."""
OF_OTHERS = {
    "check": "files are checked without a command, as in `puppet-check .`",
    "diff": "did you mean `puppet-check --diff .`, or the program `puppet-eval diff`?",
    "eval": "did you mean the program `puppet-eval`?",
    "fix": "did you mean `puppet-check --fix .`?",
    "fmt": "did you mean the program `puppet-format`?",
    "format": "did you mean the program `puppet-format`?",
    "help": "did you mean `puppet-check --help`?",
    "install": "`puppet-check init` writes a settings file and a hook",
    "lint": "files are checked without a command, as in `puppet-check .`",
    "lsp": "did you mean the program `puppet-language-server`?",
    "server": "did you mean the program `puppet-language-server`?",
    "settings": "did you mean `puppet-check --show-settings .`?",
    "statistics": "did you mean `puppet-check --statistics .`?",
    "types": "did you mean `puppet-check --types FILE`?",
    "validate": "files are checked without a command, as in `puppet-check .`",
    "version": "did you mean `puppet-check --version`?",
    "watch": "did you mean `puppet-check --watch .`?",
}
"""Commands of other programs that people try, with what they are here."""


def run_command(name: str, *arguments: str) -> int:
    """Run a command and return its exit code. Its module is imported only now, as most runs check files."""
    run: Callable[[Sequence[str]], Iterable[str] | Ended] = getattr(import_module(f"puppet_check.cli.{name}"), name)
    found = run(arguments)
    ended = found if isinstance(found, Ended) else Ended(found, 0)
    sys.stdout.writelines(ended.lines)
    sys.stdout.flush()
    return ended.code


def meant(path: str) -> str:
    """The end of a message about a first argument that is no path: the command that it may have been; empty if it is none."""
    if path in OF_OTHERS:
        return f"; {OF_OTHERS[path]}"
    from puppet_typesys.spelling import SAME_NAME, closest, hint  # only for wrong paths

    near = closest(path, (*COMMANDS, *OF_OTHERS), SAME_NAME)
    return f"; {OF_OTHERS[near]}" if near in OF_OTHERS else hint(path, COMMANDS)
