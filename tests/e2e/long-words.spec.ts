import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { aCategory, listOf } from '../../web/src/testing/fake-api.ts';
import { aBook, aProfile, fakeCatalogue } from '../../web/src/testing/fake-catalogue.ts';
import { launchBrowser, visit } from './browser.ts';
import { generatedPosts, generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';

// Unusually long words, wide tables and mixed scripts, on a generated site.

const WORD = 'Unterbeamtenversicherungsgesellschaft'.repeat(6);
const TABLE = `<table><tbody><tr>${'<td>Assessment</td>'.repeat(12)}</tr></tbody></table>`;
const CONTENT = `<p>${WORD}</p><ul><li>${WORD}</li></ul>${TABLE}`;
const named = (name: string) => listOf([{ id: 5, attributes: { name } }]);

let browser: Browser;
let site: GeneratedSite;

beforeAll(async () => {
  browser = await launchBrowser();
  const posts = generatedPosts();
  for (const { attributes } of posts) {
    attributes.title = WORD;
    attributes.content = CONTENT;
    attributes.categories = listOf([aCategory('gst', WORD)]);
    attributes.tags = listOf([{ id: 1, attributes: { name: WORD, slug: 'bail' } }]);
    attributes.user = { data: { id: 1, attributes: { first_name: WORD, last_name: null } } };
  }
  const generated = generatedSite({ posts });
  const words = { Title: WORD, SubTitle: WORD, Detail1: CONTENT };
  const book = aBook(1, { ...words, PrimaryImageId: { data: null } });
  Object.assign(book.attributes, { ISBN: WORD, ShortDescription: WORD, Category: named(WORD) });
  const profile = aProfile(1);
  Object.assign(profile.attributes, { ...words, PropertyList1: named(WORD), Property2: named(WORD) });
  site = await startGeneratedSite(
    generated,
    fakeCatalogue({ ...generated, books: [book], profiles: [profile] }),
  );
});
afterAll(() => Promise.all([browser.close(), site.close()]));

describe('a word that is longer than a line', () => {
  it.each([
    '/',
    '/news/gst',
    '/search?q=unterbeamten',
    '/gst/report-1',
    '/no-such-report',
    '/catalogs/books',
    '/catalogs/books/1/x',
    '/catalogs/lawyers',
    '/catalogs/lawyers/1/x',
  ])('widens no page at %s', async (path) => {
    const { page, close } = await visit(browser, { site: site.url });
    for (const width of [320, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect({ width, wider }).toEqual({ width, wider: 0 });
    }
    await close();
  });
});

describe('Urdu among English', () => {
  it('is aligned to the side where it starts', async () => {
    const { page, close } = await visit(browser, { site: site.url, javaScriptEnabled: false });
    await page.goto('/gst/report-1');
    const sides = await page.evaluate(() =>
      ['فیصلہ!', 'A judgment.'].map((text) => {
        const paragraph = document.createElement('p');
        paragraph.textContent = text;
        document.querySelector('.prose')?.append(paragraph);
        const range = document.createRange();
        range.selectNodeContents(paragraph);
        const words = range.getBoundingClientRect();
        const box = paragraph.getBoundingClientRect();
        return words.left - box.left < box.right - words.right ? 'left' : 'right';
      }),
    );
    expect(sides).toEqual(['right', 'left']);
    await close();
  });
});
