/** The game on the table that is being looked at, for what can be asked from everywhere. */

interface AtTable {
  game: string | null;
  house: readonly string[];
  present: readonly boolean[] | null; // by seat, who is there, where several devices play
}

export const atTable = $state<AtTable>({ game: null, house: [], present: null });

/** The game and its house rules of the match that a screen shows. */
export function lies(header: { key: string; house_rules: readonly string[] } | null): void {
  atTable.game = header?.key ?? null;
  atTable.house = header?.house_rules ?? [];
}

/** Who is there. */
export function isThere(present: readonly boolean[] | null): void {
  atTable.present = present;
}
