"""Everything that can be known from meaning: types, values, evaluation, inference, and the language's own rules."""
