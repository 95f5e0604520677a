// Bytecode in the place of the sources that a start imports, of Python's own modules and of ours:
// node translate.mjs PYODIDE ARCHIVE CODEC
// Bytecode belongs to one version of Python, so the one that will run it makes it. The rest stays as sources, which are
// smaller. Nothing is read twice to see whether it has changed: the files of a folder never do.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, archive, codec] = process.argv.slice(2);
const FOLDER = "/lib/knobel"; // where worker.ts unpacks it
const STDLIB = join(pyodide, "python_stdlib.zip");
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
// The order of a set may stand in bytecode: always the same one.
const python = await loadPyodide({ indexURL: join(pyodide, "/"), env: { PYTHONHASHSEED: "0" } });
const bytes = (file) => new Uint8Array(readFileSync(file));
python.unpackArchive(bytes(archive), "zip", { extractDir: FOLDER });
python.FS.writeFile(`${FOLDER}/msgspec/_core.so`, bytes(codec));
python.FS.writeFile("/ours.zip", bytes(archive));
python.FS.writeFile("/theirs.zip", bytes(STDLIB));
python.globals.set("FOLDER", FOLDER);
python.runPython(`
import sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
sys.path.append(FOLDER)
import knobel.pocket.early

SOURCE_HASH = bytes(8)  # not looked at

def translated(archive, target, root):
    """The archive with bytecode for each of its modules that has been imported from that root."""
    imported = {module.__spec__.origin for module in list(sys.modules.values()) if getattr(module, "__spec__", None)}
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for entry in old.infolist():
            name, content = entry.filename, old.read(entry)
            if (origin := f"{root}/{name}") in imported:
                code = compile(content, origin, "exec", dont_inherit=True)
                name, content = f"{name}c", _code_to_hash_pyc(code, SOURCE_HASH, checked=False)
            made = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            new.writestr(made, content, zipfile.ZIP_DEFLATED)

translated("/ours.zip", "/ours", FOLDER)
translated("/theirs.zip", "/theirs", next(place for place in sys.path if place.endswith(".zip")))
`);
writeFileSync(archive, python.FS.readFile("/ours"));
writeFileSync(STDLIB, python.FS.readFile("/theirs"));
