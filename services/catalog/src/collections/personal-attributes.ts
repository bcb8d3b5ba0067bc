import { storedAs } from '@vidhi/collections/stored.ts';
import type { Collection } from '@vidhi/content-engine';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { lawyerCollection } from './lawyer.ts';
import { mediaCollection } from '../media/media-collection.ts';

/** Attributes of profiles that staff decide. */
const DECIDED: ReadonlySet<string> = new Set(['approved', 'suspended']);
const PICTURE_TEXTS: ReadonlySet<string> = new Set(['name', 'alternativeText', 'caption', 'hash', 'url']);

/** Returns whether an attribute is about a person: all of a profile, and the texts of pictures that members uploaded. */
export function isPersonalAttribute({ name }: Collection, attribute: string, doc: StoredDocument): boolean {
  if (name === lawyerCollection.name) return !DECIDED.has(attribute);
  if (name !== mediaCollection.name) return false;
  const { isMembers, isRegistrants } = storedAs(mediaCollection, doc);
  return (isMembers === true || isRegistrants === true) && PICTURE_TEXTS.has(attribute);
}
