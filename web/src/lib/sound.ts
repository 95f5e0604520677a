/** Small sounds, made on the spot: wood on wood for dice, a scratch for the pen, a tap for cards, bells for what is celebrated. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

/** A context that runs costs the phone power though nothing is heard: it sleeps when the last note has faded. */
const LONGEST_SOUND = 3_000;
let bedtime: ReturnType<typeof setTimeout> | undefined;

function knock(at: number, pitch: number, loud: number, ring = 0.05): void {
  if (context === null) return;
  const length = Math.floor(context.sampleRate * ring);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const tone = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 3 });
  source
    .connect(tone)
    .connect(new GainNode(context, { gain: loud }))
    .connect(context.destination);
  source.start(context.currentTime + at);
}

/** A small bell: two partials that fade. */
function ring(at: number, pitch: number, loud = 0.09, fades = 0.7): void {
  if (context === null) return;
  const start = context.currentTime + at;
  for (const [partial, part] of [
    [1, 1],
    [2.76, 0.3],
  ] as const) {
    const tone = new OscillatorNode(context, { type: "sine", frequency: pitch * partial });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud * part, start + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0004, start + fades);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + fades);
  }
}

/** Steps above the a of the tuning fork, as a pitch. */
const pitch = (steps: number): number => 440 * 2 ** (steps / 12);

/** For each occasion its own few notes: when, how high. */
const TUNES = {
  kniffel: [0.5, 0.62, 0.74, 0.74, 0.74].map((at, i) => [at, [3, 7, 10, 15, 19][i] ?? 0]),
  bonus: [
    [0, 5],
    [0.16, 12],
  ],
  medal: [
    [0, 0],
    [0.18, 4],
    [0.36, 7],
    [0.54, 12],
    [0.54, 16],
  ],
  best: [0, 2, 4, 7, 9, 12, 14].map((step, i) => [i * 0.08, step + 12]),
  win: [
    [0, 3],
    [0.15, 3],
    [0.3, 3],
    [0.45, 8],
    [0.45, 12],
    [0.75, 15],
  ],
} as const satisfies Record<string, readonly (readonly number[])[]>;

function play(notes: () => void): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return; // before a first touch no sound is allowed
  try {
    context ??= new AudioContext();
    void context.resume();
    notes();
    clearTimeout(bedtime);
    bedtime = setTimeout(() => void context?.suspend(), LONGEST_SOUND);
  } catch {
    // no sound device: the game is just as good without
  }
}

export const sound = {
  dice: (count: number) =>
    play(() => {
      for (let i = 0; i < count * 3; i++)
        knock(0.05 + Math.random() * 0.6, 900 + Math.random() * 1400, 0.16 * (1 - i / (count * 4)));
    }),
  pen: () =>
    play(() => {
      for (let i = 0; i < 6; i++) knock(i * 0.05, 3400 + i * 160, 0.035, 0.07);
    }),
  celebrate: (what: keyof typeof TUNES) =>
    play(() => {
      if (what === "kniffel") for (let i = 0; i < 5; i++) knock(i * 0.09, 800 + i * 180, 0.22); // die after die
      for (const [at = 0, step = 0] of TUNES[what]) ring(at, pitch(step));
    }),
  tap: () => play(() => knock(0, 700, 0.14, 0.04)),
};
