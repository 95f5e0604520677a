import type { Kit } from "../kit";
import { news } from "./news";
import Play from "./Play.svelte";
import { points } from "./points";
import Print from "./Print.svelte";
import Still from "./Still.svelte";

/** For One – Number UP: cards are laid on a grid. */
export const grid: Kit = { Play, Still, Print, mostColumns: 6, news, points, byHand: true };
