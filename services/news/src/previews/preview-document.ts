import { storedAs } from '@vidhi/collections/stored.ts';
import { createReadModel, type ReadModel, respondByIds } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { isTime, timeOf } from '@vidhi/contracts/time-of.ts';
import { newsCollections } from '../collections/news-collections.ts';
import { importedValues } from '../collections/content-rules.ts';
import { projectionOf } from '../related/projection-query.ts';
import { findSlugProblem } from '../slugs/reserved-slugs.ts';

const { name: NAME } = postCollection;
/** A category has another one above it. */
const MAX_DEPTH = 2;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * Returns an article with the values of its working copy, sanitized. It always has a title and an address that a page can have, as
 * a text that is being written may have neither.
 */
export function previewedPost(stored: StoredDocument, copied: StoredDocument): StoredDocument {
  const post = importedValues(postCollection, copied);
  const { title, slug } = post;
  const former = storedAs(postCollection, stored);
  const slugs = [slug, former.slug, `preview-${stored.id}`];
  return {
    ...post,
    title: isText(title) ? title : isText(former.title) ? former.title : 'No title yet',
    slug: slugs.find((one) => isText(one) && findSlugProblem(one) === null),
  };
}

/** Copies the documents to which a document links from one model to another. */
function copyLinked(
  from: ReadModel,
  to: ReadModel,
  name: string,
  document: StoredDocument,
  depth: number,
): void {
  if (depth === 0) return;
  for (const relation of from.schemas.get(name)?.ownedRelations ?? [])
    for (const id of [document[relation.name] ?? []].flat()) {
      const target = typeof id === 'number' ? from.get(relation.target.name, id) : undefined;
      if (target === undefined) continue;
      to.upsert(relation.target.name, target);
      copyLinked(from, to, relation.target.name, target, depth - 1);
    }
}

/**
 * Returns the response of a list with this document alone, as visitors would see it, in the projection of a query. It is read from a
 * model of its own, so that nobody else can.
 */
export function respondAlone(
  model: ReadModel,
  { name, document }: { name: string; document: StoredDocument },
  { raw, now, meta }: { raw: string; now: Date; meta: object },
): Buffer {
  const alone = createReadModel(newsCollections, { now: () => now.getTime() });
  try {
    copyLinked(model, alone, name, document, MAX_DEPTH);
    alone.upsert(name, document);
    return respondByIds(alone, name, {
      ids: [document.id],
      raw: projectionOf(raw),
      audience: 'public',
      meta,
    });
  } finally {
    alone.close();
  }
}

/** The same for an article, as if it were published now. */
export function respondPreview(
  model: ReadModel,
  post: StoredDocument,
  query: { raw: string; now: Date; meta: object },
): Buffer {
  const { publishedAt } = post;
  const { now } = query;
  const isLive = isTime(publishedAt) && timeOf(publishedAt) <= now.getTime();
  const document = { ...post, publishedAt: isLive ? publishedAt : now.toISOString() };
  return respondAlone(model, { name: NAME, document }, query);
}
