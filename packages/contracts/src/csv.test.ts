import { describe, expect, it } from 'vitest';
import { csvCell, readCsv, streamCsv, toCsv } from './csv.ts';

const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells);

describe('a CSV file', () => {
  it.each([
    ['with commas', 'a,b\r\n1,2\r\n'],
    ['with semicolons and a byte order mark, as Excel writes it', '\uFEFFa;b\r\n1;2'],
    ['with the line of Excel that names its separator', 'sep=;\r\na;b\n1;2\n'],
    ['with tabs', 'a\tb\n1\t2'],
    ['with spaces around the values', ' a , b \n 1, 2 '],
    ['with quotes', '"a","b"\n"1","2"'],
    ['of an old Mac', 'a,b\r1,2\r'],
  ])('%s is read', (_, text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('has values with separators, quotes and lines, and its rows the numbers of the spreadsheet', () => {
    const { rows } = readCsv('title,price\n"Law, of ""Bail""\nin India",450\n,\n\nNext,1\n');
    expect(rows).toEqual([
      { number: 1, cells: ['title', 'price'] },
      { number: 2, cells: ['Law, of "Bail"\nin India', '450'] },
      { number: 5, cells: ['Next', '1'] },
    ]);
  });

  it('decides the separator by the first line outside of quotes', () => {
    expect(cellsOf('"a,b,c,d";e\n1;2')).toEqual([
      ['a,b,c,d', 'e'],
      ['1', '2'],
    ]);
  });

  it('with a quote that has no end says where', () => {
    expect(readCsv('a,b\n1,"2\n3,4').problem).toMatch(/row 2 has no end/);
    expect(readCsv('a,b\n1,2').problem).toBeNull();
  });

  it('that was exported is the same again, formulas included', () => {
    const rows = [
      ['title', 'price'],
      ['=HYPERLINK("http://x.example";"Click")', '-5'],
      ["'quoted'", 'न्याय, "संहिता"'],
    ];
    expect(cellsOf(toCsv(rows))).toEqual(rows);
  });
});

describe('a cell of CSV', () => {
  it.each<[string, string]>([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', `' =1`],
    ['\t=1', `'\t=1`],
    ['＝1', "'＝1"],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a\r\nb', '"a\r\nb"'],
    ['say "x"', '"say ""x"""'],
    ['भारत', 'भारत'],
  ])('of %j is inert', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('is empty without a value, and a number stays one', () => {
    expect([null, undefined, -5, '-12.5', '0042'].map(csvCell)).toEqual(['', '', '-5', '-12.5', '0042']);
  });
});

it('a file begins with a byte order mark and ends with a line end', () => {
  const rows = [
    ['a', 'b,c'],
    [1, null],
  ];
  expect(toCsv(rows)).toBe('\uFEFFa,"b,c"\r\n1,\r\n');
});

it('a stream stops to read when nobody reads the file any more', async () => {
  let reads = 0;
  async function* endless() {
    for (;;) yield (reads += 1);
  }
  const parts: string[] = [];
  for await (const part of streamCsv([['n', (n: number) => n]], endless())) if (parts.push(part) === 2) break;
  expect(parts).toEqual(['\uFEFFn\r\n', '1\r\n']);
  expect(reads).toBe(1);
});
