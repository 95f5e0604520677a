import type { AimOut } from "./schema";

export type MedalName = AimOut["medal"];

/** From the highest down, as the tables of the booklets list them. */
export const MEDALS: readonly MedalName[] = ["gold", "silver", "bronze"];
