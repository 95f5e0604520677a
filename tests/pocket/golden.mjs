// The golden playthroughs made and replayed, and what learned players decide, in the Python of browsers:
// node golden.mjs PYODIDE ARCHIVE SPEC…
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, archive, ...specs] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/lib/all" });
python.globals.set("specs", python.toPy(specs));
const found = python.runPython(`
import json, sys
sys.path.append("/lib/all")
from tests.playing import EVERY_SPEC
from tools import golden
chosen = specs or EVERY_SPEC
wrong = []
for spec in chosen:
    text = golden.path(spec).read_text(encoding="utf-8")
    if golden.replayed(text) != text or golden.make(spec) != text:
        wrong.append(spec)
from tests.pocket.decided import SPECS, decided
json.dumps({"right": len(chosen) - len(wrong), "wrong": wrong, "decided": {spec: decided(spec) for spec in SPECS}})
`);
console.log(found);
