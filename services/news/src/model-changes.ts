import type { Envelope } from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ModelChange } from '@vidhi/content-api/store/live-model.ts';
import { fileCollection } from '@vidhi/content-api/collection.ts';
import { postCollection } from './collections/post.ts';
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

/** What an event that has been checked against its declaration means for the read model. */
export function toModelChange({ type, data }: Envelope): ModelChange | null {
  const stored = data as Stored;
  const removed = data as Removed;
  switch (type) {
    case 'post.published':
    case 'post.changed':
      return { kind: 'put', name: postCollection.name, ...stored };
    case 'post.withdrawn':
    case 'post.drafted':
      return { kind: 'refetch', name: postCollection.name, ...removed };
    case 'post.viewed': {
      const { id, viewsCount } = data as { id: number; viewsCount: number };
      return { kind: 'count', name: postCollection.name, id, value: viewsCount };
    }
    case 'media.stored':
    case 'media.changed':
      return { kind: 'put', name: fileCollection.name, ...stored };
    case 'media.removed':
      return { kind: 'remove', name: fileCollection.name, ...removed };
    case 'user.registered':
    case 'user.updated': {
      const { id, rev, first_name, last_name } = data as UserName;
      return { kind: 'put', name: userCollection.name, doc: { id, first_name, last_name }, rev };
    }
    default:
      return siteChange(type, data);
  }
}

function siteChange(type: string, data: unknown): ModelChange | null {
  const { collection, rev } = data as { collection?: string; rev: number };
  if (collection === undefined) return null;
  if (type.endsWith('.removed')) return { kind: 'remove', name: collection, id: (data as Removed).id, rev };
  return { kind: 'put', name: collection, doc: (data as Stored).doc, rev };
}
