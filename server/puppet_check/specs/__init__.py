"""Runs rspec-puppet specs on the interpreter of Ruby and the catalogs; it knows RSpec only, and reaches catalogs through `catalogs`."""
