"""What editors are told about files that are no Puppet code but go with it: data, `hiera.yaml`, metadata, Puppetfile, ERB.

One module per kind of file; `kind_of` chooses. A kind answers with the same plain data as the features for Puppet code.
"""

from puppet_check.features.other.kinds import complete, definition, hover, kind_of, mended, symbols
from puppet_check.features.other.view import OtherView

__all__ = ["OtherView", "complete", "definition", "hover", "kind_of", "mended", "symbols"]
