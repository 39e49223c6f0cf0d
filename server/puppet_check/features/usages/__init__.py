"""Where a symbol is used."""
