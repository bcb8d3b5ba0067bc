import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanInProcess, type CleanPictureBytes } from './clean-in-process.ts';
import type { CleanOutcome } from './clean-messages.ts';
import { HOSTILE_FILES, type HostileFile } from './hostile-files.ts';
import { anUpload, type UploadUnderTest } from './upload-builder.ts';

const MOST_BYTES = 256 * 1024 * 1024;
const MOST_MS = 5_000;
/** The process looks at itself every 10 ms of the clock, on a machine that may be busy. */
const BETWEEN_LOOKS_MS = 500;

const KEPT_NOTHING = ['exif', 'icc', 'xmp', 'iptc', 'comments', 'orientation'] as const;
const SIGNS = ['vidhi-payload', '<?php', 'PK\x03\x04', 'GPS', 'Exif'];

describe('hostile files', () => {
  let upload: UploadUnderTest;
  let outcomes: CleanOutcome[] = [];
  const used: { what: string; megabytes: number; ms: number; outcome: string }[] = [];

  const watched: CleanPictureBytes = async (bytes, signal) => {
    const outcome = await cleanInProcess(bytes, signal);
    outcomes.push(outcome);
    return outcome;
  };

  beforeAll(async () => void (upload = await anUpload({ clean: watched })));
  afterAll(async () => {
    await upload.close();
    if (process.env['VIDHI_FIGURES'] === undefined) return;
    for (const { what, megabytes, ms, outcome } of used.toSorted((a, b) => b.megabytes - a.megabytes))
      process.stdout.write(`${megabytes} MB ${String(ms).padStart(5)} ms  ${what}: ${outcome}\n`);
  });

  it('are more than forty', () => expect(HOSTILE_FILES.length).toBeGreaterThan(40));

  async function send([what, name, , make]: HostileFile) {
    outcomes = [];
    const answer = await upload.upload([{ name, bytes: await make() }]);
    for (const outcome of outcomes) {
      const { kind, used: took } = outcome;
      const reason = kind === 'refused' ? `refused, ${outcome.reason}` : kind;
      used.push({
        what,
        megabytes: Math.round((took?.bytes ?? 0) / 1e6),
        ms: took?.ms ?? 0,
        outcome: reason,
      });
    }
    return answer;
  }

  /** No process was ended from outside, and each stayed within its limits. */
  function expectWithinLimits(): void {
    for (const { used: took } of outcomes) {
      expect(took).toBeDefined();
      expect(took?.bytes).toBeLessThanOrEqual(MOST_BYTES);
      expect(took?.ms).toBeLessThanOrEqual(MOST_MS + BETWEEN_LOOKS_MS);
    }
  }

  const those = (wanted: string) => HOSTILE_FILES.filter(([, , outcome]) => outcome === wanted);

  it.each(those('refused'))('%s (%j) is %s', async (...file) => {
    const before = await upload.stored();
    const answer = await send(file);
    expectWithinLimits();
    expect(answer.json()).toMatchObject({ data: null, error: { status: answer.statusCode } });
    expect([400, 413]).toContain(answer.statusCode);
    expect(await upload.stored()).toEqual(before);
  });

  it.each(those('cleaned'))('%s (%j) is %s', async (...file) => {
    const answer = await send(file);
    expectWithinLimits();
    expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
    const [stored] = answer.json();
    expect(stored.url).toMatch(/^\/uploads\/[A-Za-z0-9_]+\.(png|jpg|gif)$/);
    for (const { url } of [stored, ...Object.values<{ url: string }>(stored.formats ?? {})]) {
      const { rawPayload } = await upload.app.inject(url);
      for (const sign of SIGNS) expect(rawPayload.includes(sign)).toBe(false);
      const facts = await sharp(rawPayload).metadata();
      for (const kept of KEPT_NOTHING) expect(facts[kept]).toBeUndefined();
      expect(facts).toMatchObject({ space: expect.stringMatching(/^(srgb|b-w)$/), depth: 'uchar' });
    }
  });

  it('leave nothing behind', async () => expect((await upload.stored()).incoming).toEqual([]));
});
