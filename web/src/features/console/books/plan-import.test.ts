import { readCsv } from '@vidhi/contracts/csv.ts';
import { describe, expect, it } from 'vitest';
import { planImport, type Shelf, type StoredBook } from './plan-import.ts';

const aBook = (id: number, values: StoredBook['values'], lists: Partial<StoredBook['lists']> = {}) => ({
  id,
  values,
  lists: { authors: [], publishers: [], categories: [], ...lists },
});
const SHELF: Shelf = {
  books: [
    aBook(7, { title: 'Bail', isbn: '978-0-306-40615-7', price: 450, discount: 10 }, { authors: ['A. Rao'] }),
    aBook(8, { title: 'Old book', isbn: 'no digits ', price: 90 }),
  ],
  names: { authors: ['A. Rao'], publishers: ['Nyaya Press'], categories: ['Criminal law'] },
};
const plan = (text: string) => planImport(readCsv(text), SHELF);

describe('the plan of an import', () => {
  it('hides books and shows them again', () => {
    const shelf: Shelf = {
      ...SHELF,
      books: [
        aBook(7, { title: 'Bail', price: 450, hidden: true }),
        aBook(8, { title: 'Evidence', price: 90 }),
      ],
    };
    const { rows } = planImport(readCsv('id,hidden\n7,Yes\n8,perhaps\n,yes\n'), shelf);
    expect(rows.map(({ kind, faults }) => [kind, faults[0]?.message])).toEqual([
      ['same', undefined],
      ['failed', '“perhaps” is neither yes nor no'],
      ['failed', 'The title is missing'],
    ]);
    const shown = planImport(readCsv('id,hidden\n7,no\n8,yes\n'), shelf);
    expect(shown.rows.map(({ write }) => [write.before, write.values])).toEqual([
      [{ is_hidden: true }, { is_hidden: false }],
      [{ is_hidden: null }, { is_hidden: true }],
    ]);
    const same = planImport(readCsv('id,hidden\n8,no\n7,\n'), shelf);
    expect(same.rows.map(({ kind, write }) => [kind, write.values])).toEqual([
      ['same', {}],
      ['changed', { is_hidden: null }],
    ]);
  });

  it('finds new, changed and unchanged books, by id or by an ISBN in any form', () => {
    const { rows, created, problem } = plan(
      'ID;Title;ISBN;MRP;Discount;Author\n' +
        '7;Bail;9780306406157;450;10;A. Rao\n' +
        ';Bail;0306406152;"1,250.50";10%;A. Rao | B. Sen\n' +
        ';Evidence;;Rs. 300/-;;\n',
    );
    expect(problem).toBeNull();
    expect(rows.map(({ number, kind, id }) => [number, kind, id])).toEqual([
      [2, 'changed', 7],
      [3, 'failed', 7],
      [4, 'new', null],
    ]);
    expect(rows[0]?.write.values).toEqual({ ISBN: '9780306406157' });
    expect(rows[1]?.faults).toEqual([{ column: null, message: 'Row 2 is about the same book' }]);
    expect(rows[2]?.write).toEqual({
      row: 4,
      id: null,
      before: {},
      values: { Title: 'Evidence', Price: 300 },
    });
    expect(created).toEqual([]);
  });

  it('sends what it found beside what it changes', () => {
    const { rows, created } = plan('id,price,authors,publishers\n7,500,A. Rao | b.  sen,Nyaya press\n');
    expect(rows[0]?.write).toEqual({
      row: 2,
      id: 7,
      before: { Price: 450, author_names: ['A. Rao'], publishers: [] },
      values: { Price: 500, author_names: ['A. Rao', 'b. sen'], publishers: ['Nyaya press'] },
    });
    expect(created).toEqual(['Author b. sen']);
  });

  it('names row, column and reason of everything that is wrong', () => {
    const { rows } = plan(
      'title,isbn,price,discount,categories\n' +
        'A,978-0-306-40615-8,450,,\n' +
        'B,9.78031E+12,free,100,Cooking\n' +
        ',,1,,\n' +
        'Bail,,1,,\n',
    );
    expect(rows.map(({ number, faults }) => [number, faults.map(({ column }) => column)])).toEqual([
      [2, ['isbn']],
      [3, ['isbn', 'price', 'discount', 'categories']],
      [4, ['title']],
      [5, ['title']],
    ]);
    expect(rows[3]?.faults[0]?.message).toMatch(/Book 7 has this title/);
  });

  it('reads amounts as they are written in India, and guesses no comma of decimals', () => {
    const priceOf = (text: string) => {
      const [row] = plan(`id;price\n7;${text}\n`).rows;
      return row?.kind === 'failed' ? null : row?.write.values.Price;
    };
    expect(['1,25,000.50', '1,250', '12,34,567', '1,234,567', '₹ 500/-'].map(priceOf)).toEqual([
      125_000.5, 1_250, 1_234_567, 1_234_567, 500,
    ]);
    expect(['450,50', '12,5', '1.250,00', '1,25'].map(priceOf)).toEqual([null, null, null, null]);
  });

  it('leaves a value that is older than the checks alone', () => {
    const { rows } = plan('id,title,isbn,price\n8,Old book,no digits,95\n');
    expect(rows).toMatchObject([{ kind: 'changed', faults: [], write: { values: { Price: 95 } } }]);
  });

  it('empties what a blank cell empties, and leaves columns alone that the file lacks', () => {
    const { rows } = plan('id,authors,discount\n7,,\n');
    expect(rows[0]?.write).toMatchObject({
      before: { author_names: ['A. Rao'], discount: 10 },
      values: { author_names: [], discount: null },
    });
  });

  it.each([
    ['nothing that names a book', 'price\n1\n', /must name the columns/],
    ['a column twice', 'title,price,MRP\nA,1,1\n', /twice/],
    ['no rows', 'title,price\n', /no rows/],
    ['a quote without end', 'title,price\n"A,1\n', /no end/],
  ])('rejects a file with %s', (_, text, problem) => {
    expect(plan(text).problem).toMatch(problem);
  });

  it('plans 2,000 rows of 2,000 books', () => {
    const books = Array.from({ length: 2_000 }, (_, at) => aBook(at + 1, { title: `Book ${at}`, price: at }));
    const text = ['id,price', ...books.map(({ id }) => `${id},${id + 1}`)].join('\n');
    const { rows } = planImport(readCsv(text), { ...SHELF, books });
    expect(rows.filter(({ kind }) => kind === 'changed')).toHaveLength(2_000);
  });
});
