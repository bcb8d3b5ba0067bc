import { describe, expect, it } from 'vitest';
import { aPurchase } from '../cart-app-builder.ts';
import { csvCell, purchasesAsCsv } from './purchase-csv.ts';

describe('a cell of CSV', () => {
  it.each<[string, string]>([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
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
    expect([csvCell(null), csvCell(-5)]).toEqual(['', '-5']);
  });
});

it('stops to read when nobody reads the export any more', async () => {
  let reads = 0;
  async function* endless() {
    for (;;) {
      reads += 1;
      yield aPurchase(4);
    }
  }
  for await (const row of purchasesAsCsv(endless())) if (row.includes('Asha')) break;
  expect(reads).toBe(1);
});
