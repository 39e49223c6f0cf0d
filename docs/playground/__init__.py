"""The playground: the checker in a browser, compiled to WebAssembly."""
