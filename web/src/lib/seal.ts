/**
 * Opens the envelope: derives every die of a finished match from the revealed key and compares it with what was shown.
 *
 * The same steps are in src/knobel/match/chance.py; nothing here asks the server.
 */

import type { Draw, Proof } from "./messages";
import { sha256, hmac } from "./sha256";

export interface Verdict {
  promised: boolean; // the key is the one that was promised before the first throw
  dice: number; // dice and cards that came from the envelope and agree
  byHand: number; // throws that were typed in from real dice
  earlier: number; // dice and cards from an envelope before this one, whose key is not here
  wrong: number[]; // numbers of events that differ
}

/** The beginning of the seal's fingerprint, in two groups: short enough to be compared by eye with what was shown before. */
export const shortMark = (commitment: string): string => `${commitment.slice(0, 4)} ${commitment.slice(4, 8)}`;

const VERSION = 1;
const BYTE_VALUES = 256;
export const lines = (...parts: (string | number)[]): Uint8Array => new TextEncoder().encode(parts.join("\n"));
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Bytes at or above the largest multiple of `outcomes` are passed over, so that all are equally likely. */
async function pick(seed: Uint8Array, key: string, draw: Draw, die: number, outcomes: number): Promise<number> {
  const fair = BYTE_VALUES - (BYTE_VALUES % outcomes);
  for (let block = 0; ; block++) {
    const place = lines("knobel pick", VERSION, key, draw.stream, draw.turn, draw.roll, die, block);
    const byte = (await hmac(seed, place)).find((one) => one < fair);
    if (byte !== undefined) return byte % outcomes;
  }
}

export async function verify(proof: Proof, onprogress: (done: number) => void = () => {}): Promise<Verdict> {
  if (proof.seed === null) throw new Error("the key has not been told yet");
  const commitment = hex(await sha256(lines("knobel seal", VERSION, proof.match, proof.rules, proof.seed)));
  const salts = Object.entries(proof.salts)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([seat, salt]) => `${seat}:${salt}`);
  const key = hex(await sha256(lines("knobel key", VERSION, proof.match, proof.commitment, ...salts)));
  const verdict: Verdict = {
    promised: commitment === proof.commitment,
    dice: 0,
    byHand: 0,
    earlier: proof.earlier,
    wrong: [],
  };
  for (const [i, draw] of proof.draws.entries()) {
    if (draw.by_hand) verdict.byHand += 1;
    else {
      for (const { die, faces, face } of draw.dice) {
        if (faces[await pick(unhex(proof.seed), key, draw, die, faces.length)] === face) verdict.dice += 1;
        else verdict.wrong.push(draw.n);
      }
    }
    onprogress((i + 1) / proof.draws.length);
  }
  return verdict;
}
