import { beforeEach, expect, test, vi } from "vitest";

const KEY = "knobel.settings";
/** The module reads the storage when it is loaded, as a page does. */
async function opened() {
  vi.resetModules();
  return import("../../src/lib/settings.svelte");
}
beforeEach(() => localStorage.clear());

test("a first visit speaks the browser's language", async () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr", "de-AT"]);
  expect((await opened()).settings).toMatchObject({ lang: "de", guard: true, sound: true });
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr"]);
  expect((await opened()).settings.lang).toBe("en");
});

test("what was chosen is kept, what is new has its first value", async () => {
  localStorage.setItem(KEY, JSON.stringify({ theme: "dark", guard: false }));
  expect((await opened()).settings).toMatchObject({ theme: "dark", guard: false, motion: "system" });
});

test("a spoiled or blocked storage stops nobody", async () => {
  localStorage.setItem(KEY, "{");
  expect((await opened()).settings.theme).toBe("system");
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  const { recall, remember, settings } = await opened();
  expect(settings.theme).toBe("system");
  expect(recall("x")).toBeNull();
  remember("x", "y");
});

test("things move unless the person or the device asks for calm", async () => {
  const { moves, settings } = await opened();
  settings.motion = "full";
  expect(moves()).toBe(true);
  settings.motion = "none";
  expect(moves()).toBe(false);
});

test("a change in another tab is taken over, a language with its words", async () => {
  const { settings, watchSettings } = await opened();
  const asked: string[] = [];
  watchSettings(async (lang) => void asked.push(lang));
  localStorage.setItem(KEY, JSON.stringify({ sound: false, lang: "en" }));
  dispatchEvent(new StorageEvent("storage", { key: KEY }));
  await vi.waitFor(() => expect(settings.sound).toBe(false));
  expect([asked, settings.lang]).toEqual([["en"], "en"]);
  localStorage.clear();
  dispatchEvent(new StorageEvent("storage")); // everything was forgotten
  await vi.waitFor(() => expect(settings.sound).toBe(true));
});
