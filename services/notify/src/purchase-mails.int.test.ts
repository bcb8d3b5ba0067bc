import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  OrderAddressed,
  OrderCancelled,
  OrderCreated,
  OrderRefunded,
  OrderRequested,
  OrderShipped,
} from '@vidhi/contracts/events.ts';
import { anEnvelope } from './envelope-builder.ts';
import { SERVICE_TOKEN } from './sending/mail-site-builder.ts';
import { startNotify } from './sending/running-notify-builder.ts';

let notify: Awaited<ReturnType<typeof startNotify>>;
let accounts: typeof notify.accounts;
let inbox: typeof notify.inbox;
beforeAll(async () => {
  notify = await startNotify('purchase-mails');
  ({ accounts, inbox } = notify);
});
afterAll(() => notify.close());

describe('the mails of a purchase', () => {
  const publish = (type: string, id: string, data: Record<string, unknown>): Promise<unknown> =>
    notify.publish('ordersPurchases', anEnvelope(type, id, data));
  const buy = (id: string, fields: { isCancelled?: true } = {}): Promise<unknown> =>
    publish(OrderCreated.type, id, {
      purchaseId: id,
      checkoutId: `co_${id}`,
      userId: null,
      totalPaise: 55_000,
      ...fields,
    });
  const purchase = (change: Record<string, unknown> = {}) => ({
    orderId: 'order_1',
    paymentId: 'pay_1',
    userId: null,
    lines: [{ title: 'Law of Evidence', listPaise: 45_000, unitPaise: 45_000, quantity: 1 }],
    shippingPaise: 10_000,
    totalPaise: 55_000,
    billing: {
      name: 'Asha Rao',
      phone: '9000000000',
      email: 'buyer@example.in',
      address: '1 High Court Road',
      pincode: '400001',
    },
    shipping: null,
    createdAt: '2026-03-01T06:30:00.000Z',
    ...change,
  });
  const statesOf = async (id: string) =>
    (await notify.mails.find({ 'source.id': id }).toArray())
      .map(({ template, state }) => `${template} ${state}`)
      .toSorted();

  it('are the confirmation to the buyer and two notices to the site, once for a repeated event', async () => {
    accounts.documents.set('/internal/purchases/pu_1/bill-of-supply', 'a document');
    accounts.documents.set('/internal/purchases/pu_1', purchase());
    await buy('pu_1');
    await buy('pu_1');
    await expect
      .poll(() => statesOf('pu_1'))
      .toEqual(['new-order-notice SENT', 'order-confirmed SENT', 'payment-notification SENT']);
    const received = await inbox.mails('buyer@example.in');
    expect(received.map(({ subject }) => subject)).toEqual(['Order Confirmed']);
    expect(received[0]?.text).toContain('Law of Evidence');
    expect(received[0]?.attachments).toMatchObject([
      { filename: 'bill-of-supply.pdf', contentType: 'application/pdf' },
    ]);
    const toSite = await inbox.mails('office@vidhi.example');
    expect(toSite.find(({ subject }) => subject.startsWith('New order'))?.text).toContain(
      '/console/orders/pu_1',
    );
    const notices = toSite.map(({ subject }) => subject);
    expect(notices.filter((subject) => /payment|order/i.test(subject)).toSorted()).toEqual([
      'New order at Vidhi',
      'Payment Notification',
    ]);
    expect(JSON.stringify(await notify.mails.find({ 'source.id': 'pu_1' }).toArray())).not.toContain(
      'buyer@',
    );
    const known = await notify.post(
      '/internal/mails/known',
      { eventIds: ['order.created:pu_1', 'order.created:pu_0'] },
      { 'x-service-token': SERVICE_TOKEN },
    );
    expect(await known.json()).toEqual({ known: ['order.created:pu_1'] });
  });

  it('go to the address of the account where there is no billing address', async () => {
    accounts.documents.set('/internal/purchases/pu_2/bill-of-supply', 'a document');
    accounts.documents.set('/internal/purchases/pu_2', purchase({ billing: null, userId: 7 }));
    accounts.documents.set('/internal/users/7/contact', { address: 'member@example.in', name: 'A. Rao' });
    await buy('pu_2');
    await expect.poll(() => inbox.mails('member@example.in')).toHaveLength(1);
  });

  it('are only that of the refund when it was cancelled before it was confirmed', async () => {
    const path = '/internal/cancelled-purchases/pu_4';
    accounts.documents.set(path, purchase({ cancelledFor: 'no-copies' }));
    await buy('pu_4', { isCancelled: true });
    await expect.poll(() => statesOf('pu_4')).toEqual(['payment-refunded SENT']);
  });

  it('say that a line was shipped, with the link to the order, and nothing when its date is gone', async () => {
    const statusPath = '/status/co_5?key=abc';
    const line = (id: number, shippingDate: string | null) => ({
      id,
      title: `Volume ${id}`,
      listPaise: 45_000,
      unitPaise: 45_000,
      quantity: 1,
      shippingDate,
    });
    const lines = [line(1, '2026-03-02'), line(2, null)];
    const billing = { ...purchase().billing, email: 'shipped@example.in' };
    accounts.documents.set(
      '/internal/purchases/pu_5',
      purchase({ lines, billing, statusPath, purchaseNumber: '7KM3QX9TRA' }),
    );
    await publish(OrderShipped.type, 'pu_5:2', { purchaseId: 'pu_5', lineId: 2 });
    await publish(OrderShipped.type, 'pu_5:1', { purchaseId: 'pu_5', lineId: 1 });
    await expect.poll(() => statesOf('pu_5/1')).toEqual(['order-shipped SENT']);
    await expect.poll(() => statesOf('pu_5/2')).toEqual(['order-shipped CANCELLED']);
    const received = await inbox.mails('shipped@example.in');
    expect(received.map(({ subject }) => subject)).toEqual(['Shipped: your order 7KM3QX9TRA']);
    expect(received[0]?.text).toContain('https://vidhi.example/status/co_5?key=abc');
  });

  it('tell the site that the buyer of an order has given its address', async () => {
    const billing = { ...purchase().billing, name: 'Late Address' };
    const path = '/internal/purchases/pu_7';
    accounts.documents.set(path, purchase({ billing, shipping: billing, purchaseNumber: '9KM3QX9TRB' }));
    await publish(OrderAddressed.type, 'pu_7', { purchaseId: 'pu_7' });
    await expect.poll(() => statesOf('pu_7')).toEqual(['order-address-given SENT']);
    const subject = 'Delivery address of order 9KM3QX9TRB at Vidhi';
    const mail = (await inbox.mails('office@vidhi.example')).find((one) => one.subject === subject);
    expect(mail?.text).toContain('Late Address');
    expect(mail?.attachments).toEqual([]);
  });

  it('say that staff cancelled an order, with its credit note', async () => {
    const billing = { ...purchase().billing, email: 'cancelled@example.in' };
    accounts.documents.set(
      '/internal/cancelled-purchases/pu_6',
      purchase({ billing, cancelledFor: 'staff' }),
    );
    accounts.documents.set('/internal/purchases/pu_6/credit-note', 'a document');
    await publish(OrderCancelled.type, 'pu_6', { purchaseId: 'pu_6' });
    await expect.poll(() => statesOf('pu_6')).toEqual(['order-cancelled SENT']);
    const [mail] = await inbox.mails('cancelled@example.in');
    expect(mail?.subject).toBe('Cancelled, refunded: your order order_1');
    expect(mail?.attachments).toMatchObject([{ filename: 'credit-note.pdf' }]);
  });

  it('have of several refunds each its own credit note', async () => {
    const billing = { ...purchase().billing, email: 'refunded@example.in' };
    const path = '/internal/purchases/pu_8';
    accounts.documents.set(path, purchase({ billing }));
    // The last note, and each by its refund: bodies of 6, 7 and 8 bytes.
    accounts.documents.set(`${path}/credit-note`, 'last');
    accounts.documents.set(`${path}/credit-note?refund=rfnd_1`, 'first');
    accounts.documents.set(`${path}/credit-note?refund=rfnd_2`, 'second');
    const refunded = (refundId: string, amountPaise: number, returnedPaise: number) =>
      publish(OrderRefunded.type, `pu_8:${returnedPaise}`, {
        purchaseId: 'pu_8',
        amountPaise,
        returnedPaise,
        refundId,
      });
    await refunded('rfnd_1', 10_000, 10_000);
    await refunded('rfnd_2', 20_000, 30_000);
    await expect.poll(async () => (await inbox.mails('refunded@example.in')).length).toBe(2);
    const sizes = (await inbox.mails('refunded@example.in')).map(
      ({ subject, attachments }) => `${/₹\d+/.exec(subject)?.[0]}: ${attachments[0]?.bytes} bytes`,
    );
    expect(sizes.toSorted()).toEqual(['₹100: 7 bytes', '₹200: 8 bytes']);
  });

  it('tell buyer and shop of a request, and the buyer of the decision', async () => {
    const billing = { ...purchase().billing, email: 'asking@example.in' };
    const lines = [{ id: 4, title: 'Evidence', listPaise: 45_000, unitPaise: 45_000, quantity: 1 }];
    const request = { id: 1, kind: 'cancel', lines: [{ id: 4, copies: 1 }], reason: 'Bought twice' };
    const path = '/internal/purchases/pu_9';
    const known = { billing, lines, purchaseNumber: '9KM3QX9TRC', returnAddress: '1 Example Road' };
    const open = { ...request, state: 'open', reply: null };
    accounts.documents.set(path, purchase({ ...known, requests: [open] }));
    const requested = (state: string) =>
      publish(OrderRequested.type, `pu_9:1:${state}`, { purchaseId: 'pu_9', requestId: 1, state });
    await requested('open');
    await expect.poll(() => statesOf('pu_9/1')).toEqual(['request-notice SENT', 'request-received SENT']);
    accounts.documents.set(
      path,
      purchase({ ...known, requests: [{ ...open, state: 'declined', reply: 'It is packed.' }] }),
    );
    await requested('declined');
    await expect.poll(async () => (await inbox.mails('asking@example.in')).length).toBe(2);
    const mails = await inbox.mails('asking@example.in');
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Declined: cancellation of your order 9KM3QX9TRC',
      'We have received your request: cancellation of order 9KM3QX9TRC',
    ]);
    expect(mails.some(({ text }) => text.includes('It is packed.'))).toBe(true);
  });

  it('leave out a buyer whose account was erased', async () => {
    accounts.documents.set('/internal/purchases/pu_3/bill-of-supply', 'a document');
    accounts.documents.set('/internal/purchases/pu_3', purchase({ billing: null, userId: 8 }));
    await buy('pu_3');
    await expect
      .poll(() => statesOf('pu_3'))
      .toEqual(['new-order-notice SENT', 'order-confirmed CANCELLED', 'payment-notification SENT']);
  });
});
