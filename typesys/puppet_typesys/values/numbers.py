def float_text(f): return repr(f)
