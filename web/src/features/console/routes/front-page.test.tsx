// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press } from '../../../testing/show-page.tsx';
import { FrontPage } from './front-page.tsx';

beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const CATEGORIES = ['GST', 'Customs', 'Excise'].map((name, at) => ({
  id: at + 4,
  attributes: { name, slug: name.toLowerCase(), show_order: at },
}));
const DEFAULT = {
  main: ['latest', 'trending', 'products', 'categories'],
  side: ['recent', 'ads'],
  list_ads: true,
  categories: null,
};

/**
 * Opens the page of a site with these blocks; returns the blocks that are stored, to which a test adds what somebody else
 * stores. A write of an earlier state fails.
 */
function open(blocks: unknown = null): unknown[] {
  const stored: unknown[] = [];
  const etag = () => `"e${stored.length}"`;
  const read = () => {
    const attributes = { home_blocks: stored.length === 0 ? blocks : stored.at(-1) };
    return Response.json({ data: { id: 1, attributes } }, { headers: { etag: etag() } });
  };
  stubServer({
    'GET /api/site-options': read,
    'GET /api/categories': () => Response.json({ data: CATEGORIES, meta: { pagination: { total: 3 } } }),
    'PUT /api/site-options': async (request) => {
      const condition = request.headers.get('if-match');
      if (condition !== null && condition !== etag()) return failure(412, 'Changed')();
      const { data } = (await request.json()) as { data: { home_blocks: unknown } };
      stored.push(data.home_blocks);
      return read();
    },
  });
  openConsolePage(<FrontPage />, '/console/front-page', '/console/front-page');
  return stored;
}

const box = (name: RegExp) => screen.findByRole('checkbox', { name });
const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row');
const orderOf = (name: string) =>
  rowsOf(name).map((row) => within(row).getByRole('checkbox').getAttribute('aria-label'));
async function save(): Promise<void> {
  await press('Save');
  await screen.findByText('Saved');
}

describe('/console/front-page', () => {
  it('hides a block, and moves one by Alt with an arrow key, which keeps the focus', async () => {
    const stored = open();
    fireEvent.click(await box(/^Trending/));
    const categories = await box(/^Categories/);
    categories.focus();
    for (let step = 0; step < 3; step += 1) fireEvent.keyDown(categories, { key: 'ArrowUp', altKey: true });
    expect(document.activeElement).toBe(categories);
    expect(screen.getByText('Categories: place 1 of 4')).toBeTruthy();
    await save();
    expect(stored).toEqual([{ ...DEFAULT, main: ['categories', 'latest', 'products'] }]);
  });

  it('moves a block to the row that it is dropped on', async () => {
    const stored = open();
    await box(/^Slider/);
    const rows = rowsOf('Blocks');
    const [first, third] = [rows[0], rows[2]];
    if (first === undefined || third === undefined) throw new Error('there are no rows');
    fireEvent.dragStart(third);
    fireEvent.dragOver(first);
    fireEvent.drop(first);
    expect(orderOf('Blocks')).toEqual(['Slider', 'Latest news', 'Trending', 'Categories']);
    await save();
    expect(stored).toMatchObject([{ main: ['products', 'latest', 'trending', 'categories'] }]);
  });

  it('takes categories in the order of their rows', async () => {
    const stored = open();
    fireEvent.click(await screen.findByRole('radio', { name: /^Those chosen here/ }));
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('Choose a category');
    fireEvent.click(await box(/^GST/));
    fireEvent.click(await box(/^Excise/));
    await press('Move Excise up');
    await press('Move Excise up');
    await save();
    expect(stored).toMatchObject([{ categories: [6, 4] }]);
  });

  it('has a preview of what is on the page, before it is saved', async () => {
    open();
    fireEvent.click(await box(/^Latest news/));
    const link = screen.getByRole('link', { name: /^Preview/ });
    const url = new URL(link.getAttribute('href') ?? '', 'https://vidhi.example');
    expect(url.pathname).toBe('/preview/front');
    expect(JSON.parse(url.searchParams.get('blocks') ?? '')).toEqual({
      ...DEFAULT,
      main: ['trending', 'products', 'categories'],
    });
  });

  it('stores nothing of its own for the default', async () => {
    const stored = open({ ...DEFAULT, main: ['latest'], categories: [5] });
    expect(((await box(/^Categories/)) as HTMLInputElement).checked).toBe(false);
    expect(screen.queryByRole('table', { name: 'Beside the categories' })).toBeNull();
    await press('Use the default');
    await save();
    expect(stored).toEqual([null]);
  });

  it('replaces what somebody else has stored after a question only, at the next attempt too', async () => {
    const stored = open();
    fireEvent.click(await box(/^Trending/));
    const theirs = { ...DEFAULT, main: ['latest'] };
    stored.push(theirs);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await press('Save');
      const question = within(await screen.findByRole('dialog'));
      fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
      expect(await screen.findByText(/^Nothing is saved/)).toBeTruthy();
      const button = screen.getByRole('button', { name: 'Save' });
      await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
      expect(stored).toEqual([theirs]);
    }
    await press('Save');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save mine' }));
    await screen.findByText('Saved');
    expect(stored).toEqual([theirs, { ...DEFAULT, main: ['latest', 'products', 'categories'] }]);
  });
});
