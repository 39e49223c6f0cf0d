"""Configuration of all tests."""

from hypothesis import settings

# How long an example takes is measured in bench/; here it would only tell how busy the machine is.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
