import { describe, expect, it } from 'vitest';
import type { BillContent } from './bill.ts';
import { aBill } from './bill-content-builder.ts';
import { declarations, numberLine, renderBill, rupees } from './bill-pdf.ts';

const CONTENT = aBill();
const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0;

describe('a bill of supply', () => {
  it('is a PDF that embeds the font of the rupee sign, and is the same each time', async () => {
    const pdf = await renderBill(CONTENT);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toMatch(/\/FontName \/[A-Z]+\+NotoSansDevanagari/);
    expect(pdf.toString('latin1')).toContain('/FontFile2');
    expect(pagesIn(pdf)).toBe(1);
    expect((await renderBill(CONTENT)).equals(pdf)).toBe(true);
  });

  it('has its day as people write it', () => {
    expect(numberLine({ number: 'BS/26-27/000001', date: '2026-11-28' })).toBe(
      'Number BS/26-27/000001        Date 28 Nov 2026',
    );
  });

  it('of an example of a seller is a specimen, and no other is', async () => {
    const titleOf = async (content: BillContent): Promise<string | undefined> =>
      /^\(((?:Specimen|Bill|Credit)[^)]*)\)$/m.exec((await renderBill(content)).toString('latin1'))?.[1];
    const seller = { ...CONTENT.seller, isSpecimen: true };
    expect(await titleOf({ ...CONTENT, seller })).toBe('Specimen: Bill of Supply BS/26-27/000001');
    expect(
      await titleOf({
        ...CONTENT,
        seller,
        credits: { number: 'CN/26-27/000001', amountPaise: CONTENT.totalPaise },
      }),
    ).toMatch(/^Specimen: Credit Note/);
    expect(await titleOf(CONTENT)).toBe('Bill of Supply BS/26-27/000001');
  });

  it('goes on over pages', async () => {
    const [line] = CONTENT.lines;
    const lines = Array.from({ length: 80 }, () => ({ ...(line as BillContent['lines'][number]) }));
    expect(pagesIn(await renderBill({ ...CONTENT, lines }))).toBeGreaterThan(2);
  });

  it('is followed by a credit note, which lists the books only when it is about all of them', async () => {
    const [line] = CONTENT.lines;
    const lines = Array.from({ length: 20 }, () => ({ ...(line as BillContent['lines'][number]) }));
    const { number, totalPaise } = CONTENT;
    const sizes = [];
    for (const amountPaise of [totalPaise, 100]) {
      const credits = { number, amountPaise };
      sizes.push((await renderBill({ ...CONTENT, lines, credits })).length);
    }
    expect(sizes[0]).toBeGreaterThan(sizes[1] ?? 0);
  });

  it('prints amounts as in India', () => {
    expect(rupees(1_234_567_50)).toBe('₹ 12,34,567.50');
  });

  it('declares what consumer law requires of each book and of the seller', () => {
    const text = declarations(CONTENT).flat(2).join('\n');
    for (const part of [
      'भारतीय संविधान: commodity printed book; net quantity 2 N; publisher Lex; MRP ₹ 450.00 a copy, inclusive of all taxes',
      'Evidence: commodity printed book; net quantity 1 N; publisher as printed in the book',
      'country of origin India',
      'Vidhi Books, 1 Example Road, Pune. Phone +91 20 0000 0000, email care@vidhi.example.',
      'Grievance officer: S. Kulkarni',
    ])
      expect(text).toContain(part);
  });
});
