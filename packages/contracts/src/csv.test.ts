import { describe, expect, it } from 'vitest';
import { toCsv } from '../kit/csv.ts';
import { decodeCsv, parseCsv } from './parse-csv.ts';

const cellsOf = (text: string) => parseCsv(text).rows.map(({ cells }) => cells);

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
    const { rows } = parseCsv('title,price\n"Law, of ""Bail""\nin India",450\n,\n\nNext,1\n');
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
    expect(parseCsv('a,b\n1,"2\n3,4').problem).toMatch(/row 2 has no end/);
    expect(parseCsv('a,b\n1,2').problem).toBeNull();
  });

  it('that was exported is the same again, formulas included', () => {
    const rows = [
      ['title', 'price'],
      ['=HYPERLINK("http://x.example";"Click")', '-5'],
      ["'quoted'", 'न्याय, "संहिता"'],
    ];
    expect(cellsOf(toCsv(rows))).toEqual(rows);
  });

  it('is UTF-8 or UTF-16, and nothing that would be misread', () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0x28, 0x09]);
    expect(decodeCsv(utf16)).toBe('न');
    expect(decodeCsv(new TextEncoder().encode('न'))).toBe('न');
    // Windows-1252.
    expect(decodeCsv(new Uint8Array([0x52, 0xe9]))).toBeNull();
  });
});
