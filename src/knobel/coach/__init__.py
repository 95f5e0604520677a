"""Who looks over a player's shoulder: what each move is worth."""
