"""Everything that touches the world: files, settings, the terminal and the editor."""
