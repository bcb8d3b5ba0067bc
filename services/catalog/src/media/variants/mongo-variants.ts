import { type ContentDocument, type ContentStore, toStored } from '@vidhi/content-service/store.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { mediaCollection } from '../media-collection.ts';
import {
  RECIPE,
  dueStepOf,
  isSameStep,
  stepName,
  storedVariantsOf,
  withStep,
  type DueStep,
  type Step,
  type StepResult,
} from './picture-step.ts';
import { UPLOADER_CLASSES, uploaderOf, type QueuedStep } from './variant-order.ts';

/** State of the rendering steps, stored in the picture's own document, so that losing the queue loses no work. */
export interface VariantLedger {
  find(id: number): Promise<StoredDocument | null>;
  /**
   * Due steps of these pictures or of all: `avif` of all pictures after the other steps, those of staff first, of
   * registrants last, then by ascending id.
   */
  listDue(options: { ids?: readonly number[]; limit: number }): Promise<QueuedStep[]>;
  /** Counts an attempt before it starts; returns the number of attempts so far. */
  beginTry(due: DueStep): Promise<number>;
  /** Undoes the count of an attempt that was aborted by shutdown. */
  undoTry(due: DueStep): Promise<void>;
  /** Stores the result unless the original changed meanwhile. Returns the current picture, or null when it was removed. */
  finish(due: DueStep, result: StepResult): Promise<StoredDocument | null>;
  /** Calls `use` for every picture. */
  each(use: (picture: StoredDocument) => void): Promise<void>;
}

/** Fields private to this module: neither in responses nor in events. */
interface PictureDocument extends ContentDocument {
  variantTries?: { key: string; count: number };
}

const DUE_FIELDS = {
  contents: 1,
  mime: 1,
  variants: 1,
  focus: 1,
  crop: 1,
  uploadedBy: 1,
  isMembers: 1,
  isRegistrants: 1,
};
const notRemoved = { removed: { $exists: false } };
const MAX_WRITE_ATTEMPTS = 20;

const keyOf = (due: DueStep): string => `${due.content}-${stepName(due)}-${RECIPE}`;

export function mongoVariantLedger(store: ContentStore, steps: readonly Step[]): VariantLedger {
  const documents = () => store.documents(mediaCollection);

  async function load(id: number): Promise<PictureDocument | null> {
    const found = await documents().findOne({ _id: id }, { projection: { outbox: 0 } });
    return found === null || found.removed === true ? null : (found as PictureDocument);
  }

  async function write(current: PictureDocument, variants: unknown): Promise<boolean> {
    const { _id: id, rev } = current;
    const at = store.now();
    const before = toStored(mediaCollection, current);
    const after = { ...before, variants };
    const events = store.eventsOf({ collection: mediaCollection, before, after, id, rev: rev + 1, at });
    // Leaves `edited` and `updatedAt` unchanged, as nobody edited the picture.
    const { modifiedCount } = await documents().updateOne(
      { _id: id, rev },
      {
        $set: { variants, outboxDue: at } as object,
        $inc: { rev: 1 },
        $push: { outbox: { $each: events } },
      },
    );
    if (modifiedCount === 1) store.notify(mediaCollection, id);
    return modifiedCount === 1;
  }

  return {
    async find(id) {
      const found = await load(id);
      return found === null ? null : toStored(mediaCollection, found);
    },
    async listDue({ ids, limit }) {
      const filter = ids === undefined ? notRemoved : { ...notRemoved, _id: { $in: [...ids] } };
      const cursor = documents().find(filter, { projection: DUE_FIELDS }).sort({ _id: 1 }).batchSize(1_000);
      const due: QueuedStep[] = [];
      for await (const { _id, ...rest } of cursor) {
        const step = dueStepOf({ ...rest, id: _id }, steps);
        if (step !== null) due.push({ ...step, ...uploaderOf(rest) });
      }
      const placeOf = ({ step, uploaderClass = 'staff' }: QueuedStep): number =>
        (step === 'avif' ? UPLOADER_CLASSES.length : 0) + UPLOADER_CLASSES.indexOf(uploaderClass);
      return due.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, limit);
    },
    async beginTry(due) {
      const key = keyOf(due);
      const counted = await documents().updateOne(
        { _id: due.id, 'variantTries.key': key } as object,
        { $inc: { 'variantTries.count': 1 } } as object,
      );
      if (counted.matchedCount === 0)
        await documents().updateOne({ _id: due.id }, { $set: { variantTries: { key, count: 1 } } as object });
      return (await load(due.id))?.variantTries?.count ?? 1;
    },
    async undoTry(due) {
      await documents().updateOne(
        { _id: due.id, 'variantTries.key': keyOf(due) } as object,
        { $inc: { 'variantTries.count': -1 } } as object,
      );
    },
    async finish(due, result) {
      for (let tries = 0; tries < MAX_WRITE_ATTEMPTS; tries += 1) {
        const current = await load(due.id);
        if (current === null) return null;
        const picture = toStored(mediaCollection, current);
        if (!isSameStep(due, dueStepOf(picture, steps))) return picture;
        const variants = withStep(storedVariantsOf(picture), due, result);
        if (await write(current, variants)) return { ...picture, variants };
      }
      throw new Error('the picture document changed during every attempt to store its variants');
    },
    each: (use) => store.each(mediaCollection, ({ doc }) => use(doc)),
  };
}
