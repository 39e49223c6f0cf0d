def language() -> object:
    """The parser as a capsule for tree_sitter.Language."""

def refusal(tokens: bytes, /) -> tuple[int, int]:
    """The index of the first token that the parse table refuses (their number if none), and the state before it.

    Tokens are the grammar's symbols, as native 16-bit numbers.
    """

def symbol(name: str, /) -> int:
    """The number of a token by its name in the grammar, -1 if there is none."""
