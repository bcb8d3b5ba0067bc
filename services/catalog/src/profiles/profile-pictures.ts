import type { LiveModel } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { attributeErrors } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { mediaCollection } from '../media/media-collection.ts';

/** Attributes of a profile that name pictures. */
const PICTURES = ['PrimaryImageId', 'SecondaryImageIds'] as const;
const MESSAGE = 'The picture must be one that you have uploaded';
type Values = Readonly<Record<string, unknown>>;

const ID = /^[1-9]\d{0,9}$/;

/** Returns the ids that a value of a relation may link, in any form of the dialect: an id, a list, `{ id }`, `{ connect }`. */
function linkedIds(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return ID.test(value.trim()) ? [Number(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'disconnect' ? [] : linkedIds(inner)));
}

const shows = (profile: Values, pictureId: number): boolean =>
  PICTURES.some((name) => linkedIds(profile[name]).includes(pictureId));

interface Dependencies {
  store: Pick<ContentWrites, 'find'>;
  live: Pick<LiveModel, 'model'>;
}

/**
 * Creates the check of the pictures in an owner's write. Allowed are pictures that the owner or staff has uploaded,
 * those that the profile shows already, and imported ones that no other profile shows; others are rejected with 400.
 * Pictures that do not exist are left to the validation of the write.
 */
export function createRequireOwnPictures({ store, live }: Dependencies) {
  const isOfOther = (pictureId: number, ownProfileId: number | undefined): boolean =>
    live.model
      .store(lawyerCollection.name)
      .order([])
      .documents.some(({ id }) => {
        const profile = id === ownProfileId ? undefined : live.model.get(lawyerCollection.name, id);
        return profile !== undefined && shows(profile, pictureId);
      });

  async function mayUse(pictureId: number, userId: number, profile: StoredDocument | null): Promise<boolean> {
    if (profile !== null && shows(profile, pictureId)) return true;
    const picture = (await store.find(mediaCollection, pictureId))?.doc;
    if (picture === undefined) return true;
    const { uploadedBy, isMembers } = picture as { uploadedBy?: number | null; isMembers?: boolean | null };
    if (uploadedBy === userId) return true;
    if (uploadedBy === undefined || uploadedBy === null) return !isOfOther(pictureId, profile?.id);
    return isMembers !== true;
  }

  return async (values: Values, userId: number, profile: StoredDocument | null): Promise<void> => {
    const errors: { path: string[]; message: string }[] = [];
    for (const name of PICTURES) {
      const allowed = await Promise.all(linkedIds(values[name]).map((id) => mayUse(id, userId, profile)));
      if (allowed.includes(false)) errors.push({ path: [name], message: MESSAGE });
    }
    if (errors.length > 0) throw attributeErrors(errors);
  };
}
