import { describe, expect, it } from 'vitest';
import { aPurchase, BUYER } from '../cart-app-builder.ts';
import { dayOf, type Purchase, type ShopRefund } from '../purchases/purchase.ts';
import { addressLines, renderPacking } from './packing-pdf.ts';
import { slipsOf, type PackingSheets, type Slip } from './packing-sheets.ts';

const sender = { name: 'Vidhi Books', address: '1 Example Road, Pune', phone: '+91 20 0000 0000' };
const aSlip = (values: Partial<Slip> = {}): Slip => ({
  orderNumber: '7KM3QX9TRA',
  orderedOn: '2026-10-01',
  shipping: { ...BUYER, city: 'Pune', state: 'Maharashtra', landmark: 'near the museum' },
  lines: [{ title: 'Evidence', publisher: 'Lex', isbn: '9788170000000', copies: 2 }],
  ...values,
});
const sheets = (values: Partial<PackingSheets>): PackingSheets => ({
  kind: 'packing-slips',
  sender,
  slips: [],
  skipped: [],
  ...values,
});
const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0;
const thirty = Array.from({ length: 30 }, () => aSlip());

describe('papers for packing', () => {
  it('are a page for each order, and one for the orders that cannot be packed', async () => {
    expect(pagesIn(await renderPacking(sheets({ slips: thirty })))).toBe(30);
    const skipped = [{ orderNumber: '8KM3QX9TRA', reason: 'has no address yet' }];
    expect(pagesIn(await renderPacking(sheets({ slips: [aSlip()], skipped })))).toBe(2);
  });

  it('are eight labels on a page', async () => {
    const pagesOf = async (count: number) =>
      pagesIn(await renderPacking(sheets({ kind: 'address-labels', slips: thirty.slice(0, count) })));
    expect([await pagesOf(1), await pagesOf(8), await pagesOf(9)]).toEqual([1, 1, 2]);
  });

  it('print every Indian script, and name what no font has', async () => {
    const names = [
      'आशा राव',
      'ஆஷா ராவ்',
      'ఆశా రావు',
      'ಆಶಾ ರಾವ್',
      'ആശ റാവു',
      'আশা রাও',
      'આશા રાવ',
      'ਆਸ਼ਾ ਰਾਓ',
      'ଆଶା ରାଓ',
      'آشا راؤ',
      'ᱟᱥᱟ ᱢᱩᱨᱢᱩ',
      'ꯑꯥꯁꯥ ꯔꯥꯎ',
    ];
    const slips = names.map((name) => aSlip({ shipping: { ...BUYER, name, address: name } }));
    const missing = new Set<string>();
    for (const kind of ['packing-slips', 'address-labels'] as const)
      await renderPacking(sheets({ kind, slips }), missing);
    expect([...missing]).toEqual([]);
    await renderPacking(sheets({ slips: [aSlip({ shipping: { ...BUYER, name: '鬼' } })] }), missing);
    expect([...missing]).toEqual(['鬼']);
  });

  it.each(['x'.repeat(500), 'ആശ റാവു '.repeat(60), '1 Road\n'.repeat(60)])(
    'keep a label on its page however long its address is',
    async (address) => {
      const slips = Array.from({ length: 2 }, () => aSlip({ shipping: { ...BUYER, address } }));
      expect(pagesIn(await renderPacking(sheets({ kind: 'address-labels', slips })))).toBe(1);
    },
  );

  it('write the PIN code with the town, and the phone number last', () => {
    expect(addressLines({ ...BUYER, city: 'Pune', state: 'Maharashtra' })).toEqual([
      '12 MG Road, Pune',
      'Pune, Maharashtra – 411001',
      'Phone 9000000000',
    ]);
  });
});

describe('what is packed', () => {
  const [LINE] = aPurchase(4).lines;
  if (LINE === undefined) throw new Error('a purchase has a line');
  const of = (values: Partial<Purchase>) =>
    slipsOf([{ ...aPurchase(4), ...values }], ({ createdAt }) => dayOf(createdAt), {
      isbnOf: () => null,
    });
  const shipped = { ...LINE, id: 2, title: 'Shipped', shipping_date: '2026-10-02' };

  const refundOn = (day: string, wasShipped: boolean) => ({
    id: day,
    fingerprint: '',
    amountPaise: 45_000,
    lines: [{ id: 1, copies: 1, wasShipped }],
    shippingPaise: 0,
    reason: 'x',
    restock: false,
    state: 'DONE' as const,
    at: new Date(`${day}T09:00:00Z`),
    by: 10,
  });

  it('is what is yet to be sent, less the copies that were refunded', () => {
    const { slips } = of({
      lines: [{ ...LINE, id: 1, quantity: 3 }, shipped],
      refunds: [refundOn('2026-10-01', false)],
    });
    expect(slips[0]?.lines).toMatchObject([{ title: 'Book 1', copies: 2 }]);
    expect(of({ lines: [shipped] }).slips[0]?.lines).toMatchObject([{ title: 'Shipped', copies: 1 }]);
  });

  it('is not what was refunded while the buyer had it, once its parcel came back', () => {
    const parcel = (id: number, day: string, returnedOn: string | null) => ({
      id,
      carrier: 'By hand',
      number: null,
      url: null,
      lines: [1],
      day,
      deliveredOn: null,
      returnedOn,
      at: new Date(`${day}T06:00:00Z`),
      by: 10,
    });
    const lines = [{ ...LINE, id: 1, quantity: 2, shipping_date: '2026-10-02' }];
    const copies = (shipments: Purchase['shipments'], ...refunds: ShopRefund[]) =>
      of({ lines, ...(shipments === undefined ? {} : { shipments }), refunds }).slips.map((slip) =>
        slip.lines.map((one) => one.copies),
      );
    const withBuyer = refundOn('2026-10-04', true);
    const first = parcel(1, '2026-10-02', null);
    const back = { ...first, returnedOn: '2026-10-06' };
    expect(copies([first], withBuyer)).toEqual([[2]]);
    expect(copies([back], withBuyer)).toEqual([[1]]);
    expect(copies([back, parcel(2, '2026-10-07', null)], withBuyer)).toEqual([[1]]);
    expect(copies([back], withBuyer, refundOn('2026-10-08', false))).toEqual([]);
    expect(copies(undefined, withBuyer)).toEqual([[2]]);
  });

  it.each<[string, Partial<Purchase>, string]>([
    ['a cancelled order', { status: 'CANCELLED' }, 'cancelled'],
    ['an order without an address', { billing: null, shipping: null }, 'has no address yet'],
    [
      'an order whose copies were refunded',
      { lines: [{ ...LINE, isCancelled: true }] },
      'has nothing to be sent',
    ],
  ])('is nothing of %s', (_, values, reason) => {
    expect(of(values)).toEqual({ slips: [], skipped: [{ orderNumber: '7KM3QX9TRA', reason }] });
  });
});
