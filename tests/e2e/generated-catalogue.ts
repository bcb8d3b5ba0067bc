import type { WireBook, WireProfile } from '../../web/src/features/catalog/item/item.ts';
import { aPicture, listOf, type FakeSite } from '../../web/src/testing/fake-api.ts';
import { aBook, aProfile, fakeCatalogue } from '../../web/src/testing/fake-catalogue.ts';

// The catalogue of the generated site: books, lawyers and their locations. It is constant.

const TITLES = [
  'The Working Code',
  'ज़मानत: एक सरल परिचय',
  'Limitation by the Calendar, with Tables for Every Court of the Union',
  'A Constitution for the Bag',
  'Input Tax Credit in Forty Evenings',
  'Proving the Electronic Record',
];
const SERIES = ['Gazette Commentaries', 'Pocket Acts', 'विधि हिन्दी माला'];

const books = Array.from({ length: 12 }, (_, at) =>
  aBook(at + 1, {
    Title: `${TITLES[at % TITLES.length]}${at < TITLES.length ? '' : ` (${at + 1})`}`,
    SubTitle: SERIES[at % SERIES.length] ?? null,
    Price: 295 + at * 150,
    discount: at % 3 === 0 ? 20 : null,
    ...(at === 3 ? { PrimaryImageId: { data: null } } : {}),
  }),
);

const AREAS = ['Tax', 'Constitutional and writs', 'Company law', 'Arbitration'];
const NAMES = ['Asha Rao', 'Yuvraj Bhatia', 'मीरा अय्यर', 'Eapen Kuruvilla', 'Zafar Hashmi', 'Anamika Dube'];

const names = (...all: string[]) => listOf(all.map((name, at) => ({ id: at + 1, attributes: { name } })));

const profiles = NAMES.map((Title, at) => {
  const profile = aProfile(at + 1);
  return {
    ...profile,
    attributes: {
      ...profile.attributes,
      Title,
      SubTitle: at % 2 === 0 ? 'Appeals and writs' : 'LL.M.',
      PropertyList1: names(...AREAS.slice(0, 1 + (at % 4))),
      ...(at === 2 ? { PrimaryImageId: { data: null } } : {}),
    },
  };
});

const DETAIL =
  '<p>Procedure as it is done: by the order in which a chamber meets it.</p>' +
  '<h3>In this book</h3><ul><li>Pleadings</li><li>Interim orders</li><li>Execution</li></ul>';

const bookDetails: Partial<WireBook> = {
  ISBN: '9799000000608',
  Edition: 'Second, 2026',
  Pages: 386,
  Binding: 'Paperback',
  Type: 'Commentary',
  ShortDescription: 'For the ordinary day in court.',
  Detail1: DETAIL,
  publishers: names('Gazette Press'),
  Category: names('Procedure'),
  SecondaryImageIds: { data: [{ ...aPicture('page').data, id: 6 }] },
};

const profileDetails: Partial<WireProfile> = {
  DisplayDate: '2004-08-16',
  Detail1: '<p>Appears in petitions about pensions, promotions and blacklisting.</p>',
  PropertyList2: names('High Court of Kerala', 'Supreme Court of India'),
  type_of_court: names('High Court'),
  PropertyList3: names('English', 'Malayalam'),
  Property1: names('Kerala'),
};

const count = (id: number, name: string, number: number) => ({ id, name, count: number });

const directory = {
  states: [count(1, 'Kerala', 9), count(2, 'Delhi', 4), count(3, 'Maharashtra', 1)],
  cities: [
    { ...count(1, 'Kochi', 7), state: 1 },
    { ...count(2, 'Thiruvananthapuram', 2), state: 1 },
    { ...count(3, 'New Delhi', 4), state: 2 },
    { ...count(4, 'Pune', 1), state: 3 },
  ],
  practices: AREAS.map((name, at) => ({ ...count(at + 1, name, 9 - at), slug: `practice-${at + 1}` })),
};

/** API responses of a generated site with a catalogue; a search for `zzzqqq` has no results. */
export function generatedCatalogue(site: FakeSite): (path: string) => Promise<unknown> {
  const counts = { Category: { 5: 12 }, Type: { Journal: 12 } };
  const all = fakeCatalogue({ ...site, books, profiles, counts });
  const one = <Entry extends { id: number; attributes: object }>(
    entries: readonly Entry[],
    path: string,
    details: object,
  ) => {
    const id = Number(/filters\[id\]\[\$eq\]=(\d+)/.exec(path)?.[1]);
    return listOf(
      entries
        .filter((entry) => entry.id === id)
        .map(({ attributes }) => ({ id, attributes: { ...attributes, ...details } })),
    );
  };
  return async (path) => {
    if (path.startsWith('/site-setting')) {
      const attributes = { show_products: true, show_auth: true, contact_email: site.contactEmail ?? null };
      return { data: { id: 1, attributes } };
    }
    if (path.startsWith('/lawyers/filter-options')) return { data: directory };
    if (/^\/(books|lawyers)\?/.test(path) && path.includes('zzzqqq')) return listOf([]);
    if (path.startsWith('/books?filters[id][$eq]')) return one(books, path, bookDetails);
    if (path.startsWith('/lawyers?filters[id][$eq]')) return one(profiles, path, profileDetails);
    return all(path);
  };
}
