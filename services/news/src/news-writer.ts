import { attributeErrors, notFound, unavailable } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection } from '@vidhi/content-api/collection.ts';
import type { ContentWriter, WriteContext } from '@vidhi/content-api/content-writer.ts';
import { TakenError, type ContentWrites, type Revised } from '@vidhi/content-api/store/content-store.ts';
import type { LiveModel } from '@vidhi/content-api/store/live-model.ts';
import { isEngineAway } from '@vidhi/messaging/failure.ts';
import { editedValues } from './content-rules.ts';

type Values = Readonly<Record<string, unknown>>;

const traceparentOf = ({ request }: WriteContext): string | undefined => {
  const { traceparent } = request.headers;
  return typeof traceparent === 'string' ? traceparent : undefined;
};

/** The slugs that a post had before, when it gets another one. */
function slugHistory(current: StoredDocument, values: Values): Values {
  const { slug: before } = current;
  const { slug: after } = values;
  if (typeof before !== 'string' || typeof after !== 'string' || before === after) return {};
  const known = Array.isArray(current['old_slugs']) ? current['old_slugs'] : [];
  return { old_slugs: [...new Set([...known, before])].filter((slug) => slug !== after) };
}

/** A view count is no edit: it grows by itself, and an editor's form may carry an old one. */
function withoutOldCount(current: StoredDocument, values: Values): Values {
  const { views_count: given, ...others } = values;
  const known = typeof current['views_count'] === 'number' ? current['views_count'] : 0;
  return typeof given === 'number' && given > known ? values : others;
}

/** What kept a write from being stored, in words that a client may see where there are any. */
function refuse(error: unknown): never {
  if (error instanceof TakenError)
    throw attributeErrors([{ path: ['slug'], message: 'This attribute must be unique' }]);
  if (isEngineAway(error)) throw unavailable();
  throw error;
}

export interface NewsWriterOptions {
  store: ContentWrites;
  live: LiveModel;
}

/** Editors' writes: stored in one step with their fact, and seen by this process before they are answered. */
export function createNewsWriter({ store, live }: NewsWriterOptions): ContentWriter {
  const show = ({ name }: Collection, { doc, rev }: Revised): StoredDocument => {
    live.put(name, doc, rev);
    return doc;
  };
  return {
    async create(collection, patch, context) {
      const values = editedValues(collection, patch);
      const created = await store.create(collection, values, traceparentOf(context)).catch(refuse);
      return show(collection, created);
    },
    async update(collection, id, patch, context) {
      if (context.request.isCountedView) {
        const post = live.model.get(collection.name, id);
        if (post === undefined) throw notFound();
        return post;
      }
      const values = editedValues(collection, patch);
      const decide = (current: StoredDocument): Values =>
        collection.name === 'post'
          ? { ...withoutOldCount(current, values), ...slugHistory(current, values) }
          : values;
      const updated = await store.update(collection, id, decide, traceparentOf(context)).catch(refuse);
      if (updated === null) throw notFound();
      return show(collection, updated);
    },
    async remove(collection, id) {
      const removed = await store.remove(collection, id).catch(refuse);
      if (removed === null) throw notFound();
      live.remove(collection.name, id, removed.rev);
      return removed.doc;
    },
  };
}
