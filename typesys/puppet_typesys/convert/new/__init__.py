"""`Type.new`: construction of values from other values.

`make.new` implements the function `new`. The makers of each family of types are in a file of their own, and registered in `table.NEW`.
"""
