"""Titles in references that differ by a letter inside of a word from another text of the file, and that no other text of the project has.

What is meant need not be declared in the file: a list of services that is given to a define shows what they are called.
"""

from __future__ import annotations

from puppet_check.rules.file import File
from puppet_check.workspace.mentions import computes
from puppet_typesys.spelling import has_letter_more_or_less, is_inner_slip, is_mistyped

SLIPS = (is_inner_slip, is_mistyped, has_letter_more_or_less)
SHORTEST = 8
"""The length of the shortest titles that are compared."""


def meant_by_mention(type: str, title: str, file: File) -> str | None:
    """The only text of the file that a title of a type, given in lower case, is a misspelling of."""
    if len(title) < SHORTEST or not any(map(str.isalpha, title)) or file.characters.count(title) > 1:
        return None
    near = {each for each in file.strings_by_parts.near(title) if any(is_slip(title, each) for is_slip in SLIPS)}
    if len(near) != 1 or computes(file.declaring_text, title) or file.known.texts.has_text(type, title):
        return None
    meant = near.pop()
    # Of two references alone, either may be the slip.
    return meant if meant not in file.referred_titles or file.characters.count(meant) > 1 else None
