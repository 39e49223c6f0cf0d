"""Evaluations that pause: breakpoints, steps, the stack, and the values of variables. Independent of the protocol of a debugger."""
