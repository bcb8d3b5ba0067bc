import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sanitizeInProcess, type SanitizeImage } from './sanitize-image.ts';
import type { SanitizeOutcome } from './sanitize-image-messages.ts';
import { HOSTILE_FILES, type HostileFile } from './hostile-files.ts';
import { anUpload, type UploadUnderTest } from './upload-builder.ts';

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_CPU_MS = 5_000;
/** The process checks its usage every 10 ms of wall-clock time, which a busy machine delays. */
const CHECK_TOLERANCE_MS = 500;

const METADATA_KEYS = ['exif', 'icc', 'xmp', 'iptc', 'comments', 'orientation'] as const;
const FORBIDDEN_BYTES = ['vidhi-payload', '<?php', 'PK\x03\x04', 'GPS', 'Exif'];

describe('hostile files', () => {
  let upload: UploadUnderTest;
  let outcomes: SanitizeOutcome[] = [];
  const used: { what: string; megabytes: number; ms: number; outcome: string }[] = [];

  const recordOutcome: SanitizeImage = async (bytes, signal) => {
    const outcome = await sanitizeInProcess(bytes, signal);
    outcomes.push(outcome);
    return outcome;
  };

  beforeAll(async () => void (upload = await anUpload({ sanitize: recordOutcome })));
  afterAll(async () => {
    await upload.close();
    if (process.env['VIDHI_FIGURES'] === undefined) return;
    for (const { what, megabytes, ms, outcome } of used.toSorted((a, b) => b.megabytes - a.megabytes))
      process.stdout.write(`${megabytes} MB ${String(ms).padStart(5)} ms  ${what}: ${outcome}\n`);
  });

  it('cover more than forty cases', () => expect(HOSTILE_FILES.length).toBeGreaterThan(40));

  async function send([what, name, , make]: HostileFile) {
    outcomes = [];
    const response = await upload.upload([{ name, bytes: await make() }]);
    for (const outcome of outcomes) {
      const { kind, used: usage } = outcome;
      const reason = kind === 'rejected' ? `rejected, ${outcome.reason}` : kind;
      used.push({
        what,
        megabytes: Math.round((usage?.bytes ?? 0) / 1e6),
        ms: usage?.ms ?? 0,
        outcome: reason,
      });
    }
    return response;
  }

  /** No process was killed, and each stayed within its limits. */
  function expectWithinLimits(): void {
    for (const { used: usage } of outcomes) {
      expect(usage).toBeDefined();
      expect(usage?.bytes).toBeLessThanOrEqual(MAX_BYTES);
      expect(usage?.ms).toBeLessThanOrEqual(MAX_CPU_MS + CHECK_TOLERANCE_MS);
    }
  }

  const casesOf = (expected: string) => HOSTILE_FILES.filter(([, , outcome]) => outcome === expected);

  it.each(casesOf('rejected'))('%s (%j) is %s', async (...file) => {
    const before = await upload.stored();
    const response = await send(file);
    expectWithinLimits();
    expect(response.json()).toMatchObject({ data: null, error: { status: response.statusCode } });
    expect([400, 413]).toContain(response.statusCode);
    expect(await upload.stored()).toEqual(before);
  });

  it.each(casesOf('sanitized'))('%s (%j) is %s', async (...file) => {
    const response = await send(file);
    expectWithinLimits();
    expect([response.statusCode, response.json().error]).toEqual([200, undefined]);
    const [stored] = response.json();
    expect(stored.url).toMatch(/^\/uploads\/[A-Za-z0-9_]+\.(png|jpg|gif)$/);
    for (const { url } of [stored, ...Object.values<{ url: string }>(stored.formats ?? {})]) {
      const { rawPayload } = await upload.app.inject(url);
      for (const bytes of FORBIDDEN_BYTES) expect(rawPayload.includes(bytes)).toBe(false);
      const metadata = await sharp(rawPayload).metadata();
      for (const key of METADATA_KEYS) expect(metadata[key]).toBeUndefined();
      expect(metadata).toMatchObject({ space: expect.stringMatching(/^(srgb|b-w)$/), depth: 'uchar' });
    }
  });

  it('leave no temporary files', async () => expect((await upload.stored()).incoming).toEqual([]));
});
