"""Everything that touches the world: files, settings, the terminal and the editor."""

__version__ = "0.1.0"
"""Of the whole distribution; to ask for its metadata instead takes a tenth of the start of the language server."""
