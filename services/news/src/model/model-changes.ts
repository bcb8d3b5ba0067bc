import type { Envelope, RemovalPayload, DocumentPayload, UserPayload } from '@vidhi/contracts/events.ts';
import { type ModelChange, toUserChange } from '@vidhi/content-service';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';

/** Maps a validated event to the change of the model. */
export function toModelChange({ type, data }: Envelope): ModelChange | null {
  const stored = data as DocumentPayload;
  const removed = data as RemovalPayload;
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
    case 'user.updated':
      return toUserChange(data as UserPayload);
    default:
      return siteChange(type, data);
  }
}

function siteChange(type: string, data: unknown): ModelChange | null {
  const { collection, rev } = data as { collection?: string; rev: number };
  if (collection === undefined) return null;
  if (type.endsWith('.removed'))
    return { kind: 'remove', name: collection, id: (data as RemovalPayload).id, rev };
  return { kind: 'put', name: collection, doc: (data as DocumentPayload).doc, rev };
}
