/** The rules of every game, one language loaded at a time: the pages of docs/rules. */

import type { Lang } from "./settings.svelte";

const LOADERS: Record<Lang, () => Promise<{ default: Record<string, string> }>> = {
  de: () => import("virtual:rules/de"),
  en: () => import("virtual:rules/en"),
};

/** Relatives from elsewhere share a page. */
const SHARED: Record<string, string> = { yahtzee: "classics", yatzy: "classics", maxi_yatzy: "classics" };

/** The page of that game as HTML; none for a game from outside this project. */
export async function rulesOf(game: string, lang: Lang): Promise<string | null> {
  const pages = (await LOADERS[lang]()).default;
  return pages[SHARED[game] ?? game] ?? null;
}
