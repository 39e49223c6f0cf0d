def language(template: bool, greedy: bool, /) -> object:
    """The parser as a capsule for tree_sitter.Language: for any text or for templates only, and whether unclosed strings extend past
    their lines."""

def refusal(tokens: bytes, /) -> int:
    """The index of the first token that the parse table refuses; their number if none.

    Tokens are the grammar's symbols, as native 16-bit numbers.
    """

def accepted(tokens: bytes, candidates: bytes, /) -> list[bool]:
    """For each candidate, whether it may follow the tokens, which are all right themselves."""

def symbol(name: str, /) -> int:
    """The number of a token by its name in the grammar, -1 if there is none."""

def recoveries() -> int:
    """How often all parses in this thread so far began to recover from an error, which is what takes them long."""
