import type { Kit } from "../kit";
import { news } from "./news";
import Play from "./Play.svelte";
import Print from "./Print.svelte";
import Still from "./Still.svelte";

/** For One – Number UP: cards are laid on a grid. */
export const grid: Kit = { Play, Still, Print, mostColumns: 6, news, byHand: true };
