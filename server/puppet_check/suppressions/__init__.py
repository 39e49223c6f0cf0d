"""Suppressions: comments that say which findings of a line or file are meant to be there.

`# puppet-check: ignore[code] reason` at the end of a line speaks of that line, alone on a line of the next line of code;
`ignore-file[code]` above the first code speaks of the file. `comments` reads them, `suppress` applies them and tells which are of no use.
"""

from puppet_check.suppressions.codes import SUPPRESSIONS
from puppet_check.suppressions.comments import plain_comments
from puppet_check.suppressions.suppress import can_hide, suppress

__all__ = ["SUPPRESSIONS", "can_hide", "plain_comments", "suppress"]
