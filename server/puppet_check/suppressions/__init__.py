"""Suppressions: comments that suppress findings of a line or file.

`# puppet-check: ignore[code] reason` at the end of a line applies to that line, alone on a line to the next line of code;
`ignore-file[code]` before the first code applies to the file. `comments` parses them, `suppress` applies them and reports those
without effect.
"""

from puppet_check.suppressions.comments import code_of_line, plain_comments
from puppet_check.suppressions.suppress import SUPPRESSIONS, can_suppress, suppress, suppressible

__all__ = ["SUPPRESSIONS", "can_suppress", "code_of_line", "plain_comments", "suppress", "suppressible"]
