import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aBill } from './bill-content-builder.ts';
import { renderBill } from './bill-pdf.ts';

const CASES = new URL('../../../../packages/contracts/src/testing/checkout.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(CASES, 'utf8')) as {
  cases: { id: string; name: string; address: string }[];
};

describe('a bill for names and addresses in several scripts', () => {
  it('embeds their fonts, and no others', async () => {
    const m03 = cases.find(({ id }) => id === 'm03') as (typeof cases)[number];
    const shipping = { name: m03.name, address: m03.address, pincode: '560001', phone: '9876543210' };
    const missing = new Set<string>();
    const pdf = await renderBill(aBill({ shipping: shipping as never }), missing);
    const names = new Set(pdf.toString('latin1').match(/NotoSans[A-Z][a-z]+/g));
    expect([...names].toSorted()).toEqual(
      ['Arabic', 'Bengali', 'Devanagari', 'Kannada', 'Tamil'].map((script) => `NotoSans${script}`),
    );
    expect(missing.size).toBe(0);
  });

  it.each([
    ['OlChiki', 'ᱥᱟᱱᱛᱟᱲᱤ ᱢᱩᱨᱢᱩ'],
    ['MeeteiMayek', 'ꯊꯧꯕꯥꯜ ꯃꯩꯇꯩ'],
  ])('embeds the font %s for %s', async (font, name) => {
    const shipping = { name, address: name, pincode: '795001', phone: '9876543210' };
    const missing = new Set<string>();
    const pdf = await renderBill(aBill({ shipping: shipping as never }), missing);
    expect(pdf.toString('latin1')).toContain(`NotoSans${font}`);
    expect([...missing]).toEqual([]);
  });

  it('wraps long titles, and goes on over pages', async () => {
    const title = 'முருகன் மூர்த்தி '.repeat(20);
    const line = { title, publisher: title, quantity: 1, listPaise: 1_00, unitPaise: 1_00 };
    const pdf = await renderBill(aBill({ lines: Array.from({ length: 12 }, () => line) }));
    expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(2);
  });
});
