/** Days as they are named: "2026-11-17", of UTC. Which one is today is the server's to say. */

import type { AttemptOut, CalendarDayOut, DayGameOut } from "./schema";

/** The match that counts, once it is over. */
export function result(game: DayGameOut): AttemptOut | null {
  const first = game.attempts[0];
  return first && first.state !== "running" ? first : null;
}

/** The day in the words of a language, as people write it. */
export function written(day: string, lang: string, style: "long" | "medium" = "long"): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(lang, { dateStyle: style, timeZone: "UTC" });
}

/** A month of a calendar: its weeks from Monday on, null where a week reaches into another month. */
export function weeks(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T12:00:00Z`);
  const blank = (first.getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const days = [
    ...Array.from({ length: blank }, () => null),
    ...Array.from({ length: count }, (_, n) => `${month}-${String(n + 1).padStart(2, "0")}`),
  ];
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The month before or after. */
export function beside(month: string, by: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 15)).toISOString().slice(0, 7);
}

/** How many of a day's two games were played to the end at the first attempt. */
export function done(day: CalendarDayOut | undefined): number {
  return [day?.kniffel, day?.level].filter((one) => one?.counts).length;
}

/** The short names of the days of a week, from Monday on. */
export function weekdays(lang: string): string[] {
  const monday = Date.UTC(2026, 10, 16);
  return Array.from({ length: 7 }, (_, n) =>
    new Date(monday + n * 86_400_000).toLocaleDateString(lang, { weekday: "short", timeZone: "UTC" }),
  );
}
