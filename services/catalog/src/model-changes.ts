import { fileCollection } from '@vidhi/content-api/collection.ts';
import type { ModelChange } from '@vidhi/content-api/store/live-model.ts';
import type { Envelope } from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { bookCollection } from './collections/book.ts';
import { lawyerCollection } from './collections/lawyer.ts';
import { siteOptionCollection } from './collections/site-option.ts';
import { userCollection } from './collections/user.ts';

interface Stored {
  rev: number;
  doc: StoredDocument;
}
interface Removed {
  rev: number;
  id: number;
}
interface UserName extends Removed {
  first_name: string | null;
  last_name: string | null;
}

const NAMES: Readonly<Record<string, string>> = {
  book: bookCollection.name,
  profile: lawyerCollection.name,
  media: fileCollection.name,
  'site-option': siteOptionCollection.name,
};

/** What an event that has been checked against its declaration means for the read model. */
export function toModelChange({ type, data }: Envelope): ModelChange | null {
  const [subject = '', verb] = type.split('.');
  if (subject === 'user') {
    const { id, rev, first_name, last_name } = data as UserName;
    return { kind: 'put', name: userCollection.name, doc: { id, first_name, last_name }, rev };
  }
  const name = subject === 'list' ? (data as { collection: string }).collection : NAMES[subject];
  if (name === undefined) return null;
  if (verb !== 'removed' && verb !== 'withdrawn') return { kind: 'put', name, ...(data as Stored) };
  const { id, rev } = data as Removed;
  return { kind: 'remove', name, id, rev };
}
