import { describe, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { createPurchaseEvents } from '../purchases/purchase-events.ts';
import { auditedChange, type DeskAct } from './audited-change.ts';
import type { PurchaseChange } from './purchase-changes.ts';

const events = createPurchaseEvents(TOPICS.ordersPurchases);
const ACTOR = { id: 10, role: 10, via: 'console' as const };
const entryOf = (change: PurchaseChange | null, act: Partial<DeskAct> = {}) =>
  auditedChange(events, { actor: ACTOR, action: 'tag', ...act }, () => change)(aPurchase(4));

describe('a write of the desk', () => {
  it('has its entry of the audit log in the same write, after its own events', () => {
    const own = events.cancelled('pu_4', new Date());
    const written = entryOf({ set: { tags: ['gift'] }, unset: ['packedAt', 'packedBy'], events: [own] });
    expect(written?.set).toEqual({ tags: ['gift'] });
    expect(written?.events?.[0]).toBe(own);
    expect(written?.events?.[1]).toMatchObject({
      data: { actor: ACTOR, action: 'tag', changes: [{ path: 'tags' }, { path: 'packedAt' }] },
    });
  });

  it('names notes and addresses, and copies nothing of them', () => {
    const notes = [{ id: 1, text: 'Call 9876543210', at: new Date(), by: 10 }];
    expect(JSON.stringify(entryOf({ set: { notes } })?.events)).not.toContain('9876543210');
  });

  it('has none where nothing changes', () => {
    expect(entryOf(null)).toBeNull();
    expect(entryOf({ set: { lines: aPurchase(4).lines } })?.events).toBeUndefined();
  });

  it('has the values that the caller gives', () => {
    const changes = [{ path: 'refunds', to: 45_000 }];
    expect(
      JSON.stringify(entryOf({ set: { refunds: [] } }, { action: 'refund', changes })?.events),
    ).toContain('"to":45000');
  });
});
