import type { BillContent } from './bill.ts';

/** Two books, one with a title in Devanagari. */
export const aBill = (values: Partial<BillContent> = {}): BillContent => ({
  number: 'BS/26-27/000001',
  date: '2026-11-22',
  credits: null,
  seller: {
    name: 'Vidhi Books',
    address: '1 Example Road, Pune',
    email: 'care@vidhi.example',
    phone: '+91 20 0000 0000',
    gstin: null,
    grievanceOfficer: 'S. Kulkarni',
  },
  orderId: 'order_1',
  paymentId: 'pay_1',
  lines: [
    { title: 'भारतीय संविधान', publisher: 'Lex', quantity: 2, listPaise: 45_000, unitPaise: 40_500 },
    { title: 'Evidence', publisher: null, quantity: 1, listPaise: 1_234_567_00, unitPaise: 1_234_567_00 },
  ],
  shippingPaise: 10_000,
  totalPaise: 123_547_700,
  billing: null,
  shipping: null,
  ...values,
});
