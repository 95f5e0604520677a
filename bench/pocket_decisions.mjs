// What a decision of each player and a move cost in the Python of browsers, in CPU milliseconds:
// node pocket_decisions.mjs PYODIDE MOST ARCHIVE…
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, most, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
for (const archive of archives)
  python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/lib/all" });
python.globals.set("most", Number(most));
python.globals.set("used", () => process.cpuUsage().user / 1000);
console.log(
  python.runPython(`
import json, sys
sys.path.append("/lib/all")
from random import Random
from bench.bench_room import act, frames, opened
from knobel.bots import decide, offered
from knobel.rules import find
from knobel.rules.core import Decide, Draw

def costs(spec, bot):
    """Milliseconds of each real decision, the first one apart: it reads and works out what stays. The moves of a round
    that was planned before are none."""
    game, luck, found, fresh = find(spec), Random(1), [], True
    state = game.start()
    while len(found) < most:
        node = game.node(state)
        if isinstance(node, Draw):
            state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
            fresh = True
        elif isinstance(node, Decide):
            began = used()
            move = decide(bot, game, [state], 0, node, luck)
            if len(node.moves) > 1 and fresh:
                found.append(used() - began)
                fresh = False
            state = game.play(state, move)
        else:
            break
    rest = sorted(found[1:])
    return [found[0], rest[len(rest) // 2], rest[-1]]

def moves(spec):
    """Milliseconds of a move with its view, from the page's message to the one it gets, on dice never seen before."""
    game, count, took = find(spec), 0, 0.0
    for number in range(4):
        room, raws = opened(game, number), list(frames(game, number))
        began = used()
        for raw in raws:
            act(room, raw)
        if number:  # the first one warms up
            took, count = took + used() - began, count + len(raws)
    return took / count

specs = ("kniffel", "extreme", "seven", "forone:1", "numberup:1")
json.dumps({
    "decisions": {f"{spec} {bot}": costs(spec, bot) for spec in (*specs, "forone:25", "numberup:20")
                  for bot in offered(find(spec)) if bot not in ("random", "casual", "beginner", "solid")},
    "moves": {spec: moves(spec) for spec in specs},
})
`),
);
