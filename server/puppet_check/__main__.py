"""`python -m puppet_check`: `puppet-check`, also where another program of that name precedes it on PATH."""

import sys

from puppet_check.cli.check import main

if __name__ == "__main__":
    sys.exit(main())
