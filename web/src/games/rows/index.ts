import type { Kit } from "../kit";
import { news } from "./news";
import Play from "./Play.svelte";
import { points } from "./points";
import Print from "./Print.svelte";
import Still from "./Still.svelte";

/** For One – Kniffel: dice are laid on rows. */
export const rows: Kit = { Play, Still, Print, mostColumns: 4, news, points, byHand: true };
