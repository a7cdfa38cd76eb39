"""The environments that users would pick instead, in their own documented loops with random legal actions.

Each module has `loops()`; a peer that is not installed raises ImportError there, and is named in the report.
"""
