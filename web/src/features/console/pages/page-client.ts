import { useMemo } from 'react';
import { RESERVED_SEGMENTS, REPLACEABLE_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { createSendAsStaff, type SendAsStaff, type StaffResponse } from '../session/staff-request.ts';

/** The attributes of a page that staff write. */
export interface PageValues {
  name: string;
  title: string;
  content: string;
  description: string;
  targetUrl: string;
  in_foot: boolean;
  is_draft: boolean;
}

/** A page as it is stored, with the state that a change is of. */
export interface StoredPage {
  id: number;
  values: PageValues;
  etag: string | null;
}

export type PageResult =
  | { page: StoredPage; failure?: undefined }
  | { failure: StaffResponse; page?: undefined };

interface WirePage {
  id: number;
  attributes: Readonly<Record<string, unknown>>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const toPage = ({ id, attributes }: WirePage, etag: string | null): StoredPage => ({
  id,
  etag,
  values: {
    name: textOf(attributes['name']),
    title: textOf(attributes['title']),
    content: textOf(attributes['content']),
    description: textOf(attributes['description']),
    targetUrl: textOf(attributes['targetUrl']),
    in_foot: attributes['in_foot'] === true,
    is_draft: attributes['is_draft'] === true,
  },
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Attributes that are absent from responses are null, not false, so that other pages look as before. */
const toWire = ({
  name,
  title,
  content,
  description,
  targetUrl,
  in_foot: inFoot,
  is_draft: isDraft,
}: PageValues) => ({
  name: name.trim(),
  title: orNull(title),
  content: content.trim() === '' ? null : content,
  description: orNull(description),
  targetUrl: orNull(targetUrl),
  in_foot: inFoot || null,
  is_draft: isDraft || null,
});

/** The calls of the page of one hosted page. */
export function createPageClient(send: SendAsStaff) {
  const asPage = (response: StaffResponse): PageResult =>
    response.isOk
      ? { page: toPage((response.body as { data: WirePage }).data, response.etag) }
      : { failure: response };
  const idsWith = async (plural: string, attribute: string, value: string): Promise<number[]> => {
    const path = `/${plural}?filters[${attribute}][$eq]=${encodeURIComponent(value)}&fields[0]=${attribute}`;
    const response = await send({ path });
    return response.isOk ? (response.body as { data: WirePage[] }).data.map(({ id }) => id) : [];
  };
  return {
    load: async (id: number): Promise<PageResult> =>
      asPage(await send({ path: `/hosted-pages/${id}?publicationState=preview` })),
    /** Stores a page; with `etag`, only a change of that state. */
    save: async (id: number | null, values: PageValues, etag: string | null): Promise<PageResult> =>
      asPage(
        await send({
          path: id === null ? '/hosted-pages' : `/hosted-pages/${id}`,
          method: id === null ? 'POST' : 'PUT',
          body: { data: toWire(values) },
          ...(etag === null ? {} : { headers: { 'if-match': etag.replace(/^W\//, '') } }),
        }),
      ),
    remove: async (id: number): Promise<StaffResponse> =>
      send({ path: `/hosted-pages/${id}`, method: 'DELETE' }),
    /** Names of all pages that there are. */
    names: async (): Promise<ReadonlyMap<string, number>> => {
      const path =
        '/hosted-pages?fields[0]=name&publicationState=preview&sort[0]=id:asc&pagination[pageSize]=150';
      const response = await send({ path });
      const data = response.isOk ? (response.body as { data: WirePage[] }).data : [];
      return new Map(data.map(({ id, attributes }) => [textOf(attributes['name']), id]));
    },
    /** Returns why readers would not see a page of this name; null when they would. */
    findObstacle: async (name: string, id: number | null): Promise<string | null> => {
      const [pages, articles] = await Promise.all([
        idsWith('hosted-pages', 'name', name),
        REPLACEABLE_SEGMENTS.has(name) ? [] : idsWith('posts', 'slug', name),
      ]);
      if (articles.length > 0) return 'An article has this address, and readers see that.';
      const isNewest = (other: number) => id !== null && other <= id;
      return pages.every((other) => other === id || isNewest(other))
        ? null
        : 'A newer page has this address, and readers see that one.';
    },
  };
}

export type PageClient = ReturnType<typeof createPageClient>;

/** The calls of the page, with the token of the session. */
export function usePageClient(): PageClient {
  const dispatch = useSessionDispatch();
  return useMemo(
    () =>
      createPageClient(
        createSendAsStaff({ dispatch, getState: dispatch((_dispatch, getState) => getState) }),
      ),
    [dispatch],
  );
}

/** Returns what is wrong with the address of a page; null for one under which readers find it. */
export function nameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Please give the page an address, such as refund-policy';
  if (!/^[\p{L}\p{M}\p{N}_-]+$/u.test(trimmed))
    return 'An address has letters, digits and hyphens: no spaces and no slashes';
  if (RESERVED_SEGMENTS.has(trimmed.toLowerCase()) && !REPLACEABLE_SEGMENTS.has(trimmed))
    return `/${trimmed} is a page of the site itself: please choose another address`;
  return null;
}
