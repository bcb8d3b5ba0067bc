import type { ListedRevision, WorkingCopyState } from '@vidhi/contracts/edit-history.ts';
import type { PresenceResponse, PresentPerson, PresentState } from '@vidhi/contracts/presence.ts';
import type { Colleague } from '@vidhi/contracts/staff.ts';
import type { Attributes } from '@vidhi/collections/all.ts';
import type { WireList } from '#shared/api/read.ts';
import type { FileRow } from '#shared/picture/picture.ts';
import type { SendAsStaff, StaffResponse } from '../session/staff-request.ts';
import { commentCalls } from '../comments/comment-calls.ts';
import { previewCalls } from './preview-calls.ts';
import type { MoveName } from './article-state.ts';
import type { SearchLibrary } from '../dialog/library-choice.tsx';
import type { LibraryPicture } from '../dialog/picture-choice.tsx';
import type { FoundArticle } from '../rich-text/link-dialog.tsx';
import {
  toArticle,
  toPicture,
  toSubject,
  type Picture,
  type StoredArticle,
  type Subject,
} from './article-values.ts';

/** A stored working copy. */
export type WorkingCopy = Pick<WorkingCopyState, 'seq' | 'by' | 'at' | 'tab'> & {
  values: Readonly<Record<string, unknown>>;
};

/** An article with its working copy, as the page opens it. */
export interface OpenedArticle {
  article: StoredArticle | null;
  copy: WorkingCopy | null;
  /** Sequence of the next working copy; null where the service has none. */
  seq: number | null;
}

export type Loaded<Value> =
  | { value: Value; failure?: undefined }
  | { failure: StaffResponse; value?: undefined };

/** The other tabs in which an article is open, and its state. */
interface Present {
  others: readonly PresentPerson[];
  writer: PresentPerson | null;
  article: PresentState | 'gone';
}

const GONE: Present = { others: [], writer: null, article: 'gone' };

/** Somebody who writes without an account. */
export interface Guest {
  id: number;
  name: string;
}

const conditionsOf = (etag: string | null, copy: number | null): Record<string, string> => ({
  ...(etag === null ? {} : { 'if-match': etag.replace(/^W\//, '') }),
  ...(copy === null ? {} : { 'x-working-copy': `w${copy}` }),
});

const POPULATED =
  'populate[0]=categories&populate[1]=tags&populate[2]=image&populate[3]=user&populate[4]=guest_author&populate[5]=judgment_document&publicationState=preview';
const NOT_FOUND = 404;
const REVISIONS = 50;
/** Pages of choices are small; nobody reads further. */
const CHOICES = 20;

type Entries<Name extends keyof Collections> = WireList<Partial<Collections[Name]>>['data'];
interface Collections {
  posts: Attributes<'post'>;
  'news-authors': Attributes<'news-author'>;
  categories: Attributes<'category'>;
  tags: Attributes<'tag'>;
}
/** Entities of a list; none where it cannot be loaded. */
const listOf = <Name extends keyof Collections>(response: StaffResponse): Entries<Name> =>
  response.isOk ? ((response.body as { data?: Entries<Name> }).data ?? []) : [];
const oneOf = <Name extends keyof Collections>(response: StaffResponse): Entries<Name>[number] =>
  (response.body as { data: Entries<Name>[number] }).data;

/** The calls of the article page. */
export function createArticleClient(send: SendAsStaff) {
  const asArticle = (response: StaffResponse): Loaded<StoredArticle> =>
    response.isOk ? { value: toArticle(response.body, response.etag) } : { failure: response };
  const load = async (id: number): Promise<Loaded<StoredArticle>> =>
    asArticle(await send({ path: `/posts/${id}?${POPULATED}` }));
  return {
    ...previewCalls(send),
    ...commentCalls(send),
    load,
    create: async (data: object): Promise<Loaded<StoredArticle>> =>
      asArticle(await send({ path: `/posts?${POPULATED}`, method: 'POST', body: { data } })),
    /** Stores attributes; `etag` is of the state that they are a change of. */
    save: async (
      id: number,
      data: object,
      etag: string | null,
      copy: number | null,
    ): Promise<Loaded<StoredArticle>> =>
      asArticle(
        await send({
          path: `/posts/${id}?${POPULATED}`,
          method: 'PUT',
          body: { data },
          headers: conditionsOf(etag, copy),
        }),
      ),
    /** Moves an article to another state, with the changes of the working copy that is named. */
    move: async (
      id: number,
      name: MoveName,
      data: object,
      etag: string | null,
      copy: number | null,
    ): Promise<Loaded<StoredArticle>> =>
      asArticle(
        await send({
          path: `/posts/${id}/${name}?${POPULATED}`,
          method: 'POST',
          body: { data },
          headers: conditionsOf(etag, copy),
        }),
      ),
    /** One page of the former states, newest first, and their number. */
    revisions: async (
      id: number,
      page: number,
    ): Promise<Loaded<{ entries: readonly ListedRevision[]; total: number }>> => {
      const paging = `pagination[page]=${page}&pagination[pageSize]=${REVISIONS}`;
      const response = await send({ path: `/posts/${id}/revisions?${paging}` });
      if (!response.isOk) return { failure: response };
      const { data, meta } = response.body as {
        data: ListedRevision[];
        meta: { pagination: { total: number } };
      };
      return { value: { entries: data, total: meta.pagination.total } };
    },
    revisionsPerPage: REVISIONS,
    /** The attributes of a former state, as they were stored. */
    revision: async (id: number, rev: string): Promise<Loaded<Readonly<Record<string, unknown>>>> => {
      const response = await send({ path: `/posts/${id}/revisions/${encodeURIComponent(rev)}` });
      return response.isOk
        ? { value: (response.body as { data: { values: Record<string, unknown> } }).data.values }
        : { failure: response };
    },
    nameRevision: async (
      id: number,
      rev: string,
      name: string | null,
      note: string | null,
    ): Promise<StaffResponse> =>
      send({
        path: `/posts/${id}/revisions/${encodeURIComponent(rev)}`,
        method: 'PUT',
        body: { data: { name, note } },
      }),
    /** Makes a former state the working copy, in place of the one of this number. */
    restoreRevision: async (id: number, rev: string, seq: number | null): Promise<StaffResponse> =>
      send({
        path: `/posts/${id}/revisions/${encodeURIComponent(rev)}/restore`,
        method: 'POST',
        ...(seq === null ? {} : { headers: { 'if-match': `"w${seq}"` } }),
      }),
    /** The people of the newsroom; none where they cannot be loaded. */
    colleagues: async (): Promise<readonly Colleague[]> => {
      const response = await send({ path: '/staff/newsroom' });
      return response.isOk ? (response.body as { data: Colleague[] }).data : [];
    },
    /** Guests whose names have a text, in the order of their names; none where they cannot be loaded. */
    searchGuests: async (text: string, signal: AbortSignal): Promise<readonly Guest[]> => {
      const filter = text === '' ? '' : `&filters[name][$search]=${encodeURIComponent(text)}`;
      const path = `/news-authors?populate[0]=user&sort[0]=name&pagination[pageSize]=${CHOICES}${filter}`;
      return listOf<'news-authors'>(await send({ path, signal })).flatMap(
        ({ id, attributes: { name, user } }) => (user?.data ? [] : [{ id, name: name ?? '' }]),
      );
    },
    guest: async (id: number): Promise<Guest | null> => {
      const response = await send({ path: `/news-authors/${id}` });
      return response.isOk ? { id, name: oneOf<'news-authors'>(response).attributes.name ?? '' } : null;
    },
    /** The working copy and the sequence number for the next one; `null` where the service has none yet. */
    loadCopy: async (id: number): Promise<{ copy: WorkingCopy | null; seq: number } | null> => {
      const response = await send({ path: `/posts/${id}/working-copy` });
      if (!response.isOk) return null;
      return { copy: (response.body as { data: WorkingCopy | null }).data, seq: sequenceOf(response.etag) };
    },
    saveCopy: async (id: number, data: object, seq: number): Promise<StaffResponse> =>
      send({
        path: `/posts/${id}/working-copy`,
        method: 'PUT',
        body: { data },
        headers: { 'if-match': `"w${seq}"` },
      }),
    /** The heartbeat of a tab: the other tabs, who writes in one of them, and the state; null without a response. */
    beat: async (id: number, tab: string): Promise<Present | null> => {
      const response = await send({ path: `/posts/${id}/presence/${tab}`, method: 'PUT', body: {} });
      if (!response.isOk) return isNotFound(response) ? GONE : null;
      const { others, writer, article } = (response.body as PresenceResponse).data;
      return { others, writer: writer === null || writer.is_here ? null : writer, article };
    },
    /** Takes an article out of the trash. */
    restoreDeleted: async (id: number): Promise<StaffResponse> =>
      send({ path: `/posts/trash/${id}/restore`, method: 'POST' }),
    leave: async (id: number, tab: string): Promise<StaffResponse> =>
      send({ path: `/posts/${id}/presence/${tab}`, method: 'DELETE' }),
    discardCopy: async (id: number, seq: number): Promise<StaffResponse> =>
      send({ path: `/posts/${id}/working-copy`, method: 'DELETE', headers: { 'if-match': `"w${seq}"` } }),
    /** Stores the values that lost a conflict in the history. */
    keepLoser: async (id: number, data: object): Promise<StaffResponse> =>
      send({ path: `/posts/${id}/revisions`, method: 'POST', body: { data } }),
    /** Returns the id of the article that has an address; null when it is free. */
    ownerOfSlug: async (slug: string): Promise<number | null> => {
      const path = `/posts?filters[slug][$eq]=${encodeURIComponent(slug)}&fields[0]=slug&publicationState=preview`;
      return listOf<'posts'>(await send({ path }))[0]?.id ?? null;
    },
    searchArticles: async (text: string, signal: AbortSignal): Promise<readonly FoundArticle[]> => {
      const path = `/posts/search?q=${encodeURIComponent(text)}&fields[0]=title&fields[1]=slug&populate[0]=categories`;
      return listOf<'posts'>(await send({ path, signal }))
        .slice(0, CHOICES)
        .map(toFoundArticle);
    },
    searchSubjects: async (
      kind: 'categories' | 'tags',
      text: string,
      signal: AbortSignal,
    ): Promise<readonly Subject[]> => {
      const filter = text === '' ? '' : `&filters[name][$search]=${encodeURIComponent(text)}`;
      const path = `/${kind}?fields[0]=name&fields[1]=slug&sort[0]=name&pagination[pageSize]=${CHOICES}${filter}`;
      return listOf<typeof kind>(await send({ path, signal })).map(toSubject);
    },
    subjectsById: async (
      kind: 'categories' | 'tags',
      ids: readonly number[],
    ): Promise<readonly Subject[]> => {
      if (ids.length === 0) return [];
      const filter = ids.map((id, at) => `filters[id][$in][${at}]=${id}`).join('&');
      return listOf<typeof kind>(await send({ path: `/${kind}?${filter}&pagination[pageSize]=150` })).map(
        toSubject,
      );
    },
    createTag: async (name: string, slug: string): Promise<Loaded<Subject>> => {
      const response = await send({ path: '/tags', method: 'POST', body: { data: { name, slug } } });
      return response.isOk ? { value: toSubject(oneOf<'tags'>(response)) } : { failure: response };
    },
    picture: async (id: number): Promise<Picture | null> => {
      const response = await send({ path: `/upload/files/${id}` });
      if (!response.isOk || typeof response.body !== 'object' || response.body === null) return null;
      return toPicture({ id, attributes: response.body as Record<string, unknown> });
    },
    /** A document of the library; null where it cannot be loaded. */
    document: async (id: number): Promise<LibraryDocument | null> => {
      const response = await send({ path: `/upload/files/${id}` });
      return response.isOk ? (response.body as LibraryDocument) : null;
    },
    searchDocuments: searchLibrary<LibraryDocument>(send, 'documents'),
    searchPictures: searchLibrary<LibraryPicture>(send, 'pictures'),
    uploadDocument: async (file: File): Promise<Loaded<LibraryDocument>> => {
      const body = new FormData();
      body.append('files', file);
      const response = await send({ path: '/upload', method: 'POST', body });
      const [stored] = response.isOk ? (response.body as LibraryDocument[]) : [];
      return stored === undefined ? { failure: response } : { value: stored };
    },
    upload: async (file: File, alternativeText: string): Promise<Loaded<LibraryPicture>> => {
      const body = new FormData();
      body.append('fileInfo', JSON.stringify({ alternativeText }));
      body.append('files', file);
      const response = await send({ path: '/upload', method: 'POST', body });
      const [stored] = response.isOk ? (response.body as LibraryPicture[]) : [];
      return stored === undefined ? { failure: response } : { value: stored };
    },
  };
}

/** Searches the files of a kind, the newest first. */
const searchLibrary =
  <Item>(send: SendAsStaff, kind: 'documents' | 'pictures'): SearchLibrary<Item> =>
  async (words, count, signal) => {
    const path = `/upload/library?kind=${kind}&pageSize=${count}&q=${encodeURIComponent(words)}`;
    const response = await send({ path, signal });
    if (!response.isOk) return null;
    const { data, meta } = response.body as { data: Item[]; meta: { pagination: { total: number } } };
    return { files: data, total: meta.pagination.total };
  };

/** A PDF of the media library. */
export type LibraryDocument = Pick<FileRow, 'id' | 'name' | 'url' | 'size'> &
  Partial<Pick<FileRow, 'createdAt'>>;

export type ArticleClient = ReturnType<typeof createArticleClient>;

export const isNotFound = ({ status }: StaffResponse): boolean => status === NOT_FOUND;

const sequenceOf = (etag: string | null): number => Number(/^(?:W\/)?"w(\d+)"$/.exec(etag ?? '')?.[1] ?? 0);

function toFoundArticle({
  id,
  attributes: { title, slug, categories },
}: Entries<'posts'>[number]): FoundArticle {
  const category = categories?.data[0]?.attributes.slug;
  return { id, title: title ?? '', path: category ? `/${category}/${slug}` : `/${slug}` };
}
