/** Small sounds, made on the spot: wood on wood for dice, a scratch for the pen, a tap for cards. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

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

function play(notes: () => void): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return; // before a first touch no sound is allowed
  try {
    context ??= new AudioContext();
    void context.resume();
    notes();
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
  tap: () => play(() => knock(0, 700, 0.14, 0.04)),
};
