/** Dice that no view describes: of the throw for who begins, and of the rows engine, whose moves name a die by its number. */

import type { DieView } from "./protocol";

export const D6: DieView = { kind: "d6", faces: [1, 2, 3, 4, 5, 6], face: null };
