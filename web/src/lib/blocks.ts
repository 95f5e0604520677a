import type { Block, CounterBlock, TrayBlock, View } from "./protocol";

type Named = { [B in Block as B["block"]]: B };

/** The block of that kind, if this game has one. */
export function block<K extends keyof Named>(view: View, kind: K): Named[K] | undefined {
  return view.blocks.find((one): one is Named[K] => one.block === kind);
}

export function counter(view: View, key: string): CounterBlock | undefined {
  return view.blocks.find((one): one is CounterBlock => one.block === "counter" && one.key === key);
}

export function tray(view: View, key: string): TrayBlock | undefined {
  return view.blocks.find((one): one is TrayBlock => one.block === "tray" && one.key === key);
}
