/** REST, with one kind of failure: `Refused`, which carries the server's sentence, or none if it could not be reached. */

import { house } from "./house";
import type { GameInfo, Match, NewMatch, Problem, Proof, Summary, Unreadable } from "./messages";
import type { View } from "./protocol";
import type {
  AddressOut,
  AnswerIn,
  AnswerOut,
  BookletOut,
  CalendarOut,
  ChancesOut,
  ChoicesOut,
  CoachLineOut,
  CorrectionsOut,
  DayGameOut,
  DayOut,
  DeviceLinkOut,
  DeviceOut,
  DiceOut,
  EntryOut,
  EstimateOut,
  GamesOut,
  HintsOut,
  HoldingsOut,
  LaboratoryOut,
  LastTableOut,
  LessonOut,
  LevelPageOut,
  OpenedOut,
  OwnCardOut,
  PeopleOut,
  PersonChangeIn,
  PersonIn,
  PersonOut,
  PocketOut,
  ReasonsOut,
  RecordsOut,
  ReplayOut,
  ReviewStateOut,
  SharedTableOut,
  SharedTablesOut,
  SitDownIn,
  StatisticsOut,
  SummaryOut,
  TakenInOut,
  TrainerOut,
  TrainerSessionOut,
  TrialIn,
  TrialOut,
  WhatIfOut,
} from "./schema";
import { settings } from "./settings.svelte";
import { say, type Text } from "./words.svelte";

export class Refused extends Error {
  constructor(readonly problem: Problem | null) {
    super(problem?.title ?? say("web.away.call"));
  }
}

function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  return body === undefined ? send(method, path) : send(method, path, JSON.stringify(body), "application/json");
}

async function send<T>(method: string, path: string, body?: BodyInit, type?: string): Promise<T> {
  let answer: Response;
  try {
    answer = await house.ask(path, {
      method,
      headers: { "Accept-Language": settings.lang, ...(type === undefined ? {} : { "Content-Type": type }) },
      ...(body === undefined ? {} : { body }),
    });
  } catch {
    throw new Refused(null);
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  throw new Refused((await answer.json().catch(() => null)) as Problem | null);
}

export interface Page {
  matches: Summary[];
  unreadable: Unreadable[];
  next: string | null;
}

/** Which matches a list shall have; what is empty narrows nothing. */
export interface Narrowed {
  game?: string;
  person?: string;
  open?: boolean;
  shelf?: SummaryOut["shelf"];
}

export const api = {
  visit: () => call<DeviceOut>("POST", "device"),
  becomeOwner: (token: string) => call<DeviceOut>("POST", "owner", { token }),
  offerLink: () => call<DeviceLinkOut>("POST", "device/link"),
  openLink: (token: string) => call<DeviceOut>("POST", "device/linked", { token }),
  pocket: () => call<PocketOut>("GET", "pocket"),
  address: () => call<AddressOut>("GET", "address"),
  share: (match: NewMatch, free: number[]) => call<SharedTableOut>("POST", "tables", { match, free }),
  waiting: () => call<SharedTablesOut>("GET", "tables").then((answer) => answer.tables),
  table: (token: string) => call<SharedTableOut>("GET", `tables/by-link/${encodeURIComponent(token)}`),
  sitDown: (token: string, person: SitDownIn) => call<SharedTableOut>("POST", `tables/by-link/${token}/seats`, person),
  standUp: (token: string) => call<undefined>("DELETE", `tables/by-link/${token}/seats`),
  watch: (token: string) => call<SharedTableOut>("POST", `tables/by-link/${token}/watch`),
  letBot: (id: string, seat: number) => call<undefined>("PUT", `matches/${id}/seats/${seat}/bot`, {}),
  comeBack: (id: string, seat: number) => call<undefined>("DELETE", `matches/${id}/seats/${seat}/bot`),
  links: (id: string) => call<SharedTableOut>("POST", `matches/${id}/links`),
  registry: () => call<GamesOut>("GET", "games"),
  games: () => api.registry().then((answer) => answer.games),
  /** That game, of the registry or on a card of one's own. */
  game: (key: string) =>
    api.registry().then(({ games, own }): GameInfo | null => [...games, ...own].find((one) => one.key === key) ?? null),
  card: (spec: string) => call<{ spec: string; name: Text; layout: View }>("GET", `cards/${encodeURIComponent(spec)}`),
  create: (match: NewMatch) => call<{ id: string }>("POST", "matches", match),
  matches: (limit: number, after = "", narrowed: Narrowed = {}) => {
    const asked = Object.entries({ limit, after, ...narrowed }).filter(([, value]) => value !== "");
    return call<Page>("GET", `matches?${new URLSearchParams(asked.map(([key, value]) => [key, String(value)]))}`);
  },
  choices: () => call<ChoicesOut>("GET", "choices"),
  openFile: (file: Blob, copy: boolean) => send<OpenedOut>("POST", `files?copy=${copy}`, file, "text/plain"),
  readIn: (file: Blob) => send<TakenInOut>("POST", "everything", file, "application/json"),
  everythingAddress: "./api/everything",
  holdings: () => call<HoldingsOut>("GET", "everything/count"),
  deleteEverything: () => call<undefined>("DELETE", "everything"),
  replay: (id: string, first: number, most: number) =>
    call<ReplayOut>("GET", `matches/${id}/replay?first=${first}&most=${most}`),
  seal: (id: string) => call<Match>("POST", `matches/${id}/seal`),
  archive: (id: string) => call<undefined>("POST", `matches/${id}/archive`),
  restore: (id: string) => call<undefined>("POST", `matches/${id}/restore`),
  match: (id: string) => call<Match>("GET", `matches/${id}`),
  at: (id: string, version: number) => call<Match>("GET", `matches/${id}/at/${version}`),
  proof: (id: string) => call<Proof>("GET", `matches/${id}/proof`),
  corrections: (id: string, seat: number, box: string) =>
    call<CorrectionsOut>("GET", `matches/${id}/corrections/${seat}/${encodeURIComponent(box)}`),
  end: (id: string) => call<Match>("POST", `matches/${id}/end`),
  rematch: (id: string) => call<{ id: string }>("POST", `matches/${id}/rematch`),
  forget: (id: string) => call<undefined>("DELETE", `matches/${id}`),
  booklet: (game: string) => call<BookletOut>("GET", `booklets/${game}`),
  level: (game: string, number: number) => call<LevelPageOut>("GET", `booklets/${game}/levels/${number}`),
  pages: (game: string) =>
    call<{ pages: LevelPageOut[] }>("GET", `booklets/${game}/pages`).then((answer) => answer.pages),
  records: (match: string) => call<RecordsOut>("GET", `matches/${match}/records`).then((answer) => answer.records),
  entry: (match: string) => call<EntryOut>("GET", `matches/${match}/entry`),
  writeResult: (game: string, number: number, person: string, points: number) =>
    call<{ id: string }>("POST", `booklets/${game}/levels/${number}/results`, { person, points }),
  removeResult: (id: string) => call<undefined>("DELETE", `results/${id}`),
  people: () => call<PeopleOut>("GET", "people").then((answer) => answer.people),
  join: (person: PersonIn) => call<PersonOut>("POST", "people", person),
  changePerson: (name: string, person: PersonChangeIn) =>
    call<PersonOut>("PUT", `people/${encodeURIComponent(name)}`, person),
  forgetPerson: (name: string) => call<undefined>("DELETE", `people/${encodeURIComponent(name)}`),
  lastTable: () => call<LastTableOut>("GET", "tables/last").then((answer) => answer.match),
  again: (id: string) => call<{ id: string }>("POST", `matches/${id}/again`),
  keepCard: (source: string, content: string) => call<OwnCardOut>("POST", "cards", { source, content }),
  laboratory: (spec: string) => call<LaboratoryOut>("GET", `laboratory/${encodeURIComponent(spec)}`),
  estimate: (spec: string, changes: TrialIn["changes"]) =>
    call<EstimateOut>("POST", `laboratory/${encodeURIComponent(spec)}/estimate`, { changes }),
  tryRule: (spec: string, changes: TrialIn["changes"]) =>
    call<{ id: string }>("POST", `laboratory/${encodeURIComponent(spec)}`, { changes }),
  trial: (id: string) => call<TrialOut>("GET", `trials/${id}`),
  cancelTrial: (id: string) => call<undefined>("DELETE", `trials/${id}`),
  keepRule: (spec: string, changes: TrialIn["changes"], name: string) =>
    call<OwnCardOut>("POST", `laboratory/${encodeURIComponent(spec)}/card`, { changes, name }),
  dropCard: (key: string) => call<undefined>("DELETE", `cards/${key}`),
  lesson: (game: string, step: number, move?: string) =>
    call<LessonOut>(
      "GET",
      `lessons/${game}?${new URLSearchParams({ step: String(step), ...(move === undefined ? {} : { move }) })}`,
    ),
  // What the coach is asked about may be over when the question arrives: undefined.
  askHints: (id: string, at: number) => call<HintsOut | undefined>("POST", `matches/${id}/hints?at=${at}`),
  hints: (id: string, at: number) => call<HintsOut | undefined>("GET", `matches/${id}/hints?at=${at}`),
  why: (id: string, at: number, move?: string) =>
    call<ReasonsOut | undefined>(
      "GET",
      `matches/${id}/hints/why?${new URLSearchParams({ at: String(at), ...(move === undefined ? {} : { move }) })}`,
    ),
  chances: (id: string, at: number) => call<ChancesOut | undefined>("GET", `matches/${id}/hints/chances?at=${at}`),
  review: (id: string) => call<ReviewStateOut>("GET", `matches/${id}/review`),
  leaveReview: (id: string) => call<undefined>("DELETE", `matches/${id}/review`),
  whatIf: (id: string, n: number, moves: string[]) =>
    call<WhatIfOut>("GET", `matches/${id}/what-if/${n}?${new URLSearchParams({ moves: moves.join(";") })}`),
  coachLine: (id: string, n: number) => call<CoachLineOut>("GET", `matches/${id}/what-if/${n}/line`),
  day: (day: string, person: string) => call<DayOut>("GET", `days/${day}?${new URLSearchParams({ person })}`),
  playDay: (day: string, part: DayGameOut["part"], person: string) =>
    call<{ id: string }>("POST", `days/${day}`, { part, person }),
  calendar: (person: string) => call<CalendarOut>("GET", `days?${new URLSearchParams({ person })}`),
  trainer: (person: string) =>
    call<TrainerOut>("GET", `trainer?${new URLSearchParams({ person })}`).then((answer) => answer.games),
  session: (game: string, person: string) =>
    call<TrainerSessionOut>("GET", `trainer/${game}?${new URLSearchParams({ person })}`).then(
      (answer) => answer.puzzles,
    ),
  answer: (game: string, answer: AnswerIn) => call<AnswerOut>("POST", `trainer/${game}`, answer),
  statistics: (person: string, topic: string | null) =>
    call<StatisticsOut>(
      "GET",
      `statistics/${encodeURIComponent(person)}${topic === null ? "" : `?${new URLSearchParams({ topic })}`}`,
    ),
  dice: () => call<DiceOut>("GET", "dice"),
  fileAddress: (id: string) => `./api/matches/${id}/file`,
};
