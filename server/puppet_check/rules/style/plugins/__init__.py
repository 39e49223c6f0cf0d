"""The checks of plugins for puppet-lint, with their names."""
