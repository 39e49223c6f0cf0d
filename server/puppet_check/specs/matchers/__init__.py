"""The matchers of RSpec and rspec-puppet, one family a module; importing a module enters what it has."""
