import {
  BOOK_AUTHORS,
  BOOK_CATEGORIES,
  BOOK_TAGS,
  PUBLISHERS,
  SERIES,
  type BookTag,
} from '../catalogue/book-lists.ts';
import { BOOKS, bookDetails, isbnOf } from '../catalogue/books.ts';
import { CITIES, COURTS, COURT_TYPES, STATES } from '../catalogue/places.ts';
import { LANGUAGES, SPECIALIZATIONS } from '../catalogue/profile-lists.ts';
import {
  LAWYERS,
  PROFILES,
  contactOf,
  courtsOf,
  identifierOf,
  placeOf,
  profileDetails,
} from '../catalogue/profiles.ts';
import { coverOf } from '../pictures/covers.ts';
import { pictureOf } from '../pictures/portraits.ts';
import { USER, api, founded, idIn, type Sheets } from './entities.ts';

const DISTRICTS = STATES.flatMap(({ name: state, districts }) =>
  districts.map(({ name }) => ({ name, state })),
);

const stateId = idIn(
  STATES.map(({ name }) => name),
  'state',
);
const districtId = idIn(
  DISTRICTS.map(({ name }) => name),
  'district',
);
const cityId = idIn(
  CITIES.map(({ name }) => name),
  'city',
);
const courtId = idIn(
  COURTS.map(({ name }) => name),
  'court',
);
const idInKeys = (list: Readonly<Record<string, string>>, what: string) => idIn(Object.keys(list), what);
const authorId = idInKeys(BOOK_AUTHORS, 'author of books');
const publisherId = idInKeys(PUBLISHERS, 'publisher');
const bookCategoryId = idInKeys(BOOK_CATEGORIES, 'category of books');
const bookTagId = idInKeys(BOOK_TAGS, 'tag of books');
const specializationId = idInKeys(SPECIALIZATIONS, 'specialization');
const courtTypeId = idInKeys(COURT_TYPES, 'type of court');
const languageId = idIn(LANGUAGES, 'language');

const STATE = { type: api('country-state') };
const DISTRICT = { type: api('state-district') };
const CITY = { type: api('city') };

function addPlaces({ add, addOne }: Sheets) {
  for (const { name } of STATES) add(STATE.type, stateId(name), { name, ...founded });
  for (const { name, state } of DISTRICTS) {
    add(DISTRICT.type, districtId(name), { name, ...founded });
    addOne(DISTRICT.type, districtId(name), 'country_state', STATE, stateId(state));
  }
  for (const { name, district, state } of CITIES) {
    add(CITY.type, cityId(name), { name, ...founded });
    addOne(CITY.type, cityId(name), 'country_state', STATE, stateId(state));
    addOne(CITY.type, cityId(name), 'state_district', DISTRICT, districtId(district));
  }
  for (const { name, city: at } of COURTS) {
    const id = courtId(name);
    const city = CITIES[cityId(at) - 1];
    add(api('court'), id, { name, ...founded });
    if (city === undefined) continue;
    addOne(api('court'), id, 'country_state', STATE, stateId(city.state));
    addOne(api('court'), id, 'state_district', DISTRICT, districtId(city.district));
    addOne(api('court'), id, 'city', CITY, cityId(city.name));
  }
}

function addLists({ add }: Sheets) {
  const addNames = (type: string, names: readonly string[], field = 'name') => {
    for (const [index, name] of names.entries()) add(api(type), index + 1, { [field]: name, ...founded });
  };
  addNames('type-of-court', Object.values(COURT_TYPES));
  addNames('language', LANGUAGES);
  for (const [slug, name] of Object.entries(SPECIALIZATIONS))
    add(api('specialization'), specializationId(slug), { name, slug, ...founded });
  addNames('author', Object.values(BOOK_AUTHORS), 'AuthorName');
  addNames('publisher', Object.values(PUBLISHERS));
  addNames('catelog-category', Object.values(BOOK_CATEGORIES));
  addNames('book-tag', Object.values(BOOK_TAGS));
}

function addBooks({ add, addImages, addMany }: Sheets) {
  const type = api('book');
  const tags = (keys: readonly BookTag[]) => keys.map(bookTagId);
  const TAG = { type: api('book-tag') };
  for (const [index, book] of BOOKS.entries()) {
    const id = index + 1;
    add(type, id, {
      Title: book.title,
      SubTitle: SERIES[book.series],
      ISBN: isbnOf(index),
      Edition: book.edition,
      Pages: book.pages,
      Binding: book.binding,
      Type: book.type,
      Price: book.price,
      discount: book.discount ?? 0,
      Detail1: bookDetails(book),
      ShortDescription: book.short,
      shipping_class: 'standard',
      Property1: null,
      Property2: null,
      ...founded,
    });
    addImages(type, id, 'PrimaryImageId', [coverOf(book)]);
    addImages(type, id, 'SecondaryImageIds', book.gallery ?? []);
    const refs = { type: api('author'), inverse: 'books' };
    addMany(type, id, 'author_names', refs, book.authors.map(authorId));
    const publishers = [book.publisher, ...(book.with === undefined ? [] : [book.with])];
    addMany(
      type,
      id,
      'publishers',
      { type: api('publisher'), inverse: 'books' },
      publishers.map(publisherId),
    );
    const categories = { type: api('catelog-category'), inverse: 'books' };
    addMany(type, id, 'Category', categories, book.categories.map(bookCategoryId));
    const [subjects, readers, features] = book.tags;
    addMany(type, id, 'PropertyList1', { ...TAG, inverse: 'books' }, tags(subjects));
    addMany(type, id, 'PropertyList2', TAG, tags(readers));
    addMany(type, id, 'PropertyList3', TAG, tags(features));
  }
}

function addProfiles({ add, addImages, addMany, addOne }: Sheets, visitorId: (key: string) => number) {
  const type = api('lawyer');
  const lawyers = (name: string) => ({ type: api(name), inverse: 'lawyers' });
  for (const [index, profile] of PROFILES.entries()) {
    const id = index + 1;
    const { city, state } = placeOf(profile);
    add(type, id, {
      Title: profile.title,
      SubTitle: profile.subtitle,
      SubCategory2: index < LAWYERS.length ? '0' : '1',
      Identifier: identifierOf(profile, index),
      DisplayDate: profile.since,
      shipping_class: 'standard',
      Price: profile.price,
      Detail1: profileDetails(
        profile,
        profile.areas.map((area) => SPECIALIZATIONS[area]),
      ),
      contact: contactOf(profile, index),
      ...founded,
    });
    addImages(type, id, 'PrimaryImageId', [pictureOf(profile)]);
    addImages(type, id, 'SecondaryImageIds', profile.gallery ?? []);
    if (profile.owner !== undefined)
      addOne(type, id, 'users_permissions_user', { type: USER }, visitorId(profile.owner));
    addMany(type, id, 'Property1', STATE, [stateId(state.name)]);
    addMany(type, id, 'Property2', CITY, [cityId(city.name)]);
    addMany(type, id, 'Property3', DISTRICT, [districtId(city.district)]);
    addMany(type, id, 'PropertyList1', lawyers('specialization'), profile.areas.map(specializationId));
    addMany(type, id, 'PropertyList2', lawyers('court'), courtsOf(profile).map(courtId));
    addMany(type, id, 'PropertyList3', lawyers('language'), profile.languages.map(languageId));
    addMany(type, id, 'type_of_court', { type: api('type-of-court') }, profile.courts.map(courtTypeId));
  }
}

/** The books, the lawyers, the firms, and the lists that they refer to. */
export function addCatalogue(sheets: Sheets, visitorId: (key: string) => number): void {
  addPlaces(sheets);
  addLists(sheets);
  addBooks(sheets);
  addProfiles(sheets, visitorId);
}
