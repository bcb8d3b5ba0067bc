import type { Collection } from '@vidhi/content-engine';
import type { Values } from '../store/content-document.ts';

/**
 * Returns values that were stored or chosen earlier as they can be stored now: a link to a document that was merged into another one
 * since leads to that. Used wherever earlier values come back: from the trash, a working copy or the undo of a job.
 * @param id the document that comes back from the trash with these values
 */
export type PresentValues = (collection: Collection, values: Values, id?: number) => Values;

/** For services whose documents are never merged. */
export const unmergedValues: PresentValues = (_collection, values) => values;
