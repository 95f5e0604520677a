"""What is kept: matches with their events and seeds, and the results of the booklets. All SQL of the house is here.

A match that is played in a browser is in the database, one that is played in the terminal a text file of its own
(`matchfiles`); results of both are in the database.
"""
