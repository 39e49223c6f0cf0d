"""The meaning of Puppet code: types, values, evaluation, static checks, and the language's own rules."""
