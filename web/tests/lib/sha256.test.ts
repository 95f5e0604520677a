import { describe, expect, test } from "vitest";
import { digest, hmac, hmacByHand, sha256 } from "../../src/lib/sha256";

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (raw: Uint8Array) => Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");

// FIPS 180-4's own examples, and a message of exactly one block.
const DIGESTS: [string, string][] = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a".repeat(64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"],
];
// RFC 4231, cases 1, 2 and 6 (a key longer than a block).
const MACS: [Uint8Array, string, string][] = [
  [new Uint8Array(20).fill(0x0b), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  [bytes("Jefe"), "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
  [
    new Uint8Array(131).fill(0xaa),
    "Test Using Larger Than Block-Size Key - Hash Key First",
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
];

describe.each([
  ["by the browser", sha256, hmac],
  [
    "by hand",
    async (message: Uint8Array) => digest(message),
    async (key: Uint8Array, message: Uint8Array) => hmacByHand(key, message),
  ],
] as const)("%s", (_how, hashed, mac) => {
  test.each(DIGESTS)("digest of %j", async (message, wanted) => expect(hex(await hashed(bytes(message)))).toBe(wanted));
  test.each(MACS)("code of %j, %j", async (key, message, wanted) =>
    expect(hex(await mac(key, bytes(message)))).toBe(wanted),
  );
});
