"""The whole program as a person meets it: a server of its own, a real browser, the keys and the screen."""
