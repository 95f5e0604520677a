import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import { sound } from "../../src/lib/sound";

/** A context that makes no noise and tells whether it runs. */
class SilentContext {
  static running = false;
  sampleRate = 8_000;
  currentTime = 0;
  destination = {};
  resume = async () => void (SilentContext.running = true);
  suspend = async () => void (SilentContext.running = false);
  createBuffer = (_channels: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

class SilentNode {
  connect = (next: unknown) => next;
  start = () => {};
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", SilentContext);
  for (const node of ["AudioBufferSourceNode", "BiquadFilterNode", "GainNode"]) vi.stubGlobal(node, SilentNode);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  settings.sound = true;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what makes the sounds runs while something is heard, and sleeps afterwards", () => {
  sound.tap();
  expect(SilentContext.running).toBe(true);
  vi.advanceTimersByTime(2_000);
  sound.tap();
  vi.advanceTimersByTime(2_000);
  expect(SilentContext.running).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(SilentContext.running).toBe(false);
  sound.tap();
  expect(SilentContext.running).toBe(true);
});
