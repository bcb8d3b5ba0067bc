import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { type ModelChange, toUserChange } from '@vidhi/content-service';
import type { Envelope, RemovalPayload, DocumentPayload, UserPayload } from '@vidhi/contracts/events.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { siteOptionCollection } from '../collections/site-option.ts';

const NAMES: Readonly<Record<string, string>> = {
  book: bookCollection.name,
  profile: lawyerCollection.name,
  media: fileCollection.name,
  'site-option': siteOptionCollection.name,
};

/** Maps a validated event to the change of the model; null for events that do not affect it. */
export function toModelChange({ type, data }: Envelope): ModelChange | null {
  const [subject = '', verb] = type.split('.');
  if (subject === 'user') return toUserChange(data as UserPayload);
  const name = subject === 'list' ? (data as { collection: string }).collection : NAMES[subject];
  if (name === undefined) return null;
  if (verb !== 'removed' && verb !== 'withdrawn') return { kind: 'put', name, ...(data as DocumentPayload) };
  const { id, rev } = data as RemovalPayload;
  return { kind: 'remove', name, id, rev };
}
