"""The language server: handlers, conversion to the protocol, the session."""
