import { toStored, type ContentDocument } from '@vidhi/content-service/store/content-document.ts';
import type { ContentStore } from '@vidhi/content-service/store/content-store.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { mediaCollection } from '../media/media-collection.ts';
import {
  RECIPE,
  contentOf,
  dueStepOf,
  keptVariantsOf,
  withStep,
  type DueStep,
  type StepResult,
} from './picture-step.ts';

/** What is made and what is to be made, in the picture's own document: the queue may forget everything. */
export interface VariantLedger {
  find(id: number): Promise<StoredDocument | null>;
  /** Pictures with a step to do, of these ids or of all, ascending; earlier steps of all before later ones. */
  listDue(options: { ids?: readonly number[]; limit: number }): Promise<DueStep[]>;
  /** Notes a try before it begins; answers how many there have been. */
  beginTry(due: DueStep): Promise<number>;
  /** Takes a try back that was interrupted by us. */
  forgetTry(due: DueStep): Promise<void>;
  /** Keeps what came out, unless the picture is another one by now. Answers the picture as it is now. */
  finish(due: DueStep, result: StepResult): Promise<StoredDocument | null>;
  /** Calls for every picture that there is. */
  each(use: (picture: StoredDocument) => void): Promise<void>;
}

/** Of this service alone: neither on the wire nor in events. */
interface PictureDocument extends ContentDocument {
  variantTries?: { key: string; count: number };
}

const present = { removed: { $exists: false } };
const TRIES = 20;

const keyOf = ({ content, step }: DueStep): string => `${content}-${step}-${RECIPE}`;

export function mongoVariantLedger(store: ContentStore): VariantLedger {
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
    const facts = store.factsOf({ collection: mediaCollection, before, after, id, rev: rev + 1, at });
    // Neither `edited` nor `updatedAt` moves: nobody changed the picture.
    const { modifiedCount } = await documents().updateOne(
      { _id: id, rev },
      {
        $set: { variants, outboxDue: at } as object,
        $inc: { rev: 1 },
        $push: { outbox: { $each: facts } },
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
      const filter = ids === undefined ? present : { ...present, _id: { $in: [...ids] } };
      const cursor = documents()
        .find(filter, { projection: { contents: 1, variants: 1 } })
        .sort({ _id: 1 })
        .batchSize(1_000);
      const due: DueStep[] = [];
      for await (const { _id, ...rest } of cursor) {
        const step = dueStepOf({ ...rest, id: _id });
        if (step !== null) due.push(step);
      }
      const first = due.filter(({ step }) => step === 'common');
      return [...first, ...due.filter(({ step }) => step !== 'common')].slice(0, limit);
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
    async forgetTry(due) {
      await documents().updateOne(
        { _id: due.id, 'variantTries.key': keyOf(due) } as object,
        { $inc: { 'variantTries.count': -1 } } as object,
      );
    },
    async finish(due, result) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const current = await load(due.id);
        if (current === null) return null;
        const picture = toStored(mediaCollection, current);
        const next = dueStepOf(picture);
        if (contentOf(picture) !== due.content || next?.step !== due.step) return picture;
        const variants = withStep(keptVariantsOf(picture), due, result);
        if (await write(current, variants)) return { ...picture, variants };
      }
      throw new Error('a picture kept changing under its variants');
    },
    each: (use) => store.each(mediaCollection, ({ doc }) => use(doc)),
  };
}
