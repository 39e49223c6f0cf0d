"""Formats one file."""

from __future__ import annotations

from puppet_check.config import Configuration
from puppet_check.features.refactoring.formatting import style_of
from puppet_check.formatting.engine import NotFormattedError, formatted, formatted_lines
from puppet_check.formatting.style import Formatting, Style
from puppet_check.reading.files import read
from puppet_check.reports.findings import Changes, Report
from puppet_check.writing import replace
from puppet_grammar.parse import mode_of


def format_file(path: str, configuration: Configuration, formatting: Formatting, unsaved: bytes | None = None) -> Report:
    """Format one file, or its unsaved text. Raises MemoryError."""
    try:
        before = read(path) if unsaved is None else unsaved
        after = _formatted(path, before, style_of(configuration.of(path)), formatting.lines)
        if before == after:
            return Report(path, ())
        if formatting.writes:
            replace(path, before, after, formatting.allowed)
        return Report(path, (), changes=Changes((), before, after))
    except NotFormattedError as error:
        return Report(path, (), refusal=str(error))
    except OSError as error:
        return Report(path, (), failed=True, refusal=error.strerror or str(error))
    except MemoryError:
        raise
    except Exception as error:  # A bug leaves the file as it is, and other files are formatted.
        return Report(path, (), failed=True, refusal=f"internal error: {type(error).__name__}: {error}")


def _formatted(path: str, source: bytes, style: Style, lines: tuple[int, int] | None) -> bytes:
    mode = mode_of(path)
    return formatted(source, mode, style) if lines is None else formatted_lines(source, lines, mode, style)
