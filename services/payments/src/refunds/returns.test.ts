import { describe, expect, it } from 'vitest';
import { sumReturns } from '../checkouts/checkout.ts';
import { CAPTURED, NOW, aPaidCheckout } from '../returned-money-builder.ts';

const sumsOf = ({ read }: ReturnType<typeof aPaidCheckout>) => sumReturns(read().returns, 'pay_1');
const NOTHING = { returnedPaise: 0, pendingPaise: 0, disputedPaise: 0, lostPaise: 0 };

describe('money that goes back at the provider', () => {
  it('counts when the bank has processed the refund, of any origin', async () => {
    const site = aPaidCheckout();
    const refund = site.provider.inDashboard(20_000, 'pending');
    await site.returns.read('co_1', 'pay_1');
    expect(sumsOf(site)).toEqual({ ...NOTHING, pendingPaise: 20_000 });
    expect(site.read().returnsDueAt).toEqual(new Date(NOW + 1_000));
    refund.status = 'processed';
    await site.returns.follow();
    expect(sumsOf(site)).toEqual({ ...NOTHING, returnedPaise: 20_000 });
    expect(site.read().returnsDueAt).toBeUndefined();
  });

  it('stays as it is when it is read again, and the revision with it', async () => {
    const site = aPaidCheckout();
    site.provider.inDashboard(20_000);
    for (let round = 0; round < 2; round += 1) await site.returns.read('co_1', 'pay_1');
    expect(site.read().returns?.rev).toBe(1);
  });

  it('has the time at which each status was noted, which later looks do not move', async () => {
    const site = aPaidCheckout();
    const first = site.provider.inDashboard(20_000);
    await site.returns.read('co_1', 'pay_1');
    const timeOf = (id: string) => site.read().returns?.refunds.find((one) => one.id === id)?.at;
    expect(timeOf(first.id)).toEqual(new Date(NOW));
    site.pass(60_000);
    const second = site.provider.inDashboard(10_000, 'pending');
    await site.returns.read('co_1', 'pay_1');
    site.pass(60_000);
    second.status = 'processed';
    await site.returns.follow();
    expect([timeOf(first.id), timeOf(second.id)]).toEqual([new Date(NOW), new Date(NOW + 120_000)]);
  });

  it('is found by the list of refunds when no webhook came', async () => {
    const site = aPaidCheckout();
    site.provider.inDashboard(CAPTURED);
    await site.returns.list(new Date(0));
    expect(sumsOf(site)).toEqual({ ...NOTHING, returnedPaise: CAPTURED });
  });

  it('does not go back by a refund that the bank returns', async () => {
    const site = aPaidCheckout();
    site.provider.inDashboard(20_000, 'failed');
    await site.returns.read('co_1', 'pay_1');
    expect(sumsOf(site)).toEqual(NOTHING);
  });
});

describe('a dispute', () => {
  it.each([
    ['under_review', { ...NOTHING, disputedPaise: 30_000 }],
    ['won', NOTHING],
    ['closed', NOTHING],
    ['lost', { ...NOTHING, returnedPaise: 30_000, lostPaise: 30_000 }],
  ])('that is %s counts as such, as soon as it is looked at again', async (status, sums) => {
    const site = aPaidCheckout();
    const dispute = site.provider.dispute(30_000);
    await site.returns.read('co_1', 'pay_1', [dispute.id]);
    expect(sumsOf(site)).toEqual({ ...NOTHING, disputedPaise: 30_000 });
    Object.assign(dispute, { status, amount_deducted: status === 'lost' ? 30_000 : 0 });
    await site.returns.follow();
    expect(sumsOf(site)).toEqual(sums);
  });

  it('is found by the list of disputes when no webhook came', async () => {
    const site = aPaidCheckout();
    site.provider.dispute(30_000);
    await site.returns.list(new Date(0));
    expect(sumsOf(site)).toEqual({ ...NOTHING, disputedPaise: 30_000 });
  });

  it('is not noted for another payment than its own, whatever a webhook says', async () => {
    const site = aPaidCheckout();
    const dispute = site.provider.dispute(30_000);
    await site.returns.read('co_1', 'pay_2', [dispute.id]);
    expect(site.read().returns?.disputes ?? []).toEqual([]);
  });
});
