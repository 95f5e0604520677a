/** The worker: Python with the games in it, what is kept, and what the page asks. */

import { KeptLog } from "./log";
import { AFTERWARDS, type FromWorker, type Stage, type ToWorker } from "./said";

interface PyAnswer {
  status: number;
  kind: string;
  body: { toJs(): Uint8Array };
  name: string | null | undefined;
  destroy(): void;
}

interface PyPocket {
  ask(method: string, path: string, body: unknown, lang: string): Promise<PyAnswer>;
  join(id: string, match: string, since: number, lang: string): Promise<void>;
  say(id: string, raw: string): void;
  leave(id: string): void;
  look_around(): Promise<void>;
}

/** Of the module that Emscripten makes, what it takes to load a library before Python runs. */
interface Module {
  FS: { mkdirTree(path: string): void; writeFile(path: string, content: Uint8Array): void };
  addRunDependency(name: string): void;
  removeRunDependency(name: string): void;
  newDSO(name: string, handle: undefined, exports: unknown): { exports: unknown; global: boolean };
  loadWebAssemblyModule(content: Uint8Array, options: object, name: string): Promise<unknown>;
  growMemory(bytes: number): void;
}

interface Settings {
  preRun: ((module: Module) => void)[];
}

interface Python {
  unpackArchive(content: Uint8Array, format: string, options?: { extractDir: string }): void;
  pyimport(name: string): Record<string, (...args: unknown[]) => unknown>;
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
}

const ROOT = new URL("../", import.meta.url); // this file lies in assets/
const BUILD = "pocket"; // page and worker are always of one build
const FOLDER = "/lib/knobel";
const CODEC = "msgspec.wasm"; // msgspec's compiled code,
const LIBRARY = `${FOLDER}/msgspec/_core.so`; // and where Python looks for it
const TEXT = new TextDecoder();

function say(message: FromWorker): void {
  postMessage(message);
}

function stage(name: Stage): void {
  say({ is: "stage", stage: name });
}

async function file(name: string): Promise<Uint8Array> {
  const answer = await fetch(new URL(name, ROOT));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const PICTURES = "knobel-memory"; // a cache with one picture of the memory
const HEAD = 1; // the second number of a picture: bytes before the memory itself

/** A picture fits the files and the browser it was made with. */
function nameOf(version: string): string {
  return `${version}?${encodeURIComponent(navigator.userAgent)}`;
}

async function picture(version: string): Promise<Uint8Array | null> {
  try {
    const cache = await caches.open(PICTURES);
    const found = await cache.match(nameOf(version));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // then it starts as the first time
  }
}

async function keepPicture(version: string, content: Uint8Array | null): Promise<void> {
  try {
    await caches.delete(PICTURES);
    if (!content) return;
    await (await caches.open(PICTURES)).put(nameOf(version), new Response(content as Uint8Array<ArrayBuffer>));
  } catch {
    // no room for it
  }
}

interface Loader {
  loadPyodide(options: object): Promise<Python>;
}

interface Maker {
  default(settings: Settings): Promise<Module>;
}

const PYODIDE = new URL("pyodide/", ROOT).href;
const pyodide = Promise.all([
  import(/* @vite-ignore */ `${PYODIDE}pyodide.mjs`) as Promise<Loader>,
  import(/* @vite-ignore */ `${PYODIDE}pyodide.asm.mjs`) as Promise<Maker>,
]);
pyodide.catch(() => {}); // whoever waits for it says so

/**
 * Python, from the beginning or from a picture. msgspec's compiled code is loaded before anything runs, both times: so
 * its functions and its data lie where they lay when the picture was made, and the picture may hold all that uses them.
 */
async function interpreter(codec: Uint8Array, kept: Uint8Array | null): Promise<Python> {
  const [{ loadPyodide }, { default: make }] = await pyodide;
  return new Promise((done, fail) => {
    const load = async (module: Module): Promise<void> => {
      const library = module.newDSO(LIBRARY, undefined, "loading");
      library.global = false;
      const options = { loadAsync: true, global: false, nodelete: true, allowUndefined: true };
      library.exports = await module.loadWebAssemblyModule(codec, options, LIBRARY);
      // Pyodide puts a picture into the memory, but does not make room for one that has grown.
      if (kept) module.growMemory(kept.length - (new Uint32Array(kept.buffer, kept.byteOffset, 2)[HEAD] ?? 0));
    };
    const createPyodideModule = (settings: Settings): Promise<Module> => {
      settings.preRun.push((module) => {
        module.FS.mkdirTree(`${FOLDER}/msgspec`);
        module.FS.writeFile(LIBRARY, codec);
        module.addRunDependency(LIBRARY);
        load(module).then(() => module.removeRunDependency(LIBRARY), fail);
      });
      return make(settings);
    };
    const memory = kept ? { _loadSnapshot: kept } : { _makeSnapshot: true };
    loadPyodide({ indexURL: PYODIDE, createPyodideModule, ...memory }).then(done, fail);
  });
}

/** Python, as it was the last time if that was kept, else from the beginning. */
async function python(version: string): Promise<{ run: Python; known: boolean }> {
  const [codec, kept] = await Promise.all([file(CODEC), picture(version)]);
  if (kept) {
    try {
      return { run: await interpreter(codec, kept), known: true };
    } catch (error) {
      console.info("Knobel: the picture of the memory does not fit", error);
      await keepPicture(version, null);
    }
  }
  return { run: await interpreter(codec, null), known: false };
}

async function begin(pause: number | null): Promise<PyPocket> {
  const began = performance.now();
  const took: Record<string, number> = {};
  const log = await KeptLog.open().catch((error: unknown) => {
    say({ is: "failed", why: "storage", error: String(error) });
    throw error;
  });
  const others = new BroadcastChannel("knobel-pocket");
  log.onadded = () => others.postMessage("written");
  try {
    stage("python");
    const version = await (await fetch(new URL("version.txt", ROOT))).text();
    const [{ run, known }, games] = await Promise.all([python(version), file("knobel.zip")]);
    took["python"] = performance.now() - began;
    stage("games");
    run.unpackArchive(games, "zip", { extractDir: FOLDER });
    took["unpacked"] = performance.now() - began;
    let fresh: Uint8Array | null = null;
    if (!known) {
      run.runPython(`import sys; sys.path.append('${FOLDER}'); import knobel.pocket.early`);
      took["imported"] = performance.now() - began;
      fresh = run.makeMemorySnapshot();
    } else took["picture"] = performance.now() - began;
    run.runPython("import importlib, random; importlib.invalidate_caches(); random.seed()");
    const { opened } = run.pyimport("knobel.pocket.host") as { opened: (...args: unknown[]) => Promise<PyPocket> };
    took["games"] = performance.now() - began;
    stage("kept");
    const kept = {
      whole: () => log.whole(),
      after: (at: number) => log.after(at),
      add: (at: number, entry: string, strict: boolean) => log.add(at, entry, strict),
      replace: (at: number, content: { toJs(): Uint8Array }) => log.replace(at, content.toJs()),
    };
    const pocket = await opened(
      kept,
      BUILD,
      pause ?? undefined,
      (id: string, raw: string) => say({ is: "told", id, raw }),
      (id: string, code: number) => say({ is: "closed", id, code }),
    );
    took["kept"] = performance.now() - began;
    others.onmessage = () => void pocket.look_around();
    say({ is: "ready", took });
    players = (fetchPlayers = () => unpackPlayers(run))();
    if (fresh) setTimeout(() => void keepPicture(version, fresh), AFTERWARDS);
    return pocket;
  } catch (error) {
    say({ is: "failed", why: "python", error: String(error) });
    throw error;
  }
}

let pocket: Promise<PyPocket> | null = null;
let players: Promise<void> | null = null;
let fetchPlayers: (() => Promise<void>) | null = null; // once there is a Python to have them

/** What the learned players need: nobody waits for it but a table, where one of them may sit. */
async function unpackPlayers(run: Python): Promise<void> {
  try {
    run.unpackArchive(await file("learned-players.zip"), "zip", { extractDir: FOLDER });
  } catch (error) {
    console.info("Knobel: the learned players are not there", error);
    players = null; // asked for again with the next table
  }
}
const NOTHING = new Uint8Array();

async function hear(message: ToWorker): Promise<void> {
  if (message.is === "begin") {
    pocket ??= begin(message.pause);
    return;
  }
  const host = await (pocket ??= begin(null));
  switch (message.is) {
    case "ask": {
      const answer = await host.ask(message.method, message.path, message.body ?? NOTHING, message.lang);
      const body = TEXT.decode(answer.body.toJs());
      say({ is: "answer", n: message.n, status: answer.status, kind: answer.kind, body, name: answer.name ?? null });
      answer.destroy();
      break;
    }
    case "join":
      await (players ??= fetchPlayers?.() ?? null);
      await host.join(message.id, message.match, message.since, message.lang);
      break;
    case "say":
      host.say(message.id, message.raw);
      break;
    case "leave":
      host.leave(message.id);
  }
}

addEventListener(
  "message",
  (event: MessageEvent<ToWorker>) => void hear(event.data).catch((error: unknown) => console.error(String(error))),
);
