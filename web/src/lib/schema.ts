// Written by web/write_types.py from the server's schemas. Do not edit.

export interface AckTold {
  version: number;
  is: "ack";
  id: string;
}

export interface AimOut {
  level: number;
  medal: "bronze" | "silver" | "gold";
}

export interface BestOut {
  points: number;
  medal: "bronze" | "silver" | "gold" | null;
  top: boolean;
}

export interface BonusView {
  at: number;
  points: number;
  reached: boolean;
}

export interface BookletOut {
  game: string;
  name: TextOut;
  people: string[];
  chapters: ChapterOut[];
  next: (AimOut | null)[];
  first: AimOut;
}

export interface BoxView {
  key: string;
  name: TextOut;
  rule: TextOut;
  upper: boolean;
  points: number | null;
  would: number | null;
  extra: number;
  note: TextOut | null;
  move: string | null;
  strike: string | null;
}

export interface CardOut {
  spec: string;
  name: TextOut;
  layout: View;
}

export interface CellView {
  name: string;
  card: string | null;
  takes: Record<string, string>;
  why: TextOut | null;
}

export interface ChapterNameOut {
  number: number;
  name: TextOut;
}

export interface ChapterOut {
  number: number;
  name: TextOut;
  medals: Record<string, number>;
  levels: LevelLineOut[];
  sums: SumOut[];
}

export interface CorrectCommand {
  do: "correct";
  id: string;
  at: number;
  seat: number;
  box: string;
  points: number;
  extra?: number | null;
}

export interface CounterBlock {
  key: string;
  value: number;
  of: number | null;
  block: "counter";
}

export interface CreatedOut {
  id: string;
}

export interface DamagedOut {
  name: TextOut;
  problem: TextOut;
}

export interface DiceBlock {
  dice: DieView[];
  roll: number;
  rolls_left: number;
  again: string | null;
  block: "dice";
}

export interface DiceCommand {
  do: "dice";
  id: string;
  at: number;
  seat: number;
  faces: (number | string)[];
  move?: string | null;
}

export interface DieOut {
  kind: string;
  faces: number[];
}

export interface DieView {
  kind: string;
  faces: number[];
  face: number | null;
}

export interface EntryOut {
  result: ResultOut | null;
  why: TextOut | null;
  medal: "bronze" | "silver" | "gold" | null;
  next: "bronze" | "silver" | "gold" | null;
  medals: Record<string, number>;
  chapter: ChapterNameOut;
  sum: SumOut | null;
}

export interface EventOut {
  n: number;
  seat: number | null;
  is: "played" | "drew" | "undid" | "salted" | "noted" | "corrected" | "switched" | "revealed";
  move?: string | null;
  faces?: (number | string)[] | null;
  by_hand?: boolean | null;
  box?: string | null;
  points?: number | null;
  extra?: number | null;
  was?: number | null;
  seed?: string | null;
}

export interface GameOut {
  key: string;
  name: TextOut;
  tagline: TextOut;
  players: number[];
  levels: number[];
  house_rules: HouseRuleOut[];
  bots: string[];
  dice: DieOut[];
  series: number;
  pad: boolean;
  classic: boolean;
}

export interface GamesOut {
  games: GameOut[];
  damaged: DamagedOut[];
}

export interface GridBlock {
  size: number;
  cells: CellView[];
  lines: LineView[];
  sides: SideView[];
  final: string;
  block: "grid";
}

export interface HeaderOut {
  id: string;
  spec: string;
  key: string;
  level: number | null;
  house_rules: string[];
  name: TextOut;
  seats: SeatOut[];
  games: number;
  first: number | null;
  same_dice: boolean;
  commitment: string;
  rules: string;
  created: string;
  rematch_of: string | null;
  rematch: string | null;
  turns: number;
}

export interface HealthOut {
  ok: boolean;
  protocol: number;
  build: string;
  version: string;
}

export interface HeldOut {
  version: number;
  mask: string;
}

export interface HeldTold {
  version: number;
  is: "held";
  held: HeldOut | null;
  by: string | null;
}

export interface HelloTold {
  is: "hello";
  protocol: number;
  build: string;
  header: HeaderOut;
  layout: View;
}

export interface HouseRuleOut {
  key: string;
  title: TextOut;
  text: TextOut;
}

export interface KeepCommand {
  do: "keep";
  id: string;
  at: number;
  mask: string;
}

export interface LevelBlock {
  number: number;
  name: TextOut;
  idea: TextOut;
  rule: TextOut;
  parts: TextOut[];
  block: "level";
}

export interface LevelLineOut {
  number: number;
  name: TextOut;
  idea: TextOut;
  medals: Record<string, number>;
  best: (BestOut | null)[];
}

export interface LevelPageOut {
  game: string;
  game_name: TextOut;
  chapter: ChapterNameOut;
  number: number;
  name: TextOut;
  idea: TextOut;
  rule: TextOut;
  preparation: TextOut;
  medals: Record<string, number>;
  measured: Record<string, number> | null;
  version: number;
  before: number | null;
  after: number | null;
  people: string[];
  results: ResultOut[];
  reached: Record<string, Record<string, number>>;
}

export interface LineView {
  key: string;
  index: number;
  cells: string[];
  value: number;
  target: number;
  mark: string | null;
  points: number;
}

export interface MatchIn {
  game: string;
  level?: number | null;
  house_rules?: string[];
  seats: SeatIn[];
  games?: number;
  first?: number | null;
  same_dice?: boolean;
  dice?: "sealed" | "hand";
}

export interface MatchOut {
  id: string;
  header: HeaderOut;
  layout: View;
  version: number;
  table: TableOut;
  views: (Record<string, unknown>)[];
  events: EventOut[];
  held: HeldOut | null;
  last: number;
}

export interface MoveCommand {
  do: "move";
  id: string;
  at: number;
  seat: number;
  move: string;
}

export interface NoteCommand {
  do: "note";
  id: string;
  at: number;
  seat: number;
  box: string;
  points: number;
  extra?: number | null;
}

export interface OwnBlock {
  key: string;
  shows: Record<string, unknown>;
  block: "own";
}

export interface PageOut {
  matches: SummaryOut[];
  unreadable: UnreadableOut[];
  next: string | null;
}

export interface PagesOut {
  pages: LevelPageOut[];
}

export interface PingCommand {
  do: "ping";
  id: string;
}

export interface PlaceOut {
  place: number;
  seat: number;
  points: number;
}

export interface PongTold {
  version: number;
  is: "pong";
  id: string;
}

export interface Problem {
  code: string;
  title: string;
  text: TextOut;
  status: number;
}

export interface ProofDieOut {
  die: number;
  faces: (number | string)[];
  face: number | string;
}

export interface ProofDrawOut {
  n: number;
  seat: number;
  stream: string;
  turn: number;
  roll: number;
  by_hand: boolean;
  dice: ProofDieOut[];
}

export interface ProofOut {
  match: string;
  rules: string;
  commitment: string;
  seed: string | null;
  salts: Record<string, string>;
  draws: ProofDrawOut[];
}

export interface RefusedTold {
  code: string;
  title: string;
  text: TextOut;
  status: number;
  version: number;
  is: "refused";
  id: string | null;
}

export interface RenameIn {
  person: string;
  becomes: string;
}

export interface ResultIn {
  person: string;
  points: number;
}

export interface ResultOut {
  id: string;
  person: string;
  points: number;
  medal: "bronze" | "silver" | "gold" | null;
  date: string;
  by_hand: boolean;
  version: number;
  counts: boolean;
  best: boolean;
}

export interface RollOffOut {
  seats: number[];
  thrown: number[];
  round: number;
}

export interface RowView {
  key: string;
  name: TextOut;
  rule: TextOut;
  upper: boolean;
  fields: number;
  dice: number[];
  yellow: number | null;
  scored: number | null;
  would: number;
  takes: Record<string, string>;
  refuses: Record<string, TextOut>;
  score: string | null;
  held: TextOut | null;
  must: boolean;
  tiles: TileView[];
  closed: boolean;
}

export interface RowsBlock {
  rows: RowView[];
  worst: number;
  bonus: number;
  bonus_steps: number[];
  best: number;
  tiles: TileView[];
  thrown: number;
  yellow: TextOut[];
  yellow_at: string | null;
  extra: number;
  block: "rows";
}

export interface SaltCommand {
  do: "salt";
  id: string;
  at: number;
  seat: number;
  seed: string;
}

export interface SeatIn {
  name: string;
  colour?: string;
  bot?: string | null;
}

export interface SeatOut {
  name: string;
  colour: string;
  bot: string | null;
}

export interface SheetBlock {
  boxes: BoxView[];
  bonuses: BonusView[];
  upper: number;
  lower: number;
  extra: number;
  pays_extra: boolean;
  total: number;
  block: "sheet";
}

export interface SideView {
  key: string;
  name: TextOut;
  rules: TextOut[];
  floor: number;
  limit: number;
  weight: number;
  points: number;
}

export interface SourceCommand {
  do: "source";
  id: string;
  at: number;
  source: string;
}

export interface StateTold {
  version: number;
  is: "state";
  by: string | null;
  table: TableOut;
  views: (Record<string, unknown>)[];
  events: EventOut[];
  held: HeldOut | null;
  header?: HeaderOut | null;
}

export interface SumOut {
  points: number;
  played: number;
  of: number;
  medal: "bronze" | "silver" | "gold" | null;
  top: boolean;
}

export interface SummaryOut {
  id: string;
  spec: string;
  name: TextOut;
  seats: SeatOut[];
  games: number;
  created: string;
  updated: string;
  version: number;
  over: boolean;
  revealed: boolean;
  source: "app" | "hand";
  turn: TurnOut;
  progress: number;
  ranking: PlaceOut[];
}

export interface SyncCommand {
  do: "sync";
  id: string;
  since?: number;
}

export interface TableOut {
  turn: TurnOut;
  urns: UrnOut[];
  game: number;
  games: number;
  first: number;
  roll_off: RollOffOut | null;
  results: number[][];
  ranking: PlaceOut[];
  source: "app" | "hand";
  mixed: boolean;
  undo: number | null;
  pad: string[][];
  over: boolean;
  revealed: boolean;
}

export interface TextOut {
  key: string;
  values: Record<string, unknown>;
}

export interface TileView {
  number: number;
  kind: string;
  name: TextOut;
  rule: TextOut;
  value: string;
  spent: boolean;
}

export interface TrayBlock {
  key: string;
  items: (number | string)[];
  block: "tray";
}

export interface TurnOut {
  seat: number;
  waits: "move" | "dice" | "over";
}

export interface UndoCommand {
  do: "undo";
  id: string;
  at: number;
  seat: number;
}

export interface UnreadableOut {
  id: string;
  problem: Problem;
}

export interface UrnOut {
  die: number;
  faces: (number | string)[];
}

export interface View {
  game: string;
  engine: string;
  turn: number;
  turns: number;
  points: number;
  over: boolean;
  blocks: (DiceBlock | SheetBlock | RowsBlock | GridBlock | TrayBlock | CounterBlock | LevelBlock | OwnBlock)[];
  actions: string[];
}

export type Command = CorrectCommand | DiceCommand | KeepCommand | MoveCommand | NoteCommand | PingCommand | SaltCommand | SourceCommand | SyncCommand | UndoCommand;
export type Told = AckTold | HeldTold | HelloTold | PongTold | RefusedTold | StateTold;
