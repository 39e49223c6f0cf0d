"""Configuration: what the command line, a file and the editor may choose, which ends up in one dataclass.

`settings` holds that dataclass, `configuration` finds the file that counts for a path, `read` turns a file into settings and
`places` knows where in it something stands; `selection` tells which findings are shown, and how severe they are.
"""

from puppet_check.config.configuration import Configuration, Given
from puppet_check.config.error import ConfigError
from puppet_check.config.settings import Settings

__all__ = ["ConfigError", "Configuration", "Given", "Settings"]
