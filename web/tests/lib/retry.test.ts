import { describe, expect, it } from "vitest";
import { pauseAfter } from "../../src/lib/retry";

describe("the pause before the next attempt", () => {
  it("is short at first and never keeps anybody from a server that was started anew", () => {
    expect([0, 1, 2, 3, 4].map((attempts) => pauseAfter(attempts, 0.5))).toEqual([400, 800, 1600, 2000, 2000]);
    for (let attempts = 0; attempts < 30; attempts++) expect(pauseAfter(attempts, 1)).toBeLessThanOrEqual(2500);
  });

  it("grows where the server stays away, and differs by chance", () => {
    expect(pauseAfter(30, 0.5)).toBe(8000);
    expect(pauseAfter(500, 0)).toBe(6000);
    expect(pauseAfter(0, 0)).not.toBe(pauseAfter(0, 1));
  });
});
