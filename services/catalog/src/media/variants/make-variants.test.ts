import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { anArchivedPicture } from '../files/picture-builder.ts';
import type { PictureStore } from '../files/picture-store.ts';
import { createMakeVariants } from './make-variants.ts';
import type { VariantLedger } from './mongo-variants.ts';
import {
  STEPS,
  dueStepOf,
  enabledSteps,
  storedVariantsOf,
  publicVariantsOf,
  variantUrlsOf,
  withStep,
  type DueStep,
  type Step,
} from './picture-step.ts';
import { createRemoveUnreferencedVariants } from '../sweep/remove-unreferenced-variants.ts';
import type { RenderPicture } from './variant-renderer.ts';

const CONTENT = 'c0ffee';
const STAY = new AbortController().signal;

let picture: StoredDocument;
let tries: number;
let writes: number;
let placed: Set<string>;
let rendered: DueStep['step'][];

beforeEach(() => {
  picture = anArchivedPicture({ contents: { original: CONTENT } });
  [tries, writes, placed, rendered] = [0, 0, new Set(), []];
});

const ledger: VariantLedger = {
  find: async (id) => (id === picture.id ? picture : null),
  listDue: async () => [],
  beginTry: async () => (tries += 1),
  undoTry: async () => void (tries -= 1),
  async finish(due, result) {
    writes += 1;
    picture = { ...picture, variants: withStep(storedVariantsOf(picture), due, result) };
    return picture;
  },
  each: async (use) => use(picture),
};
const bytes = Buffer.from('the original');
const originals: Pick<PictureStore, 'open'> = {
  open: async () => ({
    bytes: bytes.length,
    mime: 'image/png',
    etag: '"1"',
    modifiedAt: new Date(0),
    read: () => Readable.from([bytes]),
    close: async () => undefined,
  }),
};
const variants: Pick<PictureStore, 'receive'> = {
  async receive(content) {
    const whole = Buffer.concat((await content.toArray()) as Buffer[]);
    return {
      sha256: createHash('sha256').update(whole).digest('hex'),
      bytes: whole.length,
      header: null,
      isDocument: false,
      place: async (address) => void placed.add(address),
      discard: async () => undefined,
    };
  },
};
const renders: RenderPicture = async ({ step }) => {
  rendered.push(step);
  const format = step === 'avif' ? 'avif' : 'webp';
  const files = [{ format, width: 360, height: 240, bytes: Buffer.from(`as ${format}`) } as const];
  return { kind: 'rendered', rendered: { placeholder: 'data:,', color: '#123456', files } };
};
const makeWith = (render: RenderPicture, from = originals, steps: readonly Step[] = STEPS) =>
  createMakeVariants({ ledger, originals: from, variants, render, steps });
const common: DueStep = { id: 1, content: CONTENT, step: 'common' };

describe('createMakeVariants', () => {
  it('runs one step after the other, then returns null', async () => {
    const make = makeWith(renders);
    const next = await make(common, STAY);
    expect(next).toEqual({ ...common, step: 'avif' });
    expect(publicVariantsOf(picture)?.sources.avif).toEqual([]);
    expect(await make({ ...common, step: 'avif' }, STAY)).toBeNull();
    expect(publicVariantsOf(picture)).toMatchObject({
      color: '#123456',
      sources: {
        webp: [{ width: 360 }],
        avif: [{ url: expect.stringMatching(/^\/uploads\/variants\/[0-9a-f]{16}-360\.avif$/) }],
      },
    });
    expect([rendered, writes, placed.size]).toEqual([['common', 'avif'], 2, 2]);
  });

  it('omits AVIF when it is switched off, and makes it later', async () => {
    const withoutAvif = makeWith(renders, originals, ['common']);
    expect(await withoutAvif(common, STAY)).toBeNull();
    expect(publicVariantsOf(picture)?.sources).toMatchObject({ webp: [{ width: 360 }], avif: [] });
    expect(dueStepOf(picture, ['common'])).toBeNull();
    await makeWith(renders)({ ...common, step: 'avif' }, STAY);
    expect(rendered).toEqual(['common', 'avif']);
  });

  it('runs a step once, however often it is called', async () => {
    const make = makeWith(renders);
    await make(common, STAY);
    expect(await make(common, STAY)).toEqual({ ...common, step: 'avif' });
    expect([rendered, tries, writes]).toEqual([['common'], 1, 1]);
  });

  it('does not start for a picture that changed, was removed or lost its file', async () => {
    expect(await makeWith(renders)({ ...common, content: 'older' }, STAY)).toEqual(common);
    expect(await makeWith(renders)({ ...common, id: 2 }, STAY)).toBeNull();
    expect(await makeWith(renders, { open: async () => null })(common, STAY)).toBeNull();
    expect([rendered, tries, writes]).toEqual([[], 0, 0]);
  });

  it('renders the crop around a focal point, again for another point, and drops it with the point', async () => {
    const points: unknown[] = [];
    const make = makeWith(async (task, signal) => {
      if (task.step !== 'share') return renders(task, signal);
      points.push(task.focus);
      const bytes = Buffer.from(`around ${task.focus?.x}`);
      const files = [{ format: 'jpeg', width: 1200, height: 630, bytes } as const];
      return { kind: 'rendered', rendered: { placeholder: 'data:,', color: '#000000', files } };
    });
    picture = { ...picture, focus: { x: 20, y: 30 } };
    const share: DueStep = { ...common, step: 'share', focus: { x: 20, y: 30 } };
    expect(await make(common, STAY)).toEqual(share);
    expect(await make(share, STAY)).toEqual({ ...common, step: 'avif' });
    await make({ ...common, step: 'avif' }, STAY);
    const first = publicVariantsOf(picture);
    expect(first).toMatchObject({ focus: { x: 20, y: 30 }, share: { width: 1200, height: 630 } });
    expect([first?.color, first?.sources.webp.length, dueStepOf(picture, STEPS)]).toEqual([
      '#123456',
      1,
      null,
    ]);
    expect(variantUrlsOf(picture)).toContain(first?.share?.url);

    picture = { ...picture, focus: { x: 80, y: 30 } };
    expect(publicVariantsOf(picture)).not.toHaveProperty('share');
    const again = dueStepOf(picture, STEPS);
    expect(again).toEqual({ ...share, focus: { x: 80, y: 30 } });
    // The step that was queued for the former point.
    expect(await make(share, STAY)).toEqual(again);
    await make(again ?? share, STAY);
    expect(publicVariantsOf(picture)?.share?.url).not.toBe(first?.share?.url);
    expect(points).toEqual([
      { x: 20, y: 30 },
      { x: 80, y: 30 },
    ]);

    picture = { ...picture, focus: null };
    expect([publicVariantsOf(picture)?.focus, publicVariantsOf(picture)?.share]).toEqual([
      undefined,
      undefined,
    ]);
    expect(dueStepOf(picture, STEPS)).toBeNull();
  });

  it('renders the part that readers see, serves the former files until then, and the whole picture again without a crop', async () => {
    const parts: unknown[] = [];
    const make = makeWith(async (task, signal) => {
      parts.push([task.step, task.crop?.x, task.focus]);
      return renders({ ...task, step: task.step === 'share' ? 'common' : task.step }, signal);
    });
    const finish = async (first: DueStep | null): Promise<void> => {
      tries = 0;
      for (let due = first; due !== null;) due = await make(due, STAY);
    };
    await finish(common);
    const whole = publicVariantsOf(picture);

    const crop = { x: 50, y: 0, width: 50, height: 50 };
    picture = { ...picture, crop, focus: { x: 60, y: 90 } };
    expect(publicVariantsOf(picture)).toEqual({ ...whole, focus: { x: 60, y: 90 } });
    const due = dueStepOf(picture, STEPS);
    expect(due).toEqual({ ...common, crop });
    // The step that was queued for the whole picture.
    expect(await make(common, STAY)).toEqual(due);
    await finish(due);
    expect(publicVariantsOf(picture)).toMatchObject({ crop, focus: { x: 20, y: 100 } });

    picture = { ...picture, focus: null };
    await finish(dueStepOf(picture, STEPS));
    expect(publicVariantsOf(picture)).not.toHaveProperty('focus');

    picture = { ...picture, crop: null };
    await finish(dueStepOf(picture, STEPS));
    expect(publicVariantsOf(picture)).toEqual(whole);
    expect(parts).toEqual([
      ['common', undefined, undefined],
      ['avif', undefined, undefined],
      ['common', 50, undefined],
      ['share', 50, { x: 20, y: 100 }],
      ['avif', 50, undefined],
      ['share', 50, { x: 50, y: 50 }],
      ['common', undefined, undefined],
      ['avif', undefined, undefined],
    ]);
  });

  it('keeps the other files, and tries no more, where the crop is rejected', async () => {
    picture = { ...picture, focus: { x: 0, y: 0 } };
    await makeWith(renders)(common, STAY);
    const reject: RenderPicture = async () => ({ kind: 'rejected', reason: 'it takes too long' });
    const share: DueStep = { ...common, step: 'share', focus: { x: 0, y: 0 } };
    expect(await makeWith(reject)(share, STAY)).toEqual({ ...common, step: 'avif' });
    expect(publicVariantsOf(picture)).toMatchObject({
      focus: { x: 0, y: 0 },
      sources: { webp: [{ width: 360 }] },
    });
  });

  it('stores the reason of a rejection and returns no further step', async () => {
    const reject: RenderPicture = async () => ({ kind: 'rejected', reason: 'it is cut off' });
    expect(await makeWith(reject)(common, STAY)).toBeNull();
    expect(storedVariantsOf(picture)).toMatchObject({ steps: [...STEPS], problem: 'it is cut off' });
    expect([publicVariantsOf(picture), dueStepOf(picture, STEPS)]).toEqual([null, null]);
  });

  it('keeps the common formats when only AVIF fails', async () => {
    await makeWith(renders)(common, STAY);
    const reject: RenderPicture = async () => ({ kind: 'rejected', reason: 'it takes too long to encode' });
    expect(await makeWith(reject)({ ...common, step: 'avif' }, STAY)).toBeNull();
    expect(publicVariantsOf(picture)?.sources).toMatchObject({ webp: [{ width: 360 }], avif: [] });
  });

  it('gives up after five killed renderers', async () => {
    const die: RenderPicture = async () => Promise.reject(new Error('killed'));
    for (let time = 0; time < 5; time += 1)
      await expect(makeWith(die)(common, STAY)).rejects.toThrow('killed');
    expect(dueStepOf(picture, STEPS)).toEqual(common);
    expect(await makeWith(die)(common, STAY)).toBeNull();
    expect(storedVariantsOf(picture)?.problem).toBe('given up after 5 tries');
  });

  it('does not count an attempt aborted by shutdown', async () => {
    const stopped: RenderPicture = async () => Promise.reject(new Error('aborted'));
    await expect(makeWith(stopped)(common, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(tries).toBe(0);
  });

  it('starts over without the old variants when the original changes', async () => {
    await makeWith(renders)(common, STAY);
    picture = { ...picture, contents: { original: 'other' } };
    expect(publicVariantsOf(picture)).toBeNull();
    expect(dueStepOf(picture, STEPS)).toEqual({ ...common, content: 'other' });
  });

  it('starts over when the recipe changes, keeping the old variants until then', () => {
    const existing = withStep(null, common, {
      placeholder: 'data:,',
      color: '#123456',
      sources: { avif: [], webp: [], jpeg: [] },
    });
    picture = { ...picture, variants: { ...existing, recipe: 0 } };
    expect(publicVariantsOf(picture)?.color).toBe('#123456');
    expect(dueStepOf(picture, STEPS)).toEqual(common);
  });
});

describe('enabledSteps', () => {
  const firstDue = (settings: Partial<Parameters<typeof enabledSteps>[0]>) =>
    dueStepOf(picture, enabledSteps({ PICTURE_VARIANTS: true, AVIF_VARIANTS: true, ...settings }));

  it('are all by default, without AVIF where it is off, and none where variants are off', () => {
    expect(enabledSteps({ PICTURE_VARIANTS: true, AVIF_VARIANTS: true })).toEqual([...STEPS]);
    expect(enabledSteps({ PICTURE_VARIANTS: true, AVIF_VARIANTS: false })).toEqual(['common', 'share']);
    expect(firstDue({})).toMatchObject({ id: picture.id, step: 'common' });
    expect(firstDue({ PICTURE_VARIANTS: false })).toBeNull();
  });
});

describe('createRemoveUnreferencedVariants', () => {
  it('deletes unreferenced files older than a day', async () => {
    await makeWith(renders)(common, STAY);
    const [named = ''] = placed;
    const day = 24 * 3_600_000;
    const removed: string[] = [];
    // `again-1.webp` is stored again after the files were listed.
    const openedAt = new Map([
      ['old-1.webp', 1],
      ['again-1.webp', 2],
    ]);
    const closed = vi.fn<() => Promise<void>>().mockResolvedValue();
    const removeUnreferencedVariants = createRemoveUnreferencedVariants({
      ledger,
      now: () => day + 2,
      variants: {
        async *list() {
          yield { address: named, modifiedAt: new Date(0) };
          yield { address: 'old-1.webp', modifiedAt: new Date(1) };
          yield { address: 'again-1.webp', modifiedAt: new Date(1) };
          yield { address: 'new-1.webp', modifiedAt: new Date(2) };
        },
        async open(address) {
          const modifiedAt = new Date(openedAt.get(address) ?? 0);
          const read = () => Readable.from([]);
          return { bytes: 1, mime: 'image/webp', etag: '"1"', modifiedAt, read, close: closed };
        },
        remove: async (address) => void removed.push(address),
      },
    });
    await removeUnreferencedVariants();
    expect(removed).toEqual(['old-1.webp']);
    expect(closed).toHaveBeenCalledTimes(2);
  });

  it('deletes nothing when no picture references a variant, as with the database of another site', async () => {
    const remove = vi.fn<(address: string) => Promise<void>>().mockResolvedValue();
    const removeUnreferencedVariants = createRemoveUnreferencedVariants({
      ledger,
      variants: {
        async *list() {
          yield { address: 'theirs-1.webp', modifiedAt: new Date(0) };
        },
        open: async () => null,
        remove,
      },
    });
    await removeUnreferencedVariants();
    expect(remove).not.toHaveBeenCalled();
  });
});
