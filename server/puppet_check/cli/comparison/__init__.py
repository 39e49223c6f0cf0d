"""What a change of modules breaks for those who use them, in the terms of semantic versioning."""
