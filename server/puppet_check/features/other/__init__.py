"""What editors are told about files that are no Puppet code but go with it: data, `hiera.yaml`, metadata, Puppetfile, ERB.

One module per kind of file; `kind_of` chooses. A kind answers with the same plain data as the features for Puppet code, and says which
parts of a text name what (`uses`): going to definitions, highlights, links, references and renaming are made of these for all kinds alike.
"""

from puppet_check.features.other.folding import folds
from puppet_check.features.other.kinds import complete, hover, kind_of, mended, symbols, uses
from puppet_check.features.other.named import highlights, links, tokens, uses_at
from puppet_check.features.other.selection import selections
from puppet_check.features.other.view import OtherView

__all__ = [
    "OtherView",
    "complete",
    "folds",
    "highlights",
    "hover",
    "kind_of",
    "links",
    "mended",
    "selections",
    "symbols",
    "tokens",
    "uses",
    "uses_at",
]
