"""Text that others have written, such as names of files, titles and messages, on a terminal and in the logs of build servers.

Characters that would control a terminal, or show text in another order than it has, are printed as escapes. `shown` is for what belongs on
one line, and `shown_lines` for what may have several. Everything that is printed on a terminal goes through `GuardedStream` in addition, so
that nothing reaches it that is printed without these. Elsewhere, data for other programs, such as rendered templates and JSON, is as it is.
"""

from __future__ import annotations

import io
import sys
from typing import TextIO

from puppet_check.cli.terminal import LINK, LINK_END
from puppet_grammar.patterns import lazy_pattern

OWN = lazy_pattern(r"(\x1b\[(?:[0-2]|1;3[1-6]|3[1-6])m|\x1b\]8;;[!-~]*\x1b\\)")
"""The styles that the programs use themselves, and the form of their links."""
COMMAND = lazy_pattern(r"(?m)^[ \t]*::|##\[|##vso\[")
"""What build servers take for commands in what a program prints."""
SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
QUOTED = {**SHORT, '"': '\\"', "\\": "\\\\", "\a": "\\a", "\b": "\\b", "\v": "\\v", "\f": "\\f"}
"""The escapes of git for names of files."""


def shown(text: str) -> str:
    """A text on one line, with visible escapes in place of what does not print."""
    if not text.isprintable():
        text = "".join(each if each.isprintable() else SHORT.get(each) or _escape(each) for each in text)
    return text.replace("##[", "##\\x5b")


def shown_lines(text: str) -> str:
    """A text of lines, with visible escapes in place of what does not print; on one line if another one would be a command."""
    if text.isprintable():
        return text.replace("##[", "##\\x5b")
    return shown(text) if COMMAND.search(text) else _lines(text)


def quoted_path(path: str) -> str:
    """A path for a diff: as it is, or quoted as git does if it has unusual characters."""
    if path.isprintable() and '"' not in path and "\\" not in path:
        return path
    return '"' + "".join(QUOTED.get(each) or (each if each.isprintable() else _octal(each)) for each in path) + '"'


def _lines(text: str) -> str:
    return "".join(each if each in "\n\t" or each.isprintable() else _escape(each) for each in text.replace("\r\n", "\n"))


def _escape(character: str) -> str:
    number = ord(character)
    if 0xDC80 <= number <= 0xDCFF:  # a byte that is not UTF-8
        number -= 0xDC00
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _octal(character: str) -> str:
    return "".join(f"\\{each:03o}" for each in character.encode("utf-8", "surrogateescape"))


class GuardedStream(io.TextIOWrapper):
    """A stream to a terminal, on which untrusted text is visible and does nothing."""

    def write(self, text: str) -> int:
        """Write a text with its lines, tabs and our own styles."""
        if text.isprintable():
            return super().write(text)
        super().write("".join(each if _is_own(each) else _lines(each) for each in OWN.split(text)))
        return len(text)

    def control(self, sequence: str) -> None:
        """Write a sequence that controls the terminal."""
        super().write(sequence)


def _is_own(text: str) -> bool:
    """Whether a text is a sequence that the programs print themselves: a style, the end of a link, or a link into the manual."""
    if OWN.fullmatch(text) is None:
        return False
    address = text[len(LINK) : -len(LINK_END)] if text.startswith(LINK) else ""
    if not address:
        return True
    from puppet_check.config.codes import is_of_manual  # few terminals have links

    return is_of_manual(address)


def write_data(content: bytes) -> None:
    """Write bytes to the standard output as they are, or as visible text if it is a terminal."""
    if sys.stdout.isatty():
        sys.stdout.write(content.decode("utf-8", "surrogateescape"))
        sys.stdout.flush()
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def guard_terminals() -> None:
    """Guard the standard streams that are terminals, and let both escape characters that they cannot encode, instead of raising."""
    sys.stdout, sys.stderr = _guarded(sys.stdout), _guarded(sys.stderr)


def _guarded(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    if isinstance(stream, GuardedStream) or not stream.isatty():
        stream.reconfigure(errors="backslashreplace")
        return stream
    encoding = stream.encoding
    return GuardedStream(stream.detach(), encoding=encoding, errors="backslashreplace", line_buffering=True)


def control(stream: TextIO, sequence: str) -> None:
    """Write a sequence that controls a terminal to a standard stream."""
    if isinstance(stream, GuardedStream):
        stream.control(sequence)
    else:
        stream.write(sequence)
