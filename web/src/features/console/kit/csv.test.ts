import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('quotes separators, quotes and line ends, and begins with a byte order mark', () => {
  expect(toCsv([['a', 'b,c', 'd"e', 'f\ng']])).toBe('\uFEFFa,"b,c","d""e","f\ng"\r\n');
});

it.each(['=HYPERLINK("x")', '+1+1', '@SUM(A1)', '-1+1', '\tx'])('makes the formula %s a text', (formula) => {
  expect(toCsv([[formula]])).toContain(`'${formula.slice(0, 2)}`);
});

it('leaves numbers as they are', () => {
  expect(toCsv([['-12.5', '0042']])).toBe('\uFEFF-12.5,0042\r\n');
});
