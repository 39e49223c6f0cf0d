"""The checker's front ends and everything that does input and output: files, settings, the terminal and the editor."""

__version__ = "0.1.0"
"""The version of the distribution, written out because reading its metadata takes a tenth of the language server's start."""
