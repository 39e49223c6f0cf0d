"""Random requests to the language server: the command, whose `--help` has the usage. The tests use `tests/support/lsp_fuzz.py` as well."""

from __future__ import annotations

from tests.support.lsp_fuzz import main

if __name__ == "__main__":
    main()
