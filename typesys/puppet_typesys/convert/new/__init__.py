"""`Type.new`: values made of other values.

`make.new` does what the function `new` does; each family of types has a file of makers, which enter themselves into `table.NEW`.
"""
