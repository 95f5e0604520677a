import { describe, expect, test } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import { capital, isText, known, loadWords, say, speak, tell } from "../../src/lib/words.svelte";

describe("say", () => {
  test("chooses the form of a counted phrase by n", () => {
    expect(say("web.chips", { n: 1 })).toBe("1 chip left");
    expect(say("web.chips", { n: 0 })).toBe("0 chips left");
    expect(say("web.chips", { n: 3 })).toBe("3 chips left");
  });

  test("puts values in, texts among them, lists with commas", () => {
    const name = { key: "boxes.chance", values: {} };
    expect(say("web.enter.points", { what: name, n: 17 })).toBe("Chance: enter 17");
    expect(say("web.end.points", { n: -30 })).toBe("−30 points"); // with a true minus
    expect(say("web.news.drew", { faces: [1, 2, 6] })).toBe("1, 2, 6.");
    expect(tell({ key: "web.roll.who", values: { who: "Anna" } })).toBe("Anna rolls");
  });

  test("tells where a cell lies, for which the terminal has letters", () => {
    const nth = { key: "web.numberup.nth.3", values: {} };
    const cell = { key: "coach.cell", values: { name: "c2", row: "2", nth } };
    const said = tell({ key: "coach.move.place", values: { card: "blue 4", cell } });
    expect(said).toBe("lay blue 4 on row 2, third cell");
  });

  test("shows a key it does not know, so that it is seen and can be mended", () => {
    expect(say("web.zzz.title")).toBe("web.zzz.title");
    expect(known("web.zzz.title")).toBe(false);
    expect(known("web.home")).toBe(true);
  });

  test("speaks the other language once it is asked to", async () => {
    await speak("de");
    expect(settings.lang).toBe("de");
    expect(say("web.home")).toBe("Zur Startseite");
    await loadWords("en");
    expect(say("web.home")).toBe("Home");
  });
});

test("a text is told from other values", () => {
  expect(isText({ key: "a", values: {} })).toBe(true);
  for (const other of [null, "a", { key: "a" }, []]) expect(isText(other)).toBe(false);
});

test("a sentence begins with a capital", () => expect(capital("ökonomisch gesehen")).toBe("Ökonomisch gesehen"));
