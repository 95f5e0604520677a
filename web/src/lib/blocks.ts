import type { Block, Counter, Tray, View } from "./protocol";

type Named = { [B in Block as B["block"]]: B };

/** The block of that kind, if this game has one. */
export function block<K extends keyof Named>(view: View, kind: K): Named[K] | undefined {
  return view.blocks.find((one): one is Named[K] => one.block === kind);
}

export function counter(view: View, key: string): Counter | undefined {
  return view.blocks.find((one): one is Counter => one.block === "counter" && one.key === key);
}

export function tray(view: View, key: string): Tray | undefined {
  return view.blocks.find((one): one is Tray => one.block === "tray" && one.key === key);
}
