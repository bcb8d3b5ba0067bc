import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aBill } from './bill-content-builder.ts';
import { renderBill } from './bill-pdf.ts';
import { createBillRenderer, type BillRenderer } from './bill-renderer.ts';

let renderer: BillRenderer;
let missing: string[];
beforeEach(() => {
  missing = [];
  renderer = createBillRenderer((characters, content) =>
    missing.push(content?.number ?? 'papers', ...characters),
  );
});
afterEach(async () => renderer.close());

describe('the renderer of bills', () => {
  it('gives each caller its own document', async () => {
    const contents = ['000001', '000002', '000003'].map((number) => aBill({ number: `BS/26-27/${number}` }));
    const rendered = await Promise.all(contents.map((content) => renderer.render(content)));
    const expected = await Promise.all(contents.map((content) => renderBill(content)));
    expect(rendered.map((pdf, at) => pdf.equals(expected[at] ?? Buffer.alloc(0)))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('rejects content that cannot be rendered, and renders the next', async () => {
    await expect(renderer.render({ ...aBill(), lines: null as never })).rejects.toThrow('lines');
    expect((await renderer.render(aBill())).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('rejects what was not rendered when it is closed, and starts again', async () => {
    const interrupted = renderer.render(aBill());
    await Promise.all([expect(interrupted).rejects.toThrow('ended'), renderer.close()]);
    expect((await renderer.render(aBill())).length).toBeGreaterThan(1_000);
  });

  it('reports the characters that no font has, with the document', async () => {
    await renderer.render(aBill());
    expect(missing).toEqual([]);
    const bill = aBill();
    await renderer.render({ ...bill, seller: { ...bill.seller, name: '鬼 Books 鬼' } });
    expect(missing).toEqual([bill.number, '鬼']);
  });
});
