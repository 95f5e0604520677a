/** What the browser needs of an engine. A kit is a folder beside this file; index.ts lists them. */

import type { Component } from "svelte";
import type { Header, MatchEvent, Table } from "../lib/messages";
import type { Moment } from "../lib/moments.svelte";
import type { View } from "../lib/protocol";
import type { OpenTable, Playing } from "../lib/open-table.svelte";

export interface Kit {
  /** The card and the dock of an open table. It hears the keys that the screen has no use for, and says if it had. */
  Play: Component<{ client: OpenTable; playing: Playing }, { key: (event: KeyboardEvent) => boolean }>;
  /** A position to look at, nothing to act on. `events` led to it; those from `since` on are what has just happened. */
  Still: Component<{ header: Header; table: Table; views: View[]; events: MatchEvent[]; since: number }>;
  /** The card on paper, one column for each name; without points unless it is filled. */
  Print: Component<{ views: View[]; columns: string[]; filled: boolean }>;
  /** How many columns an empty card can have on a page of A4. */
  mostColumns: number;
  news: News;
  /** Where a lesson points, as selectors: what to press next for a move text, or the part of the table of that name. */
  points: (move: string) => string[];
  /** Whether the page can be the score pad of real dice. */
  byHand: boolean;
}

/** What happened, in words, and what of it is celebrated. `after` is the player's card as it is now, `before` as it was, where that is known. */
export interface News {
  move(verb: string, args: string[], after: View | undefined, before: View | undefined): string;
  drew(faces: (number | string)[], after: View | undefined): string;
  /** What there is to celebrate about an event. */
  moments(event: MatchEvent, after: View, before: View): Moment[];
  /** The name of a box or row. */
  name(key: string, view: View | undefined): string;
}
