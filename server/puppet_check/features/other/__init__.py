"""Editor features for files that are not Puppet code: Hiera data, `hiera.yaml`, metadata, Puppetfile, ERB, task metadata.

There is one module per kind of file, named by its row in `workspace/kinds.py`. It returns the same plain data as the features for Puppet
code. Definitions, highlights, links, references and renaming are shared by all kinds: they use the symbol occurrences (`occurrences`) that
the module of a kind returns.
"""

from puppet_check.features.other.folding import folds
from puppet_check.features.other.kinds import complete, hover, occurrences, symbols
from puppet_check.features.other.navigation import highlights, links, occurrences_at, tokens
from puppet_check.features.other.selection import selections
from puppet_check.features.other.view import OtherView

__all__ = [
    "OtherView",
    "complete",
    "folds",
    "highlights",
    "hover",
    "links",
    "occurrences",
    "occurrences_at",
    "selections",
    "symbols",
    "tokens",
]
