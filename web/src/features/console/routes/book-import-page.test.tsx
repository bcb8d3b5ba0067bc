// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, missingFor, press, recordSavedFiles } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { BookImportPage } from './book-import-page.tsx';

beforeAll(() => {
  addConsolePages();
  stubDialogs();
});

const page = (...data: object[]) => Response.json({ data, meta: { pagination: { total: data.length } } });
const result = { row: 2, id: 8, title: 'Law of Bail in India', state: 'created', message: null };
const BATCH = {
  kind: 'import',
  label: 'books.csv',
  total: 1,
  at: '2026-11-05T10:00:00.000Z',
  by: 11,
  undo_until: '2026-11-06T10:00:00.000Z',
};

let server: ReturnType<typeof stubServer>;
/** The imports of the last day. */
let recent: object[];
beforeEach(() => {
  stubAntdBrowser();
  recent = [];
  server = stubServer({
    'GET /api/books': () =>
      page({ id: 7, attributes: { Title: 'Evidence', Price: 450, author_names: { data: [] } } }),
    'GET /api/authors': () => page({ id: 1, attributes: { AuthorName: 'A. Rao' } }),
    'GET /api/publishers': () => page(),
    'GET /api/catelog-categories': () => page(),
    'GET /api/book-batches': () => Response.json({ data: recent }),
  });
});
afterEach(leavePage);

const open = () => openConsolePage(<BookImportPage />, '/console/books/import', '/console/books/import');
const choose = async (text: BlobPart) =>
  fireEvent.change(await screen.findByLabelText('CSV file'), {
    target: { files: [new File([text], 'books.csv', { type: 'text/csv' })] },
  });
const posted = () => server.calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);

it('takes its template as it is, names what is created, and shows the results, on a site without TLS, too', async () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new Error('this is no secure context');
  });
  const files = recordSavedFiles();
  open();
  await press('Template');
  await expect.poll(() => files[0]?.name).toBe('books-template.csv');
  await choose(files[0]?.text ?? '');
  await screen.findByText('1 new');
  await screen.findByText('0 with faults');
  await screen.findByText('Will be created, too: Author B. Sen, Publisher Nyaya Press');
  server.responses['POST /api/book-batches'] = async (request) => {
    const { data } = (await request.json()) as { data: { key: string } };
    server.responses[`POST /api/book-batches/${data.key}/rows`] = () =>
      Response.json({ data: { rows: [result] } });
    return Response.json({ data: {} });
  };
  await press('Import 1 book');
  await screen.findByText('1 of 1 rows: 1 new');
  expect(posted()).toMatchObject([
    { data: { key: expect.stringMatching(/^[\w-]{16,64}$/), kind: 'import', label: 'books.csv', total: 1 } },
    { data: [{ row: 2, id: null, values: { Title: 'Law of Bail in India', Price: 450 } }] },
  ]);
});

it('names row, column and reason of a fault, which is corrected where it stands', async () => {
  open();
  await choose(
    'ID;Title;ISBN;MRP\n;Bail;978-0-306-40615-7;Rs. 450/-\n7;Evidence;;500\n;Torts;978-0-306-40615-8;450\n',
  );
  await screen.findByText('1 with faults');
  // What needs a look comes first, and a new book has one line.
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const beginning = (text: string) => rows.findIndex((row) => row?.startsWith(text));
  const order = ['Row 4: Torts', 'Row 3: Evidence, changed', 'Row 2: Bail, new'].map(beginning);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(rows).toContain('Row 2: Bail, newisbn 978-0-306-40615-7 · price 450');
  const cell = await screen.findByLabelText(/^Row 4, isbn: The last digit does not fit/);
  fireEvent.change(cell, { target: { value: '' } });
  fireEvent.blur(cell);
  await screen.findByText('0 with faults');
  expect(screen.getByRole('button', { name: 'Import 3 books' })).toBeTruthy();
});

it('says why there is nothing to import', async () => {
  open();
  await choose('title,isbn,price\nTorts,978-0-306-40615-8,450\n');
  expect(await missingFor('Import 0 books')).toBe('Correct a row to import it.');
});

it('goes on in the next field when a cell is corrected with Enter, and in the same one when another goes', async () => {
  open();
  await choose(
    'title,isbn,price,category\nBail,978-0-306-40615-8,free,Cooking\nTorts,978-0-306-40615-8,450,\n',
  );
  const isbn = await screen.findByLabelText(/^Row 2, isbn:/);
  isbn.focus();
  fireEvent.change(isbn, { target: { value: '978-0-306-40615-7' } });
  fireEvent.keyDown(isbn, { key: 'Enter' });
  await waitFor(() => expect(screen.queryByLabelText(/^Row 2, isbn:/)).toBeNull());
  const price = screen.getByLabelText(/^Row 2, price:/);
  expect(document.activeElement).toBe(price);
  fireEvent.change(price, { target: { value: '450' } });
  screen.getByLabelText(/^Row 2, categories:/).focus();
  await waitFor(() => expect(screen.queryByLabelText(/^Row 2, price:/)).toBeNull());
  expect(document.activeElement).toBe(screen.getByLabelText(/^Row 2, categories:/));
});

it('says that a file which was chosen is none of its kind', async () => {
  open();
  // Windows-1252.
  await choose(new Uint8Array([0x52, 0xe9]));
  await screen.findByText(/This is no CSV file in UTF-8/);
  await choose('author,price\nRao,450\n');
  expect((await screen.findByRole('alert')).textContent).toContain('The first row must name the columns');
});

it('does not say that nothing was written when it does not know', async () => {
  open();
  await choose('title,price\nBail,450\n');
  server.responses['POST /api/book-batches'] = async (request) => {
    const { data } = (await request.json()) as { data: { key: string } };
    server.responses[`POST /api/book-batches/${data.key}/rows`] = failure(504, 'Gateway Timeout');
    return Response.json({ data: {} });
  };
  await press('Import 1 book');
  await screen.findByText(/^The server did not respond in time\. What was written stays/);
  expect(screen.getByText('0 of 1 rows')).toBeTruthy();
  expect(screen.queryByText(/nothing written|Gateway/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Go on' })).toBeTruthy();
});

it('says of a change of prices what its undo does', async () => {
  recent = [{ ...BATCH, key: 'k', kind: 'prices', counts: { changed: 1 }, is_undone: false }];
  open();
  await press('Undo books.csv');
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('The prices are as they were before.');
  expect(question.textContent).not.toContain('Authors');
});

it('undoes an import of the last day after a question', async () => {
  recent = [{ ...BATCH, key: 'k', counts: { created: 1 }, is_undone: false }];
  server.responses['POST /api/book-batches/k/undo'] = () =>
    Response.json({ data: { rows: [{ ...result, state: 'undone' }], left: 0 } });
  open();
  await press('Undo books.csv');
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('Authors and publishers stay.');
  fireEvent.click(within(question).getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 undone.');
  expect(server.calls.filter(({ call }) => call.endsWith('/undo'))).toHaveLength(1);
});
