// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { BookPage } from './book-page.tsx';

beforeAll(() => {
  addConsolePages();
  stubDialogs();
});
afterEach(leavePage);

const NO_ROWS = () => Response.json({ data: [], meta: { pagination: { total: 0 } } });

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  stubAntdBrowser();
  let id = 40;
  const created = () => Response.json({ data: { id: (id += 1), attributes: {} } });
  server = stubServer({
    'GET /api/authors': NO_ROWS,
    'GET /api/publishers': NO_ROWS,
    'GET /api/catelog-categories': NO_ROWS,
    'GET /api/book-tags': NO_ROWS,
    'POST /api/authors': created,
    'POST /api/publishers': created,
    'POST /api/book-tags': created,
    'POST /api/books': () => Response.json({ data: { id: 7, attributes: { Title: 'Bail' } } }),
  });
});

function open(): void {
  openConsolePage(<BookPage />, '/console/books/:id', '/console/books/new');
}
const price = async () => {
  const preview = await screen.findByRole('region', { name: 'Price in the shop' });
  return within(preview)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};
const posted = (call: string) => server.calls.filter((one) => one.call === call).map(({ body }) => body);

describe('the form of a book', () => {
  it('shows the price as the shop will, while it is typed', async () => {
    open();
    await type('MRP in rupees', '500');
    await waitFor(async () => expect(await price()).toEqual(['Now: ₹500']));
    await type('Discount in percent', '12');
    await waitFor(async () => expect(await price()).toEqual(['Now: ₹440 (MRP ₹500, 12% off)']));
  });

  it('rejects an ISBN whose last digit does not fit, before it is sent', async () => {
    open();
    await type('Title', 'Bail');
    await type('MRP in rupees', '500');
    await type('ISBN', '978-0-306-40615-8');
    await press('Create');
    expect((await screen.findAllByText(/The last digit does not fit/)).length).toBeGreaterThan(0);
    expect(posted('POST /api/books')).toEqual([]);
  });

  it('rejects it in a book that has another, and accepts the odd one that an imported book has', async () => {
    const attributes = { Title: 'Bail', Price: 500, ISBN: 'two volumes ' };
    server.responses['GET /api/books/7'] = () => Response.json({ data: { id: 7, attributes } });
    server.responses['PUT /api/books/7'] = () => Response.json({ data: { id: 7, attributes } });
    openConsolePage(<BookPage />, '/console/books/:id', '/console/books/7');
    await type('MRP in rupees', '520');
    await press('Save');
    await waitFor(() => expect(posted('PUT /api/books/7')).toEqual([{ data: { Price: 520 } }]));
    await type('ISBN', '978-0-306-40615-8');
    await press('Save');
    expect((await screen.findAllByText(/The last digit does not fit/)).length).toBeGreaterThan(0);
    expect(posted('PUT /api/books/7')).toHaveLength(1);
  });

  it('creates authors, publishers and tags that are not there yet from their names, and links the book to them', async () => {
    open();
    await type('Title', 'Bail');
    await type('MRP in rupees', '500');
    for (const [label, name, path] of [
      ['Authors', 'Asha Rao', 'authors'],
      ['Publishers', 'Nyaya Press', 'publishers'],
      ['Tags', 'Criminal', 'book-tags'],
    ] as const) {
      const field = await screen.findByRole('combobox', { name: label });
      fireEvent.mouseDown(field);
      fireEvent.change(field, { target: { value: name } });
      fireEvent.click(await screen.findByText(`Create “${name}”`));
      await waitFor(() => expect(posted(`POST /api/${path}`)).toHaveLength(1));
    }
    expect(posted('POST /api/authors')).toEqual([{ data: { AuthorName: 'Asha Rao' } }]);
    expect(posted('POST /api/publishers')).toEqual([{ data: { name: 'Nyaya Press' } }]);
    expect(posted('POST /api/book-tags')).toEqual([{ data: { name: 'Criminal' } }]);
    await press('Create');
    await waitFor(() => expect(posted('POST /api/books')).toHaveLength(1));
    expect(posted('POST /api/books')[0]).toMatchObject({
      data: { Title: 'Bail', Price: 500, author_names: [41], publishers: [42], PropertyList1: [43] },
    });
  });
});
