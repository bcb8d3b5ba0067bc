import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, launchBrowser } from './browser.ts';
import { staffOf, visitAsStaff } from './shop-site.ts';

// A file of books that came from a spreadsheet is imported with the real services. Its books are hidden: other tests count
// those of the shop.

const ROWS = 400;
/** The first row below the names of the columns. */
const FIRST_ROW = 2;
const RUN = String(Date.now()).slice(-6);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Returns the ISBN of a book of this run. */
function isbnOf(index: number): string {
  const body = `978${RUN}${String(index).padStart(3, '0')}`;
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return body + String((10 - (sum % 10)) % 10);
}
const withWrongDigit = (isbn: string): string => isbn.slice(0, -1) + String((Number(isbn.at(-1)) + 1) % 10);

interface Fault {
  column: 'isbn' | 'price' | 'categories';
  wrong: (index: number) => string;
  reason: RegExp;
  right: (index: number) => string;
}
const CHECK_DIGIT: Fault = {
  column: 'isbn',
  wrong: (index) => withWrongDigit(isbnOf(index)),
  reason: /The last digit does not fit/,
  right: isbnOf,
};
const PRICE: Fault = {
  column: 'price',
  wrong: () => 'on request',
  reason: /“on request” is no price in rupees/,
  right: () => '450',
};
const CATEGORY: Fault = {
  column: 'categories',
  wrong: () => 'Cookery',
  reason: /There is no category “Cookery”/,
  right: () => '',
};
/** Faults by the index of their row. */
const FAULTS = new Map<number, Fault>([
  ...[3, 40, 155, 399].map((index) => [index, CHECK_DIGIT] as const),
  ...[8, 41, 200, 201].map((index) => [index, PRICE] as const),
  ...[90, 91, 398].map((index) => [index, CATEGORY] as const),
]);
const FORMULA = '=HYPERLINK("https://evil.example","Law")';

/** Returns the file as Excel saves it in India: with a byte order mark, and semicolons. */
function spreadsheet(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const fault = FAULTS.get(index);
    const cell = (column: Fault['column'], text: string): string =>
      fault?.column === column ? fault.wrong(index) : text;
    const title = index === 0 ? `"${FORMULA.replaceAll('"', '""')}"` : `Digest ${RUN}, part ${index}`;
    return [title, cell('isbn', isbnOf(index)), cell('price', 'Rs. 450/-'), 'yes', cell('categories', '')];
  });
  const lines = [['Title', 'ISBN', 'MRP', 'Hidden', 'Category'], ...rows].map((cells) => cells.join(';'));
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
}

/** Corrects the cell of a row in the preview. */
async function correct(page: Page, index: number, { column, reason, right }: Fault): Promise<void> {
  const label = new RegExp(`^Row ${index + FIRST_ROW}, ${column}: ${reason.source}`, reason.flags);
  const cell = page.getByLabel(label);
  await cell.fill(right(index));
  await cell.press('Enter');
  await cell.waitFor({ state: 'detached' });
}

it('names what is wrong in a file of 400 books, is corrected in place, runs, is exported and undone', async () => {
  const { page, problems, close } = await visitAsStaff(browser, staffOf('administrator'));
  await page.goto('/console/books/import');
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: `digests-${RUN}.csv`, mimeType: 'text/csv', buffer: spreadsheet() });
  await page.getByText(`${FAULTS.size} with faults`).waitFor();
  await page.getByText(`${ROWS - FAULTS.size} new`).waitFor();
  await page.getByRole('checkbox', { name: 'Only rows with faults' }).check();
  expect(await axeViolations(page)).toEqual([]);
  for (const [index, fault] of FAULTS) await correct(page, index, fault);
  await page.getByText('0 with faults').waitFor();

  await page.getByRole('button', { name: `Import ${ROWS} books` }).click();
  await page.getByText(`${ROWS} of ${ROWS} rows: ${ROWS} new`).waitFor();

  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'All books as CSV' }).click();
  const csv = await readFile(await (await downloaded).path(), 'utf8');
  expect(csv).toContain(`"'${FORMULA.replaceAll('"', '""')}"`);
  expect(csv).not.toContain(`,"${FORMULA.replaceAll('"', '""')}"`);

  await page.getByRole('button', { name: `Undo digests-${RUN}.csv` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${ROWS} undone.`).waitFor();
  expect(problems).toEqual([]);
  await close();
});
