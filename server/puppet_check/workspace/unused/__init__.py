"""What nothing in a control repository uses: definitions, templates, files and Hiera keys that no entry leads to."""
