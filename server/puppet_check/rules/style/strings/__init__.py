"""Checks of documentation, in the terms of puppet-strings."""
