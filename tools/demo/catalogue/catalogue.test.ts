import { describe, expect, it } from 'vitest';
import sanitizeHtml from 'sanitize-html';
import { allDrawings } from '../pictures/all-pictures.ts';
import { BOOK_AUTHORS, BOOK_CATEGORIES, BOOK_TAGS, PUBLISHERS, SERIES } from './book-lists.ts';
import { BOOKS, bookDetails, isbnOf } from './books.ts';
import { FIRMS } from './firms.ts';
import { CITIES, COURTS, COURT_TYPES, STATES } from './places.ts';
import { LANGUAGES, SPECIALIZATIONS } from './profile-lists.ts';
import { LAWYERS, PROFILES, contactOf, courtsOf, identifierOf, placeOf, profileDetails } from './profiles.ts';

const unused = (list: readonly string[], used: Iterable<string>) => {
  const seen = new Set(used);
  return list.filter((name) => !seen.has(name));
};
const distinct = (values: readonly unknown[]) => new Set(values).size;
const pictures = new Set(allDrawings().map(({ name }) => name));
const ALLOWED = { allowedTags: ['p', 'h2', 'ul', 'li', 'em'], allowedAttributes: {} };

describe('the books', () => {
  it('are sixty, with numbers whose check digits are right and that no agency has given', () => {
    const numbers = BOOKS.map((_book, index) => isbnOf(index));
    expect([distinct(numbers), distinct(BOOKS.map(({ key }) => key))]).toEqual([60, 60]);
    for (const number of numbers) {
      expect(number).toMatch(/^9799\d{9}$/);
      const sum = [...number].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
      expect(sum % 10).toBe(0);
    }
  });

  it('cost 150 to 6,500 rupees, some with 5 to 40 percent off', () => {
    const prices = BOOKS.map(({ price }) => price);
    expect([Math.min(...prices) >= 150, Math.max(...prices) <= 6_500]).toEqual([true, true]);
    const discounts = BOOKS.flatMap(({ discount }) => discount ?? []);
    expect(discounts.filter((percent) => percent < 5 || percent > 40)).toEqual([]);
    expect(discounts.length).toBeGreaterThan(20);
    expect(discounts.length).toBeLessThan(BOOKS.length);
  });

  it('leave no author, publisher, category, tag or series without a book', () => {
    expect(
      unused(
        Object.keys(BOOK_AUTHORS),
        BOOKS.flatMap(({ authors }) => authors),
      ),
    ).toEqual([]);
    expect(
      unused(
        Object.keys(PUBLISHERS),
        BOOKS.map(({ publisher }) => publisher),
      ),
    ).toEqual([]);
    expect(
      unused(
        Object.keys(BOOK_CATEGORIES),
        BOOKS.flatMap(({ categories }) => categories),
      ),
    ).toEqual([]);
    expect(
      unused(
        Object.keys(BOOK_TAGS),
        BOOKS.flatMap(({ tags }) => tags.flat()),
      ),
    ).toEqual([]);
    expect(
      unused(
        Object.keys(SERIES),
        BOOKS.map(({ series }) => series),
      ),
    ).toEqual([]);
    expect(BOOKS.filter(({ authors }) => authors.length < 1 || authors.length > 3)).toEqual([]);
  });

  it('say in their own language that they are fictional, in HTML that a sanitiser keeps', () => {
    for (const book of BOOKS) {
      const html = bookDetails(book);
      expect(html).toContain(book.series === 'hindi' ? 'काल्पनिक' : 'fictional');
      expect(sanitizeHtml(html, ALLOWED)).toBe(html);
    }
  });
});

describe('the profiles', () => {
  it('are forty lawyers and twelve firms in at least ten states and twenty cities', () => {
    expect([LAWYERS.length, FIRMS.length, distinct(PROFILES.map(({ key }) => key))]).toEqual([40, 12, 52]);
    expect(distinct(LAWYERS.map((one) => placeOf(one).state.name))).toBeGreaterThanOrEqual(10);
    expect(distinct(LAWYERS.map(({ city }) => city))).toBeGreaterThanOrEqual(20);
  });

  it('can be reached by nobody, and differ in number, address and enrolment', () => {
    const contacts = PROFILES.map(contactOf);
    expect(distinct(contacts.map((one) => one.phone_number))).toBe(PROFILES.length);
    for (const { phone_number, email_address, website_link, address } of contacts) {
      expect(phone_number).toMatch(/^00000\d{5}$/);
      expect(email_address).toMatch(/^[a-z-]+@example\.org$/);
      expect(new URL(website_link)).toMatchObject({ protocol: 'https:', search: '' });
      expect(new URL(website_link).hostname).toMatch(/\.example\.org$/);
      expect(address).not.toBe('');
    }
    expect(distinct(PROFILES.map(identifierOf))).toBe(PROFILES.length);
    expect(PROFILES.map(identifierOf).filter((one) => !/^[A-Z]+\/F\d+\/\d{4}$/.test(one))).toEqual([]);
  });

  it('charge whole rupees, practise since a day that was, and name each court once', () => {
    for (const profile of PROFILES) {
      expect(Number.isInteger(profile.price) && profile.price > 0).toBe(true);
      expect(new Date(profile.since).toISOString().slice(0, 10)).toBe(profile.since);
      expect(profile.since < '2026-01-01').toBe(true);
      expect(distinct(courtsOf(profile))).toBe(courtsOf(profile).length);
      expect(courtsOf(profile)).not.toEqual([]);
    }
    const html = PROFILES.map((profile) => profileDetails(profile, profile.areas));
    expect(html.filter((one) => sanitizeHtml(one, ALLOWED) !== one)).toEqual([]);
    expect(html.filter((one) => !one.includes('fictional'))).toEqual([]);
  });

  it('leave no specialization, language or kind of court unused', () => {
    expect(
      unused(
        Object.keys(SPECIALIZATIONS),
        PROFILES.flatMap(({ areas }) => areas),
      ),
    ).toEqual([]);
    expect(
      unused(
        LANGUAGES,
        PROFILES.flatMap(({ languages }) => languages),
      ),
    ).toEqual([]);
    expect(
      unused(
        Object.keys(COURT_TYPES),
        PROFILES.flatMap(({ courts }) => courts),
      ),
    ).toEqual([]);
  });
});

it('names places and courts once, each court in a city that is there', () => {
  for (const names of [STATES, CITIES, COURTS].map((list) => list.map(({ name }) => name)))
    expect(distinct(names)).toBe(names.length);
  const cities = new Set(CITIES.map(({ name }) => name));
  expect(COURTS.filter(({ city }) => !cities.has(city))).toEqual([]);
});

it('shows only pictures that are drawn', () => {
  const shown = [...BOOKS, ...PROFILES].flatMap(({ gallery = [] }) => gallery);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((name) => !pictures.has(name))).toEqual([]);
});
