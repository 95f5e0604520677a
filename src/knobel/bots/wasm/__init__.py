"""The learned players where there is neither NumPy nor a compiler: in the Python of browsers, as WebAssembly.

The code is that of the compiled players, made from the same sources (`tools/wasm_players.py`); no rule and no network
is written twice. `levels` reads what a level hands it, `memory` lays that out and calls it, `forone` and `numberup` put
positions in and take moves out, and are `players` as every other.
"""
