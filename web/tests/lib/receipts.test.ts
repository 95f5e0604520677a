import { beforeEach, expect, test } from "vitest";
import type { Proof } from "../../src/lib/messages";
import { holds, keepReceipt, missing, receiptOf } from "../../src/lib/receipts";
import told from "../fixtures/proof.json";

/** Receipts of the whole match in the fixture and of its first thirty events, as `knobel.match.receipts` gives them. */
const proof = told as Proof;
const whole = { version: 76, mark: "6187533b4d35ebae" };
const early = { version: 30, mark: "87295411257ada93" };

beforeEach(() => localStorage.clear());

test("a match holds what it gave receipts for", async () => {
  expect(await holds(proof, whole)).toBe(true);
  expect(await holds(proof, early)).toBe(true);
});

test("a match that was cut or changed does not", async () => {
  expect(await holds({ ...proof, lines: proof.lines.slice(0, -1) }, whole)).toBe(false);
  const changed = proof.lines.with(10, "A undo");
  expect(await holds({ ...proof, lines: changed }, whole)).toBe(false);
  expect(await holds({ ...proof, lines: changed }, early)).toBe(false);
  expect(await holds({ ...proof, first_link: "00" }, early)).toBe(false);
});

test("a server that was set back is found out, one that went on is not suspected", () => {
  expect(missing(undefined, early)).toBe(0);
  expect(missing(early, whole)).toBe(0);
  expect(missing(whole, whole)).toBe(0);
  expect(missing(whole, early)).toBe(46);
  expect(missing(whole, { ...whole, mark: early.mark })).toBe(76);
});

test("the newest receipt of a match is kept, and a bounded number of matches", () => {
  keepReceipt("first", early);
  for (let n = 0; n < 199; n++) keepReceipt(`match ${n}`, early);
  keepReceipt("first", whole);
  expect(receiptOf("first")).toEqual(whole);
  keepReceipt("one more", early);
  expect(receiptOf("match 0")).toBeUndefined();
  expect(receiptOf("first")).toEqual(whole);
});

test("what cannot be read is as good as nothing", () => {
  localStorage.setItem("knobel.receipts", "{nonsense");
  expect(receiptOf("first")).toBeUndefined();
});
