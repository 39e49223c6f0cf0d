"""Editor features for files that are not Puppet code: data, `hiera.yaml`, metadata, Puppetfile, ERB, task metadata.

One module per kind of file, which the row of the kind names (`workspace/kinds.py`). A kind answers with the same plain data as the features
for Puppet code, and gives the symbols in a text (`uses`): definitions, highlights, links, references and renaming are made of these for all
kinds alike.
"""

from puppet_check.features.other.folding import folds
from puppet_check.features.other.kinds import complete, hover, symbols, uses
from puppet_check.features.other.named import highlights, links, tokens, uses_at
from puppet_check.features.other.selection import selections
from puppet_check.features.other.view import OtherView

__all__ = [
    "OtherView",
    "complete",
    "folds",
    "highlights",
    "hover",
    "links",
    "selections",
    "symbols",
    "tokens",
    "uses",
    "uses_at",
]
