"""What is kept: matches with their events and seeds, and the results of the booklets. All SQL of the house is here.

Browser and terminal have the same matches: a server asks for them through `store`, the terminal through `saves`.
"""
