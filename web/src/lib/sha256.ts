/**
 * SHA-256 and HMAC: by the browser where it offers them, else by hand.
 *
 * Browsers only offer them on secure pages; a phone that plays over the home network is on none, and shall verify too.
 */

const offered = globalThis.crypto?.subtle as SubtleCrypto | undefined;
const BLOCK = 64;
type Bytes = Uint8Array<ArrayBuffer>;

export async function sha256(message: Uint8Array): Promise<Uint8Array> {
  return offered ? new Uint8Array(await offered.digest("SHA-256", message as Bytes)) : digest(message);
}

export async function hmac(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  if (!offered) return hmacByHand(key, message);
  const imported = await offered.importKey("raw", key as Bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await offered.sign("HMAC", imported, message as Bytes));
}

export function hmacByHand(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? digest(key) : key);
  const mixed = (byte: number, more: Uint8Array) => digest(Uint8Array.of(...padded.map((one) => one ^ byte), ...more));
  return mixed(0x5c, mixed(0x36, message));
}

/** The constants are the first bits of the fractional parts of roots of primes; computing them keeps typing errors out. */
function roots(count: number, power: number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (prime ** power % 1) * 2 ** 32);
}
const START = roots(8, 1 / 2);
const ROUND = roots(64, 1 / 3);

export function digest(message: Uint8Array): Uint8Array {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const data = new DataView(new ArrayBuffer(length));
  new Uint8Array(data.buffer).set(message);
  data.setUint8(message.length, 0x80);
  data.setUint32(length - 4, message.length * 8);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));
  for (let at = 0; at < length; at += BLOCK) {
    for (let i = 0; i < 16; i++) w[i] = data.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      w[i] = w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!;
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}
