"""Random requests to the language server: the command; `--help` has its usage. Tests use `tests/support/lsp_fuzz.py` as well."""

from __future__ import annotations

from tests.support.lsp_fuzz import main

if __name__ == "__main__":
    main()
