import type { Kit } from "../kit";
import { news } from "./news";
import Play from "./Play.svelte";
import { points } from "./points";
import Print from "./Print.svelte";
import Still from "./Still.svelte";

/** Score cards: Kniffel, Extreme, Seven, the classics and cards of one's own. */
export const pad: Kit = { Play, Still, Print, mostColumns: 8, news, points, byHand: true };
