import { describe, expect, it } from 'vitest';
import { CAPTURED, aPaidCheckout } from '../returned-money-builder.ts';

type Site = ReturnType<typeof aPaidCheckout>;
const amountsOf = ({ provider }: Site): number[] =>
  provider.refunds.filter(({ status }) => status !== 'failed').map(({ amount }) => amount);
const stateOf = ({ read }: Site): string | undefined => read().refunds[0]?.state;

/** Lets the bank process what is pending, and payments look at it, until nothing changes. */
async function settle(site: Site): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await site.followRefunds();
    for (const refund of site.provider.refunds) if (refund.status === 'pending') refund.status = 'processed';
  }
}

describe('the refund of a cancelled purchase', () => {
  it('is the whole payment when nothing went back before', async () => {
    const site = aPaidCheckout();
    site.cancel();
    await settle(site);
    expect([amountsOf(site), stateOf(site)]).toEqual([[CAPTURED], 'DONE']);
  });

  it.each([
    ['a part', 20_000, [20_000, 30_000]],
    ['everything', CAPTURED, [CAPTURED]],
  ])('is what is left when %s was refunded in the dashboard, and ends', async (_, amount, amounts) => {
    const site = aPaidCheckout();
    site.provider.inDashboard(amount);
    site.cancel();
    await settle(site);
    expect([amountsOf(site), stateOf(site)]).toEqual([amounts, 'DONE']);
    expect(site.failures).toEqual([]);
  });

  it('is what is left when others refund a part between the decision and the request', async () => {
    const site = aPaidCheckout();
    site.cancel();
    site.provider.before = () => void site.provider.inDashboard(20_000);
    await settle(site);
    expect([amountsOf(site), stateOf(site)]).toEqual([[20_000, 30_000], 'DONE']);
    expect(site.read().refunds[0]?.failures).toBe(0);
  });

  it('is made once when the response is lost, also when others have refunded a part meanwhile', async () => {
    const site = aPaidCheckout();
    site.provider.inDashboard(20_000);
    site.cancel();
    site.provider.losesResponse = true;
    await settle(site);
    expect([amountsOf(site), stateOf(site)]).toEqual([[20_000, 30_000], 'DONE']);
  });

  it('follows when the bank returns the refund of the dashboard', async () => {
    const site = aPaidCheckout();
    const other = site.provider.inDashboard(CAPTURED, 'pending');
    site.cancel();
    await site.followRefunds();
    expect(stateOf(site)).toBe('REQUESTED');
    other.status = 'failed';
    await settle(site);
    expect([amountsOf(site), stateOf(site)]).toEqual([[CAPTURED], 'DONE']);
  });

  it('is requested again under another key when the bank returns it, three times in all', async () => {
    const site = aPaidCheckout();
    site.cancel();
    for (let round = 0; round < 8; round += 1) {
      await site.followRefunds();
      for (const refund of site.provider.refunds) refund.status = 'failed';
    }
    expect(site.provider.keys.size).toBe(3);
    expect([stateOf(site), site.read().refunds[0]?.failures]).toEqual(['FAILED', 3]);
  });

  it('is not requested again once staff has said that it was paid back another way', async () => {
    const site = aPaidCheckout();
    site.cancel();
    await site.followRefunds();
    for (const refund of site.provider.refunds) refund.status = 'failed';
    await site.followRefunds();
    expect(stateOf(site)).toBe('FAILED');
    site.settleFailed();
    await settle(site);
    await settle(site);
    expect([amountsOf(site), stateOf(site), site.provider.keys.size]).toEqual([[], 'SETTLED', 1]);
    expect(site.failures).toEqual([]);
  });

  it('counts as returned when the bank returns it while it is looked at', async () => {
    const site = aPaidCheckout();
    site.cancel();
    await site.followRefunds();
    site.provider.beforePayment = () => {
      for (const refund of site.provider.refunds) refund.status = 'failed';
    };
    await site.followRefunds();
    expect([stateOf(site), site.read().refunds[0]?.failures]).toEqual(['FAILED', 1]);
    await settle(site);
    expect([amountsOf(site), stateOf(site)]).toEqual([[CAPTURED], 'DONE']);
  });

  it.each([
    ['won', [20_000, 30_000]],
    ['lost', [20_000]],
  ])('leaves disputed money to the bank until the dispute is %s', async (status, amounts) => {
    const site = aPaidCheckout();
    const dispute = site.provider.dispute(30_000);
    await site.returns.read('co_1', 'pay_1', [dispute.id]);
    site.cancel();
    await settle(site);
    expect([amountsOf(site), stateOf(site)]).toEqual([[20_000], 'REQUESTED']);
    Object.assign(dispute, { status, amount_deducted: status === 'lost' ? 30_000 : 0 });
    await settle(site);
    expect([amountsOf(site), stateOf(site)]).toEqual([amounts, 'DONE']);
  });
});
