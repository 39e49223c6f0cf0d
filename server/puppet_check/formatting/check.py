"""The law: formatting changes no more than white space between tokens, the quotes of strings and commas after last elements.

A result is accepted if its tree has the same nodes, with the same tokens, comments and texts of heredocs. The meaning of a text is a
function of these (`puppet_grammar.lower`); `bench/format.py` compares the PN of all packaged modules as well.
"""

from __future__ import annotations

from puppet_check.formatting.source import Source


class ChangedError(Exception):
    """Raised where formatting would change a text, which is a bug: the text is left as it is."""


def verify(original: Source, source: Source) -> None:
    """Raise ChangedError unless a text has the meaning of the original."""
    if original.tokens != source.tokens:
        raise ChangedError("formatting would change its code")
    if [each.text for each in original.comments] != [each.text for each in source.comments]:
        raise ChangedError("formatting would change its comments")
    if original.heredocs != source.heredocs:
        raise ChangedError("formatting would change the text of a heredoc")
    if original.shape != source.shape:
        raise ChangedError("formatting would change its meaning")
