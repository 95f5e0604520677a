// What a decision of each player costs in the Python of browsers: node pocket_decisions.mjs PYODIDE ARCHIVE MOST
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, archive, most] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/lib/all" });
python.globals.set("most", Number(most));
console.log(
  python.runPython(`
import json, sys, time
sys.path.append("/lib/all")
from random import Random
from knobel.bots import decide, offered
from knobel.rules import find
from knobel.rules.core import Decide, Draw

def costs(spec, bot):
    """Milliseconds of each real decision, the first one apart: it reads and works out what stays."""
    game, luck, found = find(spec), Random(1), []
    state = game.start()
    while len(found) < most:
        node = game.node(state)
        if isinstance(node, Draw):
            state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
        elif isinstance(node, Decide):
            began = time.perf_counter()
            move = decide(bot, game, [state], 0, node, luck)
            if len(node.moves) > 1:
                found.append(1000 * (time.perf_counter() - began))
            state = game.play(state, move)
        else:
            break
    rest = sorted(found[1:])
    return [found[0], rest[len(rest) // 2], rest[-1]]

json.dumps({f"{spec} {bot}": costs(spec, bot) for spec in ("kniffel", "extreme", "seven", "forone:1", "numberup:1")
            for bot in offered(find(spec)) if bot not in ("random", "casual", "beginner", "solid")})
`),
);
