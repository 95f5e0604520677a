"""The smallest game of each engine, and a small engine, none of them part of the package: what a new game costs.

Each module has its `KIND` and, by language, its `WORDS`. CONTRIBUTING.md tells the same steps.
"""
