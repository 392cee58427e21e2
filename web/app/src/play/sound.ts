// Synthesises the sounds of a game; browsers allow sound only after the player has interacted with the page.

/** The name of a sound. */
export type Sound = "start" | "move" | "capture" | "king" | "warning" | "low" | "win" | "loss" | "draw";

/** How a tone is made: wood on wood, a small bell, a reed that fades in, or the tick of a clock. */
type Voice = "knock" | "bell" | "reed" | "tick";

/** A tone: its voice, its pitch in hertz, its start in seconds, and how loud it is. */
type Tone = readonly [voice: Voice, pitch: number, at: number, loudness: number];

/** The tones of each sound. */
export const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  start: [
    ["knock", 150, 0, 0.7],
    ["knock", 190, 0.12, 0.8],
    ["bell", 587, 0.26, 0.4],
  ],
  move: [["knock", 210, 0, 0.9]],
  capture: [
    ["knock", 130, 0, 1],
    ["knock", 250, 0.075, 0.6],
    ["knock", 330, 0.125, 0.35],
  ],
  king: [
    ["knock", 210, 0, 0.8],
    ["bell", 659, 0.08, 0.35],
    ["bell", 784, 0.17, 0.35],
    ["bell", 1047, 0.26, 0.45],
  ],
  warning: [
    ["bell", 880, 0, 0.4],
    ["bell", 698, 0.22, 0.4],
  ],
  low: [
    ["tick", 3200, 0, 0.8],
    ["tick", 2600, 0.16, 0.7],
    ["tick", 3200, 0.32, 0.8],
    ["tick", 2600, 0.48, 0.7],
  ],
  win: [
    ["bell", 523, 0, 0.4],
    ["bell", 659, 0.13, 0.4],
    ["bell", 784, 0.26, 0.4],
    ["bell", 1047, 0.42, 0.55],
  ],
  loss: [
    ["reed", 392, 0, 0.5],
    ["reed", 311, 0.24, 0.5],
    ["reed", 262, 0.48, 0.6],
  ],
  draw: [
    ["bell", 440, 0, 0.4],
    ["reed", 440, 0.2, 0.4],
  ],
};

/** The loudness of all sounds together. */
const VOLUME = 0.35;

let context: AudioContext | null = null;

/** Plays a sound, unless the player has not interacted with the page yet. */
export function play(sound: Sound): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    schedule(context, sound);
  } catch {
    // The device has no audio output.
  }
}

/** Adds the tones of a sound to what an audio context plays from now on. */
export function schedule(audio: BaseAudioContext, sound: Sound): void {
  for (const [voice, pitch, at, loudness] of SOUNDS[sound]) VOICES[voice](audio, pitch, audio.currentTime + at, loudness * VOLUME);
}

type Play = (audio: BaseAudioContext, pitch: number, start: number, loudness: number) => void;

const VOICES: Readonly<Record<Voice, Play>> = {
  // The body of the piece drops in pitch; the noise is the contact.
  knock: (audio, pitch, start, loudness) => {
    const body = oscillator(audio, "sine", pitch * 1.7, start, 0.13);
    body.frequency.exponentialRampToValueAtTime(pitch, start + 0.04);
    body.connect(envelope(audio, start, 0.002, 0.12, loudness));
    noise(audio, pitch * 7, start, 0.03).connect(envelope(audio, start, 0.001, 0.025, loudness * 0.8));
  },
  // The partials of a bell are not whole multiples of its pitch, and the high ones end first.
  bell: (audio, pitch, start, loudness) => {
    for (const [partial, share, length] of [
      [1, 1, 0.6],
      [2.76, 0.3, 0.3],
      [5.4, 0.12, 0.12],
    ] as const) {
      oscillator(audio, "sine", pitch * partial, start, length).connect(envelope(audio, start, 0.004, length, loudness * share));
    }
  },
  reed: (audio, pitch, start, loudness) => {
    oscillator(audio, "triangle", pitch, start, 0.45).connect(envelope(audio, start, 0.06, 0.44, loudness));
    oscillator(audio, "triangle", pitch * 1.006, start, 0.45).connect(envelope(audio, start, 0.06, 0.44, loudness * 0.5));
  },
  tick: (audio, pitch, start, loudness) => {
    noise(audio, pitch, start, 0.05).connect(envelope(audio, start, 0.001, 0.04, loudness * 2));
  },
};

function oscillator(audio: BaseAudioContext, type: OscillatorType, pitch: number, start: number, length: number): OscillatorNode {
  const tone = audio.createOscillator();
  tone.type = type;
  tone.frequency.setValueAtTime(pitch, start);
  tone.start(start);
  tone.stop(start + length);
  return tone;
}

/** Noise around a frequency. */
function noise(audio: BaseAudioContext, frequency: number, start: number, length: number): AudioNode {
  const source = audio.createBufferSource();
  source.buffer = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  source.start(start);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  return source.connect(filter);
}

/** A volume that rises within `rise` seconds, and falls until `length`; it is connected to the output. */
function envelope(audio: BaseAudioContext, start: number, rise: number, length: number, loudness: number): GainNode {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loudness, start + rise);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  volume.connect(audio.destination);
  return volume;
}
