import { check, sleep } from 'k6';
import { Trend } from 'k6/metrics';
import type { SiteContent } from './site-content.ts';
import { anyOf, type Visitor } from './visitor.ts';

const settled = new Trend('checkout_settled', true);
const ADDRESS = {
  name: 'Load Test',
  phone: '9000000000',
  email: 'load@example.in',
  address: '1 MG Road, Pune',
  pincode: '411001',
};
const MAX_CHECKS = 20;
const CHECK_SECONDS = 0.25;

/** Puts a book into a guest's cart, pays in the sandbox, and waits until the site knows the payment. */
export function buyBook(visitor: Visitor, { books }: SiteContent, paymentSandbox: string): void {
  const receipt = `load-${__VU}-${__ITER}-${Date.now()}`.padEnd(16, '0');
  const item = { catalog_books: anyOf(books).id, count: 1, Batch_id: receipt };
  visitor.post('add to cart', '/api/carts', { data: item });
  visitor.get('read', 'cart', `/api/carts?filters[Batch_id][$eq]=${receipt}&populate=*`);
  const checkout = visitor.post('checkout', '/api/payment/checkout', {
    receipt,
    billingAddress: ADDRESS,
    sameAddress: true,
  });
  if (checkout.status !== 200) return;
  const paid = visitor.post('pay in the sandbox', `${paymentSandbox}/control/pay`, {
    order_id: checkout.json('razorpay_order_id'),
    outcome: 'captured',
    method: 'card',
  });
  const paidAt = Date.now();
  for (let attempt = 0; attempt < MAX_CHECKS; attempt++) {
    const verified = visitor.post('verify', '/api/payment/verify', paid.json() as object);
    if (verified.status === 200 && verified.json('status') === 'paid') {
      settled.add(Date.now() - paidAt);
      return;
    }
    sleep(CHECK_SECONDS);
  }
  check(null, { 'the checkout settles': () => false });
}
