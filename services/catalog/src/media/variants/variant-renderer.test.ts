import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { aBomb, aPhoto, aTruncatedPhoto } from './photo-builder.ts';
import { rendererWithNiceness } from './variant-renderer.ts';
import type { Step } from './picture-step.ts';

const render = (bytes: Uint8Array, step: Step = 'common') =>
  rendererWithNiceness(0)({ bytes, step }, new AbortController().signal);

async function rendered(bytes: Uint8Array, step?: Step) {
  const outcome = await render(bytes, step);
  if (outcome.kind === 'rejected') throw new Error(outcome.reason);
  return outcome.rendered;
}

const asFrames = (frames: number, size: number) =>
  sharp(Buffer.alloc(size * size * 3 * frames, 200), {
    raw: { width: size, height: size * frames, channels: 3, pageHeight: size },
  })
    .gif()
    .toBuffer();

/** Ids of this process's children. */
const CHILDREN = `/proc/${process.pid}/task/${process.pid}/children`;

/** Priorities of the sessions of the processes that render, where Linux schedules by session. */
const sessionsOfRenderers = (): string[] =>
  readFileSync(CHILDREN, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('variant-process'))
    .map((pid) => /nice .*/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[0] ?? '');

describe('rendererWithNiceness', () => {
  it('renders WebP and JPEG in one step and AVIF in the other, with the same placeholder and colour', async () => {
    const photo = await aPhoto({ width: 500, height: 250 });
    const common = await rendered(photo);
    expect(common.files.map(({ format, width }) => `${format} ${width}`)).toEqual([
      'webp 360',
      'webp 500',
      'jpeg 360',
      'jpeg 500',
    ]);
    const avif = await rendered(photo, 'avif');
    expect(avif.files.map(({ format, width }) => `${format} ${width}`)).toEqual(['avif 360', 'avif 500']);
    expect([avif.placeholder, avif.color]).toEqual([common.placeholder, common.color]);
    const tiny = Buffer.from(common.placeholder.slice('data:image/webp;base64,'.length), 'base64');
    expect(await sharp(tiny).metadata()).toMatchObject({ format: 'webp', width: 16, height: 8 });
    expect(common.color).toMatch(/^#[a-c][0-9a-f][3-4][0-9a-f][0-2][0-9a-f]$/);
  });

  it('is deterministic', async () => {
    const photo = await aPhoto({ width: 300, height: 200, noise: true });
    expect(await rendered(photo, 'avif')).toEqual(await rendered(photo, 'avif'));
  });

  it('keeps transparency, and flattens onto white for JPEG', async () => {
    const clear = { width: 20, height: 10, channels: 4 as const, background: '#00000000' };
    const { files } = await rendered(await sharp({ create: clear }).png().toBuffer());
    const webp = files.find(({ format }) => format === 'webp')?.bytes ?? new Uint8Array();
    const jpeg = files.find(({ format }) => format === 'jpeg')?.bytes ?? new Uint8Array();
    expect((await sharp(webp).metadata()).hasAlpha).toBe(true);
    expect((await sharp(jpeg).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  it('renders the first frame of an animation', async () => {
    const { files } = await rendered(await asFrames(3, 20));
    expect(files.map(({ width, height }) => [width, height])).toEqual([
      [20, 20],
      [20, 20],
    ]);
  });

  it.each([
    ['a picture that is cut off', aTruncatedPhoto, /premature end/i],
    ['a picture that needs too much memory', aBomb, /^it takes too (?:much memory|long) to decode$/],
    [
      'a drawing with scripts',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /unsupported/i,
    ],
    ['noise', async () => Buffer.alloc(5_000, 7), /unsupported/i],
    ['nothing', async () => Buffer.alloc(0), /empty|unsupported/i],
    [
      'an endless strip',
      async () =>
        sharp({ create: { width: 100, height: 6_000, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      /^it is too long a strip$/,
    ],
  ])('refuses %s and says why', async (_name, make, reason) => {
    const outcome = await render(await make());
    expect(outcome).toEqual({ kind: 'rejected', reason: expect.stringMatching(reason) });
  });

  it.runIf(existsSync(CHILDREN) && existsSync('/proc/self/autogroup'))(
    'yields to the processes of all other sessions',
    async () => {
      const stop = new AbortController();
      const photo = { bytes: await aPhoto({ noise: true }), step: 'avif' as const };
      const work = rendererWithNiceness(19)(photo, stop.signal);
      await expect.poll(sessionsOfRenderers, { interval: 1 }).toEqual(['nice 19']);
      stop.abort();
      await expect(work).rejects.toThrow(/abort/i);
    },
  );

  it('rejects at once when aborted', async () => {
    const stop = new AbortController();
    const work = rendererWithNiceness(0)({ bytes: await aPhoto({ noise: true }), step: 'avif' }, stop.signal);
    stop.abort();
    await expect(work).rejects.toThrow(/abort/i);
  });
});
