import type { WireBookCard, WireProfileCard } from '#shared/catalogue/item-card.ts';
import type { WireEntry } from '#shared/api/read.ts';
import { aPicture, FakeFailure, fakeApi, listOf, type FakeSite } from './fake-api.ts';

export const aBook = (id: number, attributes: Partial<WireBookCard> = {}): WireEntry<WireBookCard> => ({
  id,
  attributes: {
    Title: `Law Book ${id}`,
    SubTitle: 'A. Rao',
    Price: 499,
    discount: null,
    PrimaryImageId: aPicture(`cover-${id}`),
    author_names: { data: [{ id: 1, attributes: { AuthorName: 'Asha Rao' } }] },
    ...attributes,
  },
});

const named = (id: number, name: string) => ({ id, attributes: { name } });

export const aProfile = (
  id: number,
  more: Readonly<Record<string, unknown>> = {},
): WireEntry<WireProfileCard & Record<string, unknown>> => ({
  id,
  attributes: {
    Title: `Advocate ${id}`,
    SubTitle: 'LL.M.',
    PrimaryImageId: aPicture(`portrait-${id}`),
    PropertyList1: { data: [named(1, 'Tax')] },
    Property2: { data: [named(1, 'Kochi')] },
    // Facts for members, which the service omits for anonymous visitors: pages must not show them even if they came.
    Identifier: 'KER/1234/2001',
    Price: 7_777,
    contact: { phone_number: '9876543210', email_address: 'advocate@bar.example' },
    ...more,
  },
});

export interface FakeCatalogue extends FakeSite {
  books?: WireEntry<WireBookCard>[];
  /** Time at which the owners of profiles declared their facts. */
  declaredAt?: string;
  profiles?: ReturnType<typeof aProfile>[];
  practices?: { id: number; name: string; slug: string; count: number }[];
  /** Total number of items, where it is more than are listed. */
  total?: number;
  /** Facet counts by attribute. */
  counts?: Record<string, Record<string, number>>;
  /** Receives the requested paths. */
  requested?: string[];
}

/** `fakeApi` with a catalogue. Filters are not applied; tests check the paths in `requested`. */
export function fakeCatalogue(site: FakeCatalogue): (path: string) => Promise<unknown> {
  const respondNews = fakeApi(site);
  const { books = [], profiles = [] } = site;
  return async (path) => {
    site.requested?.push(path);
    for (const [start, status] of Object.entries(site.failing ?? {}))
      if (path.startsWith(start)) throw new FakeFailure(status);
    if (/^\/books\?fields=\w+$/.test(path))
      return listOf(
        books.map(({ id, attributes: { SubTitle, Price } }) => ({
          id,
          attributes: { SubTitle, Price, Type: 'Journal', Binding: 'Paperback' },
        })),
      );
    if (/^\/(books|lawyers)\?counts=1&/.test(path))
      return { ...listOf([]), meta: { counts: site.counts ?? {} } };
    if (path.startsWith('/books?')) return listOf(books, site.total);
    if (/^\/(lawyers|firms)\/neutral-order$/.test(path))
      return {
        data: { date: '2026-11-20', seed: '0'.repeat(64), next: [], ids: profiles.map(({ id }) => id) },
      };
    if (path.startsWith('/lawyers/filter-options'))
      return { data: { practices: site.practices ?? [], states: [{ id: 3, name: 'Kerala' }], cities: [] } };
    if (/^\/lawyers\/\d+\/declaration$/.test(path))
      return { data: { declaredAt: site.declaredAt ?? null }, meta: {} };
    if (path.startsWith('/lawyers?')) return listOf(profiles, site.total);
    if (/^\/(catelog-categories|publishers|book-tags|specializations|courts|languages)\?/.test(path))
      return listOf([named(5, `Option of ${path.split('?')[0]?.slice(1)}`)]);
    return respondNews(path);
  };
}
