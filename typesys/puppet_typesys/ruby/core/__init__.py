"""The core of Ruby and the parts of its library that modules use: a module per class or family, which fills the tables of `native`."""
