"""The interactive prompt of `puppet-eval`, with history and completion of names."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from puppet_check.cli.outcome import show_outcome, types_text
from puppet_check.cli.snippet import Settings, compiler_for, evaluate_in
from puppet_grammar.lower import lower, reference_error
from puppet_grammar.parse import Mode, parse
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.functions.registry import REGISTRY, builtin_function
from puppet_typesys.types.parse import BUILTIN
from puppet_typesys.types.show import show

KEYWORDS = "and case class default define else elsif false function if in inherits node or true type undef unless".split()
HELP = "Enter code to evaluate it, :type CODE for the types of its value, :quit or Ctrl-D to exit"


def ask(settings: Settings) -> int:
    """Run the prompt until the end of the input, and return the exit code. Definitions are kept."""
    compiler = compiler_for(settings)
    session: PromptSession[str] = PromptSession(history=_history(), completer=NameCompleter(compiler), complete_while_typing=False)
    print(HELP)
    while True:
        try:
            code = _read(session)
        except EOFError:
            return 0
        except KeyboardInterrupt:
            continue
        if code.strip() in (":quit", ":q"):
            return 0
        if code.strip() in (":help", "?"):
            print(HELP)
        elif code.strip():
            answer(compiler, code)


def answer(compiler: Compiler, code: str) -> None:
    """Evaluate an input and print its outcome."""
    only_types = code.lstrip().startswith(":type ")
    outcome = evaluate_in(compiler, code.lstrip()[6:] if only_types else code)
    compiler.begin_log()
    if only_types and outcome.error is None:
        print(types_text(outcome.value))
    else:
        show_outcome("input", outcome)
    sys.stdout.flush()


def _read(session: PromptSession[str]) -> str:
    """Read one input: a line, and further ones while brackets or quotes are open."""
    code = session.prompt(">> ")
    while is_open(code):
        line = session.prompt(".. ")
        if not line:
            break
        code = f"{code}\n{line}"
    return code


def is_open(code: str) -> bool:
    """Whether code is incomplete, so that more lines are needed."""
    tree = parse(code, Mode())
    _, problems = lower(tree)
    problem = reference_error(tree.text, tree.mode, problems)
    at_end = problem is not None and problem.place >= len(tree.text.source.rstrip())
    return at_end or (problem is not None and problem.code in ("unclosed-quote", "heredoc-without-end-tagged-line", "unclosed-mlcomment"))


def _history() -> History:
    from platformdirs import user_state_path  # only for terminals, which have a history

    try:
        folder: Path = user_state_path("puppet-check", ensure_exists=True)
        (folder / "history").touch()
        return FileHistory(str(folder / "history"))
    except OSError:
        return InMemoryHistory()


class NameCompleter(Completer):
    """A completer for functions, types, keywords and the variables that are set."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        builtin_function("notice")  # registers the functions

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The completions of the word before the cursor."""
        word = document.get_word_before_cursor(WORD=True).rpartition("(")[2].rpartition("[")[2].rpartition(" ")[2].rpartition("{")[2]
        for name in sorted(self.names(word)):
            yield Completion(name, start_position=-len(word))

    def names(self, word: str) -> set[str]:
        """The names with a prefix."""
        if word.startswith("$"):
            return {f"${name}" for name in self.compiler.top.visible() if f"${name}".startswith(word)}
        if not word:
            return set()
        types = {name.capitalize() for name in NAMES} | {show_name(name) for name in BUILTIN}
        known = set(REGISTRY) | self.compiler.names() | set(KEYWORDS) | set(NAMES) | types
        return {name for name in known if name.startswith(word)}


def show_name(name: str) -> str:
    """A name of a type, with capital letters."""
    return show(BUILTIN[name]).partition("[")[0]
