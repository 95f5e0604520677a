"""What is kept: matches with their events and seeds, and the results of the booklets. All SQL of the house is here."""
