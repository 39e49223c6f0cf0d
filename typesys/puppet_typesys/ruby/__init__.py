"""An interpreter of the part of Ruby that functions and ERB templates of modules use, over values of our own.

`functions.call_function` calls a function that a Ruby file defines, `templates.render_erb` fills in a template. Nothing of a program
reaches Python, files, processes or the network: a method can be called only if a table of `core/` has it, a constant read only if it is
listed. Whatever else a program asks for ends it with the exception `Unsupported`, and the result is an Unknown that names the reason.
"""
