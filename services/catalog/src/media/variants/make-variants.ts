import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PictureSource, PictureVariants } from '@vidhi/contracts/picture-variants.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { addressesOf } from '../files/archived-picture.ts';
import type { PictureStore } from '../files/picture-store.ts';
import type { VariantLedger } from './mongo-variants.ts';
import { dueStepOf, isSameStep, type DueStep, type Step } from './picture-step.ts';
import type { Rendered, RenderedFile, VariantFormat } from './render-variants.ts';
import type { RenderPicture } from './variant-renderer.ts';

export const VARIANTS = '/uploads/variants/';

/** Attempts per step, including killed processes; then the step is recorded as failed. */
const MAX_TRIES = 5;
const HASH_DIGITS = 16;
const EXTENSIONS: Readonly<Record<VariantFormat, string>> = { avif: 'avif', webp: 'webp', jpeg: 'jpg' };

interface MakeVariantsDependencies {
  ledger: VariantLedger;
  originals: Pick<PictureStore, 'open'>;
  variants: Pick<PictureStore, 'receive'>;
  render: RenderPicture;
  /** Steps to run; others are never due. */
  steps: readonly Step[];
}

/** Runs one step of one picture unless it is already done; returns the next due step, or null. */
export type MakeVariants = (due: DueStep, signal: AbortSignal) => Promise<DueStep | null>;

export function createMakeVariants(dependencies: MakeVariantsDependencies): MakeVariants {
  const { ledger, originals, variants, render, steps } = dependencies;

  /** Returns null when the file is not stored yet: an import may still add it. */
  async function readOriginal(picture: StoredDocument): Promise<Buffer | null> {
    const [address] = addressesOf(picture);
    const file = address === undefined ? null : await originals.open(address);
    return file === null ? null : buffer(file.read(0, file.bytes - 1));
  }

  async function storeFile({ format, width, height, bytes }: RenderedFile): Promise<PictureSource> {
    const file = await variants.receive(Readable.from([Buffer.from(bytes)]));
    const address = `${file.sha256.slice(0, HASH_DIGITS)}-${width}.${EXTENSIONS[format]}`;
    await file.place(address);
    return { width, height, url: `${VARIANTS}${address}` };
  }

  async function storeAll({ placeholder, color, files }: Rendered): Promise<PictureVariants> {
    const sources: PictureVariants['sources'] = { avif: [], webp: [], jpeg: [] };
    for (const file of files) sources[file.format].push(await storeFile(file));
    return { placeholder, color, sources };
  }

  async function attempt(due: DueStep, original: Buffer, signal: AbortSignal) {
    const tries = await ledger.beginTry(due);
    if (tries > MAX_TRIES) return { problem: `given up after ${MAX_TRIES} tries` };
    try {
      const { step, crop, focus } = due;
      const task = {
        bytes: original,
        step,
        ...(crop === undefined ? {} : { crop }),
        ...(focus === undefined ? {} : { focus }),
      };
      const outcome = await render(task, signal);
      return outcome.kind === 'rejected' ? { problem: outcome.reason } : await storeAll(outcome.rendered);
    } catch (error) {
      if (signal.aborted) await ledger.undoTry(due);
      throw error;
    }
  }

  return async (due, signal) => {
    const picture = await ledger.find(due.id);
    const next = picture === null ? null : dueStepOf(picture, steps);
    if (picture === null || !isSameStep(due, next)) return next;
    const original = await readOriginal(picture);
    if (original === null) return null;
    const after = await ledger.finish(due, await attempt(due, original, signal));
    return after === null ? null : dueStepOf(after, steps);
  };
}
