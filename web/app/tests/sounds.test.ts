// The sounds of a game as the browser synthesises them.
import { readFile } from "node:fs/promises";
import ts from "typescript";
import { expect, test } from "vitest";
import { SOUNDS, type Sound } from "../src/play/sound.js";
import { NO_RATE_LIMIT, testApp } from "./app.js";

const app = testApp(NO_RATE_LIMIT);

interface Heard {
  readonly peak: number;
  /** Seconds until the sound is no longer heard. */
  readonly length: number;
  /** The loudness in each twentieth of a second. */
  readonly shape: readonly number[];
  /** How often the wave crosses zero while it sounds, per second: the higher, the brighter. */
  readonly brightness: number;
}

/** Renders a sound without an audio device. */
async function hear(sound: Sound): Promise<Heard> {
  const source = await readFile(new URL("../src/play/sound.ts", import.meta.url), "utf8");
  const script = ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 } }).outputText;
  const page = await app.browser.newPage();
  await page.addScriptTag({ type: "module", content: `${script}; window.schedule = schedule;` });
  await page.waitForFunction(() => "schedule" in window);
  const heard = await page.evaluate(async (sound) => {
    const { schedule } = window as unknown as { schedule: (audio: BaseAudioContext, sound: string) => void };
    const rate = 44_100;
    const audio = new OfflineAudioContext(1, 2 * rate, rate);
    schedule(audio, sound);
    const samples = (await audio.startRendering()).getChannelData(0);
    const loud = (from: number, to: number): number => Math.max(...samples.subarray(from, to).map(Math.abs));
    const end = samples.findLastIndex((sample) => Math.abs(sample) > 0.01);
    let crossings = 0;
    for (let at = 1; at <= end; at++) if ((samples[at] ?? 0) > 0 !== (samples[at - 1] ?? 0) > 0) crossings++;
    const step = rate / 20;
    const shape = Array.from({ length: 40 }, (_, part) => loud(part * step, (part + 1) * step));
    return { peak: Math.max(...shape), length: end / rate, shape, brightness: (crossings * rate) / Math.max(1, end) };
  }, sound);
  await page.close();
  return heard;
}

test("every sound is heard, short, and never too loud for the device", async () => {
  for (const sound of Object.keys(SOUNDS) as Sound[]) {
    const { length, peak } = await hear(sound);
    expect(peak, sound).toBeGreaterThan(0.08);
    expect(peak, sound).toBeLessThan(0.9);
    expect(length, sound).toBeGreaterThan(0.05);
    expect(length, sound).toBeLessThan(1.2);
  }
});

test("no two sounds are alike: they differ in their course or in their brightness", async () => {
  const heard = await Promise.all((Object.keys(SOUNDS) as Sound[]).map(async (sound) => [sound, await hear(sound)] as const));
  for (const [one, first] of heard) {
    for (const [other, second] of heard) {
      if (one >= other) continue;
      const course = first.shape.reduce((sum, loudness, part) => sum + Math.abs(loudness - (second.shape[part] ?? 0)), 0);
      const brightness = Math.abs(Math.log(first.brightness / second.brightness));
      expect(course + brightness, `${one} and ${other}`).toBeGreaterThan(0.3);
    }
  }
});

test("a game begins and moves with its sounds, and none is played while they are switched off", async () => {
  const person = await app.open();
  await person.page.evaluate(() => {
    const made: number[] = [];
    const create = BaseAudioContext.prototype.createOscillator;
    BaseAudioContext.prototype.createOscillator = function (): OscillatorNode {
      made.push(1);
      return create.call(this);
    };
    Object.assign(window, { made });
  });
  const tones = (): Promise<number> => person.page.evaluate(() => (window as unknown as { made: number[] }).made.length);
  await person.playOnOneScreen("Russian draughts");
  await expect.poll(tones).toBe(5);
  await person.moves("c3", "d4");
  await expect.poll(tones).toBe(6);
  await person.press("Sound off");
  await person.moves("b6", "a5");
  await person.press("Sound on");
  await person.moves("a3", "b4");
  await expect.poll(tones).toBe(7);
  await person.leave();
});
