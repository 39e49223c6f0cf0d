"""The documentation site: the pages of this folder, the documents of the project, and a page for each rule."""
