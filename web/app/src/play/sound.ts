// Synthesises the sounds of a game; browsers allow sound only after the player has interacted with the page.

/** The name of a sound. */
export type Sound = "move" | "capture" | "king" | "warning" | "low" | "end";

/** Pitch in hertz, start and length in seconds, for each tone of a sound. */
const TONES: Record<Sound, readonly (readonly [pitch: number, at: number, length: number])[]> = {
  move: [[320, 0, 0.07]],
  capture: [
    [240, 0, 0.07],
    [180, 0.08, 0.1],
  ],
  king: [
    [392, 0, 0.09],
    [523, 0.09, 0.09],
    [659, 0.18, 0.16],
  ],
  warning: [
    [660, 0, 0.12],
    [660, 0.2, 0.12],
  ],
  low: [
    [880, 0, 0.06],
    [880, 0.1, 0.06],
    [880, 0.2, 0.06],
  ],
  end: [
    [392, 0, 0.16],
    [494, 0.16, 0.16],
    [587, 0.32, 0.32],
  ],
};

let context: AudioContext | null = null;

/** Plays a sound, unless the player has not interacted with the page yet. */
export function play(sound: Sound): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const tone of TONES[sound]) playTone(context, ...tone);
  } catch {
    // The device has no audio output.
  }
}

function playTone(audio: AudioContext, pitch: number, at: number, length: number): void {
  const start = audio.currentTime + at;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.16, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}
