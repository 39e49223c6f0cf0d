"""What stops the compilation of catalogs, as findings among those of files."""
