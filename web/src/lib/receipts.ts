/**
 * The last receipt for each match that this browser was given (docs/notation.md): whatever the server shows later has to
 * hold all that was confirmed then.
 */

import type { Proof } from "./messages";
import { hex, lines } from "./seal";
import { recall, remember } from "./settings.svelte";
import { sha256 } from "./sha256";

export interface Receipt {
  version: number;
  mark: string;
}

const KEY = "knobel.receipts";
const MOST = 200; // matches; who plays that many more has long seen the end of the oldest

function all(): Map<string, Receipt> {
  try {
    return new Map(JSON.parse(recall(KEY) ?? "[]") as [string, Receipt][]);
  } catch {
    return new Map();
  }
}

export const receiptOf = (match: string): Receipt | undefined => all().get(match);

export function keepReceipt(match: string, { version, mark }: Receipt): void {
  const kept = all();
  kept.delete(match); // the newest stand last
  kept.set(match, { version, mark });
  remember(KEY, JSON.stringify([...kept].slice(-MOST)));
}

/** How many confirmed steps are missing or other ones, as far as the newest receipt of the server tells: 0 if none. */
export function missing(kept: Receipt | undefined, told: Receipt): number {
  if (kept === undefined) return 0;
  if (told.version < kept.version) return kept.version - told.version;
  return told.version === kept.version && told.mark !== kept.mark ? kept.version : 0;
}

/** Whether a match, event by event, holds what a receipt was given for. */
export async function holds(proof: Proof, { version, mark }: Receipt): Promise<boolean> {
  let link = proof.first_link;
  for (const line of proof.lines.slice(0, version)) link = hex(await sha256(lines(link, line)));
  return proof.lines.length >= version && link.startsWith(mark);
}

export const receiptText = ({ version, mark }: Receipt): string => `${version}:${mark}`;
