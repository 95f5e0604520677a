"""The games without a server: the same Python in a worker of the browser, with the browser's database behind it."""
