"""Output formats of `puppet-check`, one module each."""
