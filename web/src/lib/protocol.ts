// Placeholder until the generator runs.
import type { Text } from "./words.svelte";

export interface DieView { kind: string; faces: number[]; face: number | null }
export interface Dice { block: "dice"; dice: DieView[]; roll: number; rolls_left: number; again: string | null }
export interface BoxLine { key: string; name: Text; rule: Text; upper: boolean; points: number | null; would: number | null; extra: number; note: Text | null; move: string | null; strike: string | null }
export interface BonusLine { at: number; points: number; reached: boolean }
export interface Sheet { block: "sheet"; boxes: BoxLine[]; bonuses: BonusLine[]; upper: number; lower: number; extra: number; total: number }
export interface RowLine { key: string; name: Text; rule: Text; upper: boolean; fields: number; dice: number[]; scored: number | null; would: number; takes: Record<string, string>; refuses: Record<string, Text>; score: string | null; must: boolean }
export interface Rows { block: "rows"; rows: RowLine[]; worst: number; bonus: number; bonus_steps: number[]; best: number }
export interface Cell { name: string; card: string | null; move: string | null }
export interface Line { key: string; index: number; cells: string[]; value: number; target: number; mark: string | null; points: number }
export interface Grid { block: "grid"; size: number; cells: Cell[]; lines: Line[] }
export interface Tray { block: "tray"; key: string; items: (number | string)[] }
export interface Counter { block: "counter"; key: string; value: number; of: number | null }
export type Block = Dice | Sheet | Rows | Grid | Tray | Counter;
export interface View { game: string; turn: number; turns: number; points: number; over: boolean; blocks: Block[]; actions: string[] }
