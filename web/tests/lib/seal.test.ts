import { expect, test } from "vitest";
import type { Proof } from "../../src/lib/messages";
import { verify } from "../../src/lib/seal";
import told from "../fixtures/proof.json";

/** The proof of a whole game of Number UP as the server told it: 25 cards, each from a smaller deck than the last. */
const proof = told as Proof;
const changed = (how: (copy: Proof) => void): Proof => {
  const copy = structuredClone(proof);
  how(copy);
  return copy;
};
const first = (copy: Proof) => {
  const draw = copy.draws[0];
  if (!draw?.dice[0]) throw new Error("a proof without cards");
  return { draw, die: draw.dice[0] };
};

test("an honest match agrees, card for card", async () => {
  const steps: number[] = [];
  expect(await verify(proof, (done) => steps.push(done))).toEqual({
    promised: true,
    dice: 25,
    byHand: 0,
    earlier: 0,
    wrong: [],
  });
  expect(steps.at(-1)).toBe(1);
});

test("a changed card is found, by the number of its event", async () => {
  const forged = changed((copy) => {
    const { die } = first(copy);
    die.face = die.faces.find((face) => face !== die.face) ?? "";
  });
  expect(await verify(forged)).toMatchObject({ promised: true, dice: 24, wrong: [first(proof).draw.n] });
});

test("another key than the promised one is found", async () => {
  const forged = changed((copy) => (copy.seed = "00".repeat(32)));
  expect((await verify(forged)).promised).toBe(false);
});

test("a salt that was not there changes the cards", async () => {
  const forged = changed((copy) => (copy.salts = { "0": "ab" }));
  const verdict = await verify(forged);
  expect(verdict.promised).toBe(true);
  expect(verdict.wrong.length).toBeGreaterThan(0);
});

test("throws entered by hand are counted, not compared", async () => {
  const typed = changed((copy) => (first(copy).draw.by_hand = true));
  expect(await verify(typed)).toMatchObject({ byHand: 1, dice: 24, wrong: [] });
});

test("there is nothing to open before the key is told", async () => {
  await expect(verify(changed((copy) => (copy.seed = null)))).rejects.toThrow("has not been told");
});
