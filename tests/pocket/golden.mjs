// The golden playthroughs made and replayed by the Python of browsers: node golden.mjs PYODIDE ARCHIVE SPEC…
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, archive, ...specs] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/lib/all" });
python.globals.set("specs", python.toPy(specs));
const wrong = python.runPython(`
import sys
sys.path.append("/lib/all")
from tests.playing import EVERY_SPEC
from tools import golden
chosen = specs or EVERY_SPEC
wrong = []
for spec in chosen:
    text = golden.path(spec).read_text(encoding="utf-8")
    if golden.replayed(text) != text or golden.make(spec) != text:
        wrong.append(spec)
f"{len(chosen)} {' '.join(wrong)}".strip()
`);
console.log(wrong);
