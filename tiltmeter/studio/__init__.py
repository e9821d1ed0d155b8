"""The studio: the toolkit's work in a browser, on this machine and for nobody else.

A server answers with pages (`pages/`), whose work is done by the `Workshop` in child processes
(`work/`). Pages hold no logic of their own, and the server itself loads no game.
"""
