import { describe, expect, it } from 'vitest';
import { checkoutModel } from './checkout-model.ts';
import type { FaultLimits, Variant } from './checkout-state.ts';
import { checkModel } from './model-checker.ts';

const NO_FAULTS: FaultLimits = { crashes: 0, brokerWipes: 0, redisWipes: 0, doubledWebhooks: 0 };
const ONE_CRASH: FaultLimits = { ...NO_FAULTS, crashes: 1 };
const BROKER_WIPED: FaultLimits = { ...NO_FAULTS, brokerWipes: 1 };
const REDIS_WIPED: FaultLimits = { ...NO_FAULTS, redisWipes: 1 };

describe('the protocol of a purchase', () => {
  it.each<[string, FaultLimits]>([
    ['a crash and a doubled webhook', { ...ONE_CRASH, doubledWebhooks: 1 }],
    ['a broker and a Redis that lose everything', { ...BROKER_WIPED, redisWipes: 1 }],
  ])('settles with one purchase and one mail for each captured payment, after %s', (_, limits) => {
    const { states, violation } = checkModel(checkoutModel({}, limits));
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(500_000);
  });

  const LOST_PURCHASE = 'a captured payment without a purchase';
  const LOST_MAIL = 'a purchase without a mail';
  it.each<[string, Variant, FaultLimits, string]>([
    ['neither webhooks nor the poll', { hasNoWebhooks: true, hasNoPoll: true }, NO_FAULTS, LOST_PURCHASE],
    ['no poll', { hasNoPoll: true }, NO_FAULTS, LOST_PURCHASE],
    [
      'webhooks that are answered before they are stored',
      { respondsBeforeStoring: true, hasNoPoll: true },
      ONE_CRASH,
      LOST_PURCHASE,
    ],
    [
      'a publication after the write instead of an outbox',
      { hasNoOutbox: true, ignoresMissingOrders: true },
      ONE_CRASH,
      LOST_PURCHASE,
    ],
    [
      'events that are marked before they are published',
      { marksBeforePublishing: true, ignoresMissingOrders: true },
      ONE_CRASH,
      LOST_PURCHASE,
    ],
    [
      'offsets that are committed before the effect',
      { commitsBeforeEffect: true, ignoresMissingOrders: true, ignoresMissingMails: true },
      ONE_CRASH,
      LOST_PURCHASE,
    ],
    ['random ids of purchases', { hasRandomIds: true }, ONE_CRASH, 'two purchases of one payment'],
    ['no acknowledgement of payments', { ignoresMissingOrders: true }, BROKER_WIPED, LOST_PURCHASE],
    ['no acknowledgement of purchases', { ignoresMissingMails: true }, BROKER_WIPED, LOST_MAIL],
    ['a purchase that is not published again', { neverRearms: true }, BROKER_WIPED, 'never settles'],
    ['mails in Redis alone', { hasNoLedger: true, ignoresMissingMails: true }, REDIS_WIPED, LOST_MAIL],
    [
      'mails that are sent again without a lookup',
      { sendsWithoutLookup: true },
      ONE_CRASH,
      'a mail accepted twice',
    ],
  ])('would fail with %s', (_, variant, limits, what) => {
    const { violation } = checkModel(checkoutModel(variant, limits));
    expect(violation).toMatchObject({ what });
    expect(violation?.history.length).toBeGreaterThan(0);
  });
});
