"""Graded players of score cards: each sees the game in a way of its own, and is more or less sure of what it sees."""
