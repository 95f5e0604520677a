"""How strong the players are, and what that makes of a level: `histograms` of their points, `medals` set by them,
`charts` of both."""
