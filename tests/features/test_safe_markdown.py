"""Markdown of a repository is shown without what loads or starts something."""

from __future__ import annotations

import pytest

from puppet_check.features.describe.markdown import fenced
from puppet_check.features.describe.safe_markdown import safe

PICTURE = "![x](https://example.com/x.png)"
LINK = "[x](https://example.com/x.png)"


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{PICTURE}\n```",
        f"```puppet\n{PICTURE}",
        f"~~~\n```\n{PICTURE}\n~~~\n",
        f"`{PICTURE}` and `<b>`",
        "<https://example.com>",
        "[x](#y) [x](y.md) [x](mailto:a@example.com)",
        "a < b and `c` > d",
    ],
)
def test_code_and_addresses_are_kept(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize(
    "template",
    [
        "%s",
        "!!%s",
        "- ```\n  ```\n%s\n```",
        "``` `\n%s",
        "a ` b\nc ` %s ` d\ne `",
        "\\` %s `",
        "| ` | %s | ` |",
        "<a title='`'> %s `",
        "`\n\n%s\n\n`",
        "```\n```\n%s",
    ],
)
def test_what_may_be_a_picture_becomes_a_link(template: str) -> None:
    assert PICTURE not in safe(template % PICTURE)
    assert LINK in safe(template % PICTURE)


@pytest.mark.parametrize("target", ["command:x", "COMMAND:x", "comm&#97;nd:x", "java\\script:x", "\tcommand:x", "vscode:x", "data:x"])
def test_other_links_lead_nowhere(target: str) -> None:
    assert safe(f"[x]({target})").replace("\t", "") == "[x](#)"
    assert safe(f"[x]: {target}").replace("\t", "") == "[x]: #"


def test_a_fence_is_longer_than_those_in_its_text() -> None:
    assert fenced("a\n````\nb") == "`````puppet\na\n````\nb\n`````"
