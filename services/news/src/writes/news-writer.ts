import { attributeErrors, WireError } from '@vidhi/contracts/errors.ts';
import { takedownOf } from '@vidhi/contracts/takedown.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { documentsOf, type Collection, type ReadModel } from '@vidhi/content-engine';
import type { ContentWriter, LiveModel, WriteAction, WriteContext } from '@vidhi/content-service';
import {
  type ContentWrites,
  createStoredWriter,
  type StoredWriterOptions,
} from '@vidhi/content-service/store.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { periodValues } from '../ads/ad-period.ts';
import { bylineValues } from '../authors/byline.ts';
import { postsOfGuest } from '../authors/find-author.ts';
import { editedValues } from '../collections/content-rules.ts';
import { requireOwnByline, requirePostDesk } from '../posts/require-post-desk.ts';
import { stillWithheld } from '../posts/withheld.ts';
import { stateValues, type StateRules } from '../posts/state-rules.ts';
import { subjectsOf } from '../slugs/find-subject.ts';
import { createPresentValues, isBelowItself } from '../slugs/merged-subjects.ts';

const WITH_SLUG_HISTORY: ReadonlySet<string> = new Set([
  postCollection.name,
  categoryCollection.name,
  tagCollection.name,
  newsAuthorCollection.name,
]);

type Values = Readonly<Record<string, unknown>>;

/** Adds the previous slug to `old_slugs` when a document gets another one. */
function slugHistory(current: StoredDocument, values: Values): Values {
  const { slug: before } = current;
  const { slug: after } = values;
  if (typeof before !== 'string' || typeof after !== 'string' || before === after) return {};
  const { old_slugs: former } = storedAs(postCollection, current);
  const known: unknown[] = Array.isArray(former) ? former : [];
  return { old_slugs: [...new Set([...known, before])].filter((slug) => slug !== after) };
}

/**
 * Dates a post when it is first published: pages, feeds and the order of lists go by `publish_date`, which forms and clients
 * leave out. Imported posts have what the archive brings, as they are not written here.
 */
function firstPublication(current: Partial<StoredDocument>, values: Values): Values {
  const { publishedAt, publish_date: date } = { ...current, ...values };
  const isFirst = typeof current.publishedAt !== 'string' && typeof publishedAt === 'string';
  return isFirst && (date === null || date === undefined) ? { publish_date: publishedAt } : {};
}

/** Removes the view count from an edit: an editor's form may contain an old one. */
function withoutOldCount(current: StoredDocument, values: Values): Values {
  const { views_count: viewsCount, ...others } = values;
  const known = storedAs(postCollection, current).views_count ?? 0;
  return typeof viewsCount === 'number' && viewsCount > known ? values : others;
}

/**
 * Rejects a slug that another category or tag has, as both would have the same URL. No unique index enforces
 * this, because imported archives may contain duplicates.
 */
function rejectTakenSlug(model: ReadModel, { name }: Collection, { slug }: Values, id: number | null): void {
  if (name !== categoryCollection.name && name !== tagCollection.name) return;
  const subjects = subjectsOf(model, name);
  if (typeof slug !== 'string' || slug === '' || (id !== null && subjects.get(id)?.slug === slug)) return;
  if (subjects.list().some((other) => other.id !== id && other.slug === slug))
    throw attributeErrors([{ path: ['slug'], message: 'This attribute must be unique' }]);
}

/** Rejects what a job or its undo would put below itself; bodies of requests are validated before. */
function rejectOwnAncestor(model: ReadModel, name: string, current: StoredDocument, values: Values): void {
  const { parent_category: before } = storedAs(categoryCollection, current);
  const { parent_category: after } = values;
  if (after !== before && isBelowItself(model, name, values, current.id))
    throw attributeErrors([
      { path: ['parent_category'], message: 'It would be below itself, as others were moved meanwhile' },
    ]);
}

/** An author whom articles name stays, as they would lose their byline. */
function requireNoArticles(model: ReadModel, id: number): void {
  const { length } = postsOfGuest(model, id);
  if (length > 0)
    throw new WireError(
      409,
      'ConflictError',
      `${length === 1 ? 'An article names' : `${length} articles name`} this author: merge the author into another one first`,
    );
}

export interface NewsWriterOptions {
  store: ContentWrites;
  live: LiveModel;
  /** Resolves when the event of a write is published; omitted in tests of other things. */
  acknowledged?: StoredWriterOptions['acknowledged'];
  now?: () => Date;
}

/** Creates the writer of editors' changes, which preserves slug history and view counts. */
export function createNewsWriter(options: NewsWriterOptions): ContentWriter {
  const { store, live, acknowledged, now = () => new Date() } = options;
  const presentValues = createPresentValues(live.model);
  const rulesOf = ({ request: { principal }, requireCurrent, audit }: WriteContext): StateRules => ({
    principal,
    isReviewed: documentsOf(live.model, siteOptionCollection).get(1)?.second_pair_of_eyes === true,
    now: now(),
    // Rows of jobs have conditions, too; those that add a tag are edits.
    isTransition: requireCurrent !== undefined && audit?.action !== undefined,
  });
  /** A publication in the same instant is not in the model yet, by which the request was authorized. */
  function requireStoredPostDesk(
    { request: { principal } }: WriteContext,
    action: WriteAction,
    current: StoredDocument,
    data: Values,
  ): void {
    if (principal !== null) requirePostDesk({ principal, action, current, data });
  }
  const writer = createStoredWriter({
    store,
    live,
    requireRemovable({ name }, current, context) {
      if (name === newsAuthorCollection.name) requireNoArticles(live.model, current.id);
      if (name !== postCollection.name) return;
      requireStoredPostDesk(context, 'delete', current, {});
      const order = takedownOf(current);
      if (order !== null) throw stillWithheld(order);
    },
    ...(acknowledged === undefined ? {} : { acknowledged }),
    prepare: editedValues,
    decide: ({ name }, current, values, context) => {
      if (name === siteAdCollection.name) return { ...values, ...periodValues(current, values, now()) };
      if (!WITH_SLUG_HISTORY.has(name)) return values;
      if (name !== postCollection.name) {
        rejectOwnAncestor(live.model, name, current, values);
        return { ...values, ...slugHistory(current, values) };
      }
      requireStoredPostDesk(context, 'update', current, values);
      requireOwnByline(context.request.principal, current, values);
      return {
        ...withoutOldCount(current, values),
        ...stateValues(current, values, rulesOf(context)),
        ...firstPublication(current, values),
        ...bylineValues(live.model, values),
        ...slugHistory(current, values),
      };
    },
  });
  return {
    ...writer,
    async copyOf(collection, id, seq) {
      return presentValues(collection, (await writer.copyOf?.(collection, id, seq)) ?? {});
    },
    async create(collection, patch, context) {
      rejectTakenSlug(live.model, collection, patch, null);
      if (collection.name === siteAdCollection.name)
        return writer.create(collection, { ...patch, ...periodValues({}, patch, now()) }, context);
      if (collection.name !== postCollection.name) return writer.create(collection, patch, context);
      requireOwnByline(context.request.principal, {}, patch);
      stateValues({}, patch, rulesOf(context));
      return writer.create(
        collection,
        { ...patch, ...firstPublication({}, patch), ...bylineValues(live.model, patch) },
        context,
      );
    },
    async update(collection, id, patch, context) {
      rejectTakenSlug(live.model, collection, patch, id);
      return writer.update(collection, id, patch, context);
    },
  };
}
