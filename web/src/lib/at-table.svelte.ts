/** The game on the table that is being looked at, for what can be asked from everywhere. */

export const atTable = $state<{ game: string | null; house: readonly string[] }>({ game: null, house: [] });

/** The game and its house rules of the match that a screen shows. */
export function lies(header: { key: string; house_rules: readonly string[] } | null): void {
  atTable.game = header?.key ?? null;
  atTable.house = header?.house_rules ?? [];
}
