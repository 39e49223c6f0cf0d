"""Everything that can be known from the text of one file: its tree, its nodes, its syntax problems."""
