/** What this browser remembers about the person in front of it. Nothing here is part of a match. */

export type Lang = "de" | "en";
export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "full" | "none";

/** How the coach helps: never, when it is asked, after one has chosen, or before every decision. */
export type HintMode = "off" | "ask" | "think" | "always";

export type Pace = "slow" | "normal" | "fast";

interface Settings {
  lang: Lang;
  theme: Theme;
  motion: Motion;
  sound: boolean;
  pace: Pace; // how fast the moves of bots follow each other
  guard: boolean; // ask once more before a box is filled
  typing: boolean; // real dice are typed, not only the points they bring
  hints: HintMode;
  flow: boolean; // Number UP draws the next card by itself
}

const KEY = "knobel.settings";

function firstLang(): Lang {
  return navigator.languages.some((lang) => lang.toLowerCase().startsWith("de")) ? "de" : "en";
}

function load(): Settings {
  const start: Settings = {
    lang: firstLang(),
    theme: "system",
    motion: "system",
    sound: true,
    pace: "normal",
    guard: true,
    typing: false,
    hints: "ask",
    flow: true,
  };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...start, ...(kept as Partial<Settings>) };
  } catch {
    return start; // storage is blocked or spoiled: the first choice is a good one
  }
}

export const settings: Settings = $state(load());

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ calm: calm.matches });
calm.addEventListener("change", () => (system.calm = calm.matches));

/** Whether things may move. */
export function moves(): boolean {
  return settings.motion === "full" || (settings.motion === "system" && !system.calm);
}

/** Keep what is set, and take over what another tab sets once `ready` has the words of its language. */
export function watchSettings(ready: (lang: Lang) => Promise<void>): void {
  $effect.root(() => {
    $effect(() => {
      remember(KEY, JSON.stringify(settings));
      const root = document.documentElement;
      root.lang = settings.lang;
      root.dataset["theme"] = settings.theme;
      root.dataset["motion"] = moves() ? "full" : "none";
    });
  });
  whenChanged(KEY, () => {
    const chosen = load();
    void ready(chosen.lang).then(() => Object.assign(settings, chosen));
  });
}

/** When another tab changes what is remembered there, or forgets everything. */
export function whenChanged(key: string, then: () => void): void {
  addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) then();
  });
}

/** Keep `value` if the browser lets us; a full or blocked storage must never stop a game. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // said above
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
