import type { Locator, Page } from 'playwright-core';

// The parts of pages that several specs look for, by role and accessible name.

const main = (page: Page): Locator => page.getByRole('main');
const heading = (page: Page, level: number): Locator => page.getByRole('heading', { level });

/** Returns the articles of a list, without those of the sidebar, whose headlines are a level lower. */
export const articleCards = (page: Page): Locator =>
  main(page)
    .getByRole('article')
    .filter({ has: heading(page, 2), hasNot: heading(page, 1) });

/** Returns the headlines of the articles in this part of a page. */
export const headlines = (part: Locator): Locator => part.getByRole('heading').getByRole('link');

/** The article of an article page. */
export const openArticle = (page: Page): Locator =>
  main(page)
    .getByRole('article')
    .filter({ has: heading(page, 1) });

export const latestNews = (page: Page): Locator => page.getByRole('region', { name: 'Latest news' });
export const relatedNews = (page: Page): Locator => page.getByRole('region', { name: 'Related news' });
export const sidebar = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Recent posts and advertisements' });
export const advertisements = (part: Locator): Locator =>
  part.getByRole('complementary', { name: /^Advertisement: / });
export const videoLink = (part: Locator): Locator => part.getByRole('link', { name: /^Play the video: / });
export const contents = (page: Page): Locator => page.getByRole('navigation', { name: 'Contents' });
export const pageLinks = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });
/** Returns the categories in the masthead. */
export const categories = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Categories', exact: true });

/** Returns the list of books, and its number of results, which precedes the loading message. */
export const bookList = (page: Page): Locator =>
  main(page).getByRole('region', { name: 'Books', exact: true });
export const bookCount = (page: Page): Locator => bookList(page).getByRole('status').first();

/** Controls that the style sheet hides without scripts: a role says nothing about that. */
export const shownScriptControls = (page: Page): Locator => page.locator('.needs-script:visible');
