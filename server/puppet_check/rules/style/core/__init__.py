"""The checks of puppet-lint, with its names."""
