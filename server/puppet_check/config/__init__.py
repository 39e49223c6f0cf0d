"""Configuration: the settings from the command line, configuration files and the editor, by path.

`settings` declares them all, `configuration` finds the file that applies to a path, `read` reads it, and `places` gives the line and
column of each of its keys and values; `selection` decides which findings are reported, and with which severity.
"""

from puppet_check.config.configuration import Configuration, Given
from puppet_check.config.error import ConfigError
from puppet_check.config.settings import Settings

__all__ = ["ConfigError", "Configuration", "Given", "Settings"]
