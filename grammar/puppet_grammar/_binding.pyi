def language() -> object:
    """The parser as a capsule for tree_sitter.Language."""
