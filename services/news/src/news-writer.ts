import { notFound } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ContentWriter } from '@vidhi/content-service/http/content-writer.ts';
import type { ContentWrites } from '@vidhi/content-service/store/content-store.ts';
import type { LiveModel } from '@vidhi/content-service/live/live-model.ts';
import { createStoredWriter } from '@vidhi/content-service/store/stored-writer.ts';
import { editedValues } from './content-rules.ts';

type Values = Readonly<Record<string, unknown>>;

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

export interface NewsWriterOptions {
  store: ContentWrites;
  live: LiveModel;
}

/** Editors' writes; of posts, with what an update must not lose. */
export function createNewsWriter({ store, live }: NewsWriterOptions): ContentWriter {
  const writer = createStoredWriter({
    store,
    live,
    prepare: editedValues,
    decide: ({ name }, current, values) =>
      name === 'post' ? { ...withoutOldCount(current, values), ...slugHistory(current, values) } : values,
  });
  return {
    ...writer,
    async update(collection, id, patch, context) {
      if (!context.request.isCountedView) return writer.update(collection, id, patch, context);
      const post = live.model.get(collection.name, id);
      if (post === undefined) throw notFound();
      return post;
    },
  };
}
