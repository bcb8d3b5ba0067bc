import { createPicture, capital, createScript, slugOf, type GeneratedDocument } from '../generated-parts.ts';

const BINDINGS = ['Hardbound', 'Paperback', 'Spiral bound', 'Flexibound'];
const TYPES = ['Commentary', 'Bare Act', 'Practice Manual', 'Student Text', 'Reference'];
const PICTURES = 400;
const STATES = 28;
const DISTRICTS = 280;
const CITIES = 400;

/** Number of documents of each list. */
const LISTS = {
  author: 400,
  publisher: 60,
  'catelog-category': 24,
  'book-tag': 120,
  'country-state': STATES,
  'state-district': DISTRICTS,
  city: CITIES,
  court: 500,
  'type-of-court': 6,
  language: 22,
  specialization: 40,
} as const;

const inState = (id: number): number => 1 + (id % STATES);
const inDistrict = (id: number): number => 1 + (id % DISTRICTS);

/** Generates a catalogue of any size deterministically, one document at a time. */
export function* generatedCatalogue(
  books: number,
  profiles: number,
  seed = 11,
): Generator<GeneratedDocument> {
  const { roll, word, words, some, times } = createScript(seed);
  const html = (paragraphs: number): string =>
    Array.from({ length: paragraphs }, () => `<p>${capital(words(40 + roll(40)))}.</p>`).join('\n');
  const gallery = (id: number): number[] => (id % 4 === 0 ? some(PICTURES, 3) : []);

  for (let id = 1; id <= PICTURES; id += 1) yield { collection: 'file', document: createPicture(id) };
  for (const [collection, count] of Object.entries(LISTS)) {
    for (let id = 1; id <= count; id += 1) {
      const name = `${capital(word())} ${capital(word())} ${id}`;
      yield {
        collection,
        document: {
          id,
          ...(collection === 'author' ? { AuthorName: name } : { name }),
          ...(collection === 'specialization' ? { slug: slugOf(name) } : {}),
          ...(['state-district', 'city', 'court'].includes(collection) ? { country_state: inState(id) } : {}),
          ...(['city', 'court'].includes(collection) ? { state_district: inDistrict(id) } : {}),
          ...(collection === 'court' ? { city: 1 + (id % CITIES) } : {}),
          ...times(id),
        },
      };
    }
  }
  for (let id = 1; id <= books; id += 1) {
    yield {
      collection: 'book',
      document: {
        id,
        Title: `${capital(words(3 + roll(5)))} ${id}`,
        SubTitle: `Series ${1 + roll(40)}`,
        ISBN: `9799${String(id).padStart(9, '0')}`,
        Edition: `${1 + roll(12)}th`,
        Pages: 80 + roll(2_000),
        Binding: BINDINGS[roll(BINDINGS.length)] ?? null,
        Type: TYPES[roll(TYPES.length)] ?? null,
        Price: 150 + roll(128) * 50,
        discount: roll(3) === 0 ? 5 + roll(36) : 0,
        Detail1: html(1 + roll(3)),
        ShortDescription: words(14),
        shipping_class: 'standard',
        Property1: null,
        Property2: null,
        PrimaryImageId: 1 + (id % PICTURES),
        SecondaryImageIds: gallery(id),
        author_names: some(LISTS.author, 3),
        publishers: some(LISTS.publisher, 1),
        Category: some(LISTS['catelog-category'], 2),
        PropertyList1: some(LISTS['book-tag'], 3),
        PropertyList2: some(LISTS['book-tag'], 2),
        PropertyList3: [],
        html_version: 1,
        ...times(id),
      },
    };
  }
  for (let id = 1; id <= profiles; id += 1) {
    const city = 1 + roll(CITIES);
    yield {
      collection: 'lawyer',
      document: {
        id,
        Title: `${capital(word())} ${capital(word())} ${id}`,
        SubTitle: words(3),
        SubCategory2: id % 5 === 0 ? '1' : '0',
        Identifier: `BAR/F${id}`,
        DisplayDate: `${1970 + roll(50)}-06-15`,
        shipping_class: 'standard',
        Price: 500 + roll(200) * 50,
        Detail1: html(1 + roll(2)),
        contact: {
          phone_number: String(id).padStart(10, '0'),
          email_address: `profile${id}@example.org`,
          address: words(5),
          website_link: `https://profile${id}.example.org`,
        },
        PrimaryImageId: 1 + (id % PICTURES),
        SecondaryImageIds: gallery(id),
        users_permissions_user: null,
        Property1: [inState(city)],
        Property2: [city],
        Property3: [inDistrict(city)],
        PropertyList1: some(LISTS.specialization, 3),
        PropertyList2: some(LISTS.court, 2),
        PropertyList3: some(LISTS.language, 3),
        type_of_court: some(LISTS['type-of-court'], 2),
        html_version: 1,
        ...times(id),
      },
    };
  }
}
