"""`puppet-eval --dap`: a debugger for the compilation of catalogs, for clients of the Debug Adapter Protocol."""
