import type { mongo } from 'mongoose';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ContentDocument } from './content-document.ts';
import { pack, unpack } from './editing.ts';
import type { Trashed } from './edit-types.ts';

/** Days for which a removed document can be restored. */
export const TRASH_DAYS = 30;
const DAY_MS = 86_400_000;

/** A document in the trash. */
export interface TrashedDocument {
  id: number;
  at: string;
  by: number | null;
  doc: StoredDocument;
}

export interface TrashPage {
  entries: TrashedDocument[];
  total: number;
}

/** Returns the time before which the documents of the trash are gone. */
export const trashLimit = (now: Date): Date => new Date(now.getTime() - TRASH_DAYS * DAY_MS);

export const toTrash = (doc: StoredDocument, by: number | null, at: Date): Trashed => ({
  at: at.toISOString(),
  by,
  values: pack(doc),
});

export const fromTrash = (id: number, { at, by, values }: Trashed): TrashedDocument => ({
  id,
  at,
  by,
  doc: { ...unpack(values), id } as StoredDocument,
});

type Documents = mongo.Collection<ContentDocument>;
/** Returns the filter of the documents in the trash by the time of their removal. */
export const trashFilter = (condition: object): mongo.Filter<ContentDocument> =>
  ({ 'trash.at': condition }) as mongo.Filter<ContentDocument>;

/** Lists what was removed after a time, the latest first. */
export async function listTrash(
  documents: Documents,
  { after, page, pageSize }: { after: Date; page: number; pageSize: number },
): Promise<TrashPage> {
  const filter = trashFilter({ $gt: after.toISOString() });
  const total = await documents.countDocuments(filter);
  const found = await documents
    .find(filter, {
      projection: { trash: 1 },
      sort: { 'trash.at': -1 },
      skip: (page - 1) * pageSize,
      limit: pageSize,
    })
    .toArray();
  const entries = found.flatMap(({ _id: id, trash }) => (trash === undefined ? [] : [fromTrash(id, trash)]));
  return { entries, total };
}
