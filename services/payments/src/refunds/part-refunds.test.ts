import { describe, expect, it } from 'vitest';
import { CAPTURED, aPaidCheckout } from '../returned-money-builder.ts';

type Site = ReturnType<typeof aPaidCheckout>;
const statesOf = ({ read }: Site) =>
  (read().partRefunds ?? []).map(({ state, failure }) =>
    failure === undefined ? state : `${state} ${failure}`,
  );
const amountsOf = ({ provider }: Site): number[] =>
  provider.refunds.filter(({ status }) => status !== 'failed').map(({ amount }) => amount);

async function settle(site: Site): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await site.followRefunds();
    for (const refund of site.provider.refunds) if (refund.status === 'pending') refund.status = 'processed';
  }
}

describe('the refund of a part', () => {
  it('is of exactly the amount, and done when the bank has processed it', async () => {
    const site = aPaidCheckout();
    site.order('first', 12_345);
    await site.followRefunds();
    expect(statesOf(site)).toEqual(['REQUESTED']);
    await settle(site);
    expect([statesOf(site), amountsOf(site)]).toEqual([['DONE'], [12_345]]);
  });

  it('is made once when the response is lost', async () => {
    const site = aPaidCheckout();
    site.order('first', 30_000);
    site.provider.losesResponse = true;
    await site.followRefunds();
    // What is left by now is less than its amount: it is repeated all the same, under its key.
    expect(statesOf(site)).toEqual(['DECIDED']);
    await settle(site);
    expect([statesOf(site), amountsOf(site)]).toEqual([['DONE'], [30_000]]);
  });

  it('fails for good when others have refunded or disputed the amount before', async () => {
    const site = aPaidCheckout();
    site.provider.inDashboard(20_000);
    site.provider.dispute(10_000);
    await site.returns.read(site.read()._id, 'pay_1', ['disp_1']);
    site.order('first', 30_000);
    site.order('second', 20_000);
    await settle(site);
    expect(statesOf(site)).toEqual(['FAILED nothing-left', 'DONE']);
  });

  it('fails when others refund the amount between the decision and the request', async () => {
    const site = aPaidCheckout();
    site.order('first', 30_000);
    site.provider.before = () => void site.provider.inDashboard(CAPTURED);
    await settle(site);
    expect([statesOf(site), amountsOf(site)]).toEqual([['FAILED rejected'], [CAPTURED]]);
  });

  it('fails when the bank returns it, and is not requested again by itself', async () => {
    const site = aPaidCheckout();
    site.order('first', 30_000);
    await site.followRefunds();
    for (const refund of site.provider.refunds) refund.status = 'failed';
    await settle(site);
    expect([statesOf(site), amountsOf(site)]).toEqual([['FAILED returned'], []]);
  });

  it('and a cancellation beside it return the payment once', async () => {
    const site = aPaidCheckout();
    site.order('first', 30_000);
    site.cancel();
    await settle(site);
    expect(amountsOf(site).reduce((sum, amount) => sum + amount, 0)).toBe(CAPTURED);
    expect(site.read().refunds[0]?.state).toBe('DONE');
    expect(statesOf(site)).toEqual(['DONE']);
  });
});
