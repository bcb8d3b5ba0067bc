import { Type, type Static, type TObject, type TProperties } from 'typebox';
import type { StoredDocument as Document } from './stored-document.ts';

const Rev = Type.Integer({ minimum: 0 });
const Id = Type.Integer({ minimum: 1 });

/** What every record on every topic looks like. `id` is deterministic: the same fact has the same id. */
export const Envelope = Type.Object({
  id: Type.String({ minLength: 1 }),
  type: Type.String({ minLength: 1 }),
  v: Type.Integer({ minimum: 1 }),
  aggregateId: Type.String({ minLength: 1 }),
  occurredAt: Type.String(),
  traceparent: Type.Optional(Type.String()),
  data: Type.Unknown(),
});
export type Envelope = Static<typeof Envelope>;

/** A stored document travels whole; consumers read what they know of it. */
export const StoredDocument = Type.Object({ id: Id }, { additionalProperties: true });

export interface EventDeclaration<Data extends TProperties = TProperties> {
  type: string;
  v: number;
  data: TObject<Data>;
}

const defineEvent = <Data extends TProperties>(
  type: string,
  v: number,
  data: Data,
): EventDeclaration<Data> => ({ type, v, data: Type.Object(data, { additionalProperties: true }) });

const stored = { rev: Rev, doc: StoredDocument };
/** Data of the facts that carry a document whole. */
export interface StoredFact {
  rev: number;
  doc: Document;
}

export const PostPublished = defineEvent('post.published', 1, stored);
export const PostChanged = defineEvent('post.changed', 1, stored);
export const PostWithdrawn = defineEvent('post.withdrawn', 1, {
  rev: Rev,
  id: Id,
  slug: Type.Union([Type.String(), Type.Null()]),
});
/** Saved and not to be seen by visitors: says only that it changed, so that other writers read it again. */
export const PostDrafted = defineEvent('post.drafted', 1, { rev: Rev, id: Id });
/** Absolute count: applying it twice, or late, changes nothing because counts only grow. */
export const PostViewed = defineEvent('post.viewed', 1, { id: Id, viewsCount: Type.Integer({ minimum: 0 }) });

const siteChange = { rev: Rev, collection: Type.String(), doc: StoredDocument };
const siteRemoval = { rev: Rev, collection: Type.String(), id: Id };

export const SITE_COLLECTIONS = [
  'category',
  'tag',
  'site-ad',
  'product',
  'hosted-page',
  'site-setting',
  'social-link',
  'site-option',
] as const;

/** Facts about the small collections around the posts. The single `site-setting` is `settings.changed`. */
export const siteChangedType = (collection: string): string =>
  collection === 'site-setting' ? 'settings.changed' : `${collection}.changed`;
export const siteRemovedType = (collection: string): string => `${collection}.removed`;
export const SiteChanged = SITE_COLLECTIONS.map((name) => defineEvent(siteChangedType(name), 1, siteChange));
export const SiteRemoved = SITE_COLLECTIONS.map((name) => defineEvent(siteRemovedType(name), 1, siteRemoval));

const gone = { rev: Rev, id: Id };
/** Data of the facts that name a document without showing it: it is gone, or not to be seen. */
export type NamedFact = Static<TObject<typeof gone>>;

export const BookPublished = defineEvent('book.published', 1, stored);
export const BookChanged = defineEvent('book.changed', 1, stored);
export const BookWithdrawn = defineEvent('book.withdrawn', 1, gone);
/** Lawyers and firms. The document carries what only signed-in visitors may see: for our own services. */
export const ProfilePublished = defineEvent('profile.published', 1, stored);
export const ProfileChanged = defineEvent('profile.changed', 1, stored);
export const ProfileWithdrawn = defineEvent('profile.withdrawn', 1, gone);
/** Facts about what books and profiles refer to: authors, categories, courts, cities and the like. */
export const ListChanged = defineEvent('list.changed', 1, siteChange);
export const ListRemoved = defineEvent('list.removed', 1, siteRemoval);

export const MediaStored = defineEvent('media.stored', 1, stored);
export const MediaChanged = defineEvent('media.changed', 1, stored);
export const MediaRemoved = defineEvent('media.removed', 1, gone);

const userName = {
  rev: Rev,
  id: Id,
  first_name: Type.Union([Type.String(), Type.Null()]),
  last_name: Type.Union([Type.String(), Type.Null()]),
  role: Type.Integer(),
  /** Access tokens with a smaller one are revoked. Absent in events from before it was published. */
  tokenVersion: Type.Optional(Type.Integer({ minimum: 0 })),
};
export type UserFact = Static<TObject<typeof userName>>;
export const UserRegistered = defineEvent('user.registered', 1, userName);
export const UserUpdated = defineEvent('user.updated', 1, userName);

/** Every event there is, by type. A consumer skips what it does not know and parks what does not fit. */
export const EVENTS: ReadonlyMap<string, EventDeclaration> = new Map(
  [
    PostPublished,
    PostChanged,
    PostWithdrawn,
    PostDrafted,
    PostViewed,
    ...SiteChanged,
    ...SiteRemoved,
    BookPublished,
    BookChanged,
    BookWithdrawn,
    ProfilePublished,
    ProfileChanged,
    ProfileWithdrawn,
    ListChanged,
    ListRemoved,
    MediaStored,
    MediaChanged,
    MediaRemoved,
    UserRegistered,
    UserUpdated,
  ].map((event) => [event.type, event]),
);

/** The id that makes a repeated publication of one fact recognisable. */
export const eventId = (type: string, aggregateId: string | number, rev: number): string =>
  `${type}:${aggregateId}:${rev}`;
