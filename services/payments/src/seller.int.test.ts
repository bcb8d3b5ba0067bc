import { afterEach, expect, it } from 'vitest';
import { ADDRESS, POLL, startPurchaseSite, type PurchaseSite } from './purchase-site-builder.ts';
import { NO_SELLER } from './seller/seller.ts';

const LIVE = { RAZORPAY_KEY_ID: 'rzp_live_sandbox' };
const SELLER = {
  SELLER_NAME: 'Lex House',
  SELLER_ADDRESS: '4 Fort Road, Mumbai 400001',
  SELLER_EMAIL: 'care@lex.example',
  SELLER_PHONE: '+91 22 1234 5678',
};

let site: PurchaseSite | null = null;
afterEach(async () => {
  await site?.end();
  site = null;
});

/** Starts a site with live keys of the card provider, and a buyer with a cart. */
async function startLive(seller: Record<string, string>) {
  site = await startPurchaseSite(LIVE, LIVE, seller);
  const { get, post, purchases } = site;
  const { bearer, checkout } = await purchases.aBuyer();
  const order = () => post('payments', '/api/payment/order', { book_id: 1, address: ADDRESS }, bearer);
  const ready = async () => {
    const { status, body } = await get('payments', '/readyz');
    return { status, seller: (body['checks'] as Record<string, unknown>)['seller'] };
  };
  return { checkout: () => checkout({}, post), order, ready };
}

it('live keys take no payment without a seller, and the service stays ready and says why', async () => {
  const { checkout, order, ready } = await startLive({});
  for (const send of [checkout, order])
    expect(await send()).toMatchObject({ status: 503, body: { error: { message: NO_SELLER } } });
  expect(await ready()).toEqual({
    status: 200,
    seller: {
      ok: false,
      isAdvisory: true,
      detail:
        'no payments are taken: set SELLER_NAME, SELLER_ADDRESS, SELLER_EMAIL, SELLER_PHONE of cart-orders, or the seller at /console/shop-settings',
    },
  });
});

it('live keys take payments once the seller is set', async () => {
  const { checkout, ready } = await startLive(SELLER);
  await expect.poll(async () => (await checkout()).status, POLL).toBe(200);
  expect(await ready()).toEqual({ status: 200, seller: { ok: true, isAdvisory: true } });
});
