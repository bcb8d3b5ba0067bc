import type { Attributes, Unchecked } from '@vidhi/collections/all.ts';
import type { WireEntry, WireOne } from '#shared/api/read.ts';
import { useMemo } from 'react';
import type { ShopOptionsResponse, ShopSettingsResponse } from '@vidhi/contracts/shop-settings.ts';
import { RESERVED_SEGMENTS, REPLACEABLE_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { NEW_NAME } from '../today/first-steps-facts.ts';
import type { PageFacts } from './filled-template.ts';
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

/** The documents that readers see at the address of a page that is to be published. */
export interface AtAddress {
  hasArticle: boolean;
  /** The newest other page with this address. */
  page: { id: number; isNewer: boolean } | null;
}

export type AtAddressResult = (AtAddress & { failure?: undefined }) | { failure: StaffResponse };

/** A page as the choice of templates needs it. */
export interface NamedPage {
  id: number;
  name: string;
  isDraft: boolean;
}

export type NamedPagesResult =
  | { pages: readonly NamedPage[]; failure?: undefined }
  | { failure: StaffResponse; pages?: undefined };

type PageEntry = WireEntry<Partial<Attributes<'hosted-page'>>>;

const toPage = ({ id, attributes }: PageEntry, etag: string | null): StoredPage => ({
  id,
  etag,
  values: {
    name: attributes.name ?? '',
    title: attributes.title ?? '',
    content: attributes.content ?? '',
    description: attributes.description ?? '',
    targetUrl: attributes.targetUrl ?? '',
    in_foot: attributes.in_foot === true,
    is_draft: attributes.is_draft === true,
  },
});

/** Returns the values that differ from those that a save has sent. Whether the page is a draft is the save's own. */
export function typedSince(sent: PageValues, current: PageValues): Partial<PageValues> {
  const changed = Object.entries(current).filter(
    ([name, value]) => name !== 'is_draft' && value !== sent[name as keyof PageValues],
  );
  return Object.fromEntries(changed);
}

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

const bodyOf = <Body>(response: StaffResponse | undefined): Body | undefined =>
  response?.isOk === true ? (response.body as Body) : undefined;

/** Returns a text of the settings; null for none, and for the one that a new site has. */
const textOf = (value: unknown): string | null =>
  typeof value !== 'string' || value.trim() === '' || value === NEW_NAME ? null : value.trim();

/** The calls of the page of one hosted page. */
export function createPageClient(send: SendAsStaff) {
  const asPage = (response: StaffResponse): PageResult =>
    response.isOk
      ? { page: toPage((response.body as { data: PageEntry }).data, response.etag) }
      : { failure: response };
  /** Ids of the documents that readers can see with this value. */
  const findWith = async (plural: string, attribute: string, value: string) => {
    const path = `/${plural}?filters[${attribute}][$eq]=${encodeURIComponent(value)}&fields[0]=${attribute}&sort[0]=id:desc`;
    const response = await send({ path });
    return response.isOk
      ? { ids: (response.body as { data: PageEntry[] }).data.map(({ id }) => id) }
      : { ids: [], failure: response };
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
    /** The pages with one of these names, drafts as well. */
    findNamed: async (names: readonly string[]): Promise<NamedPagesResult> => {
      const wanted = names.map((name, at) => `filters[name][$in][${at}]=${encodeURIComponent(name)}`);
      const fields = 'fields[0]=name&fields[1]=is_draft&publicationState=preview&sort[0]=id:desc';
      const response = await send({
        path: `/hosted-pages?${fields}&pagination[pageSize]=150&${wanted.join('&')}`,
      });
      if (!response.isOk) return { failure: response };
      const { data } = response.body as { data: PageEntry[] };
      return {
        pages: data.map(({ id, attributes }) => ({
          id,
          name: attributes.name ?? '',
          isDraft: attributes.is_draft === true,
        })),
      };
    },
    /** Reads what the settings say of the site. What cannot be read, or is as in a new site, is not known. */
    readFacts: async (): Promise<PageFacts> => {
      const [options, shop, terms] = await Promise.all(
        ['/site-options?populate=*', '/shop-settings', '/shop-options'].map((path) => send({ path })),
      );
      const names: Unchecked<'site-option'> =
        bodyOf<WireOne<Unchecked<'site-option'>>>(options)?.data?.attributes ?? {};
      const [site, publisher] = [textOf(names.site_name), textOf(names.publisher_name)];
      const seller = bodyOf<ShopSettingsResponse>(shop)?.data;
      const own = (name: 'seller_name' | 'seller_address' | 'seller_email'): string | null =>
        seller?.missing.includes(name) === false ? textOf(seller[name]) : null;
      const days = bodyOf<ShopOptionsResponse>(terms)?.data.return_days ?? 0;
      const isSeller = publisher !== null && publisher === own('seller_name');
      return {
        site,
        publisher,
        seller: own('seller_name'),
        publisherAddress: isSeller ? own('seller_address') : null,
        orderEmail: own('seller_email'),
        returnDays: days > 0 ? String(days) : null,
      };
    },
    /** Finds what readers see at the address of a page beside that page itself. */
    findAtAddress: async (name: string, id: number | null): Promise<AtAddressResult> => {
      const [pages, articles] = await Promise.all([
        findWith('hosted-pages', 'name', name),
        REPLACEABLE_SEGMENTS.has(name) ? null : findWith('posts', 'slug', name),
      ]);
      const failure = pages.failure ?? articles?.failure;
      if (failure !== undefined) return { failure };
      const [shown] = pages.ids.filter((other) => other !== id).toSorted((one, other) => other - one);
      return {
        hasArticle: articles !== null && articles.ids.length > 0,
        // Of several pages, readers see the newest.
        page: shown === undefined ? null : { id: shown, isNewer: id !== null && shown > id },
      };
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
