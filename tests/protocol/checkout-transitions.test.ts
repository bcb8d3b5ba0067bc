import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRANSITIONS, type Transition } from '../../services/payments/src/checkouts/transitions.ts';
import { checkoutModel } from './checkout-model.ts';
import { CHECKOUT, type CheckoutState, type FaultLimits } from './checkout-state.ts';
import { checkModel, type Model } from './model-checker.ts';

const README = join(import.meta.dirname, '..', '..', 'services', 'payments', 'README.md');
const NO_FAULTS: FaultLimits = { crashes: 0, brokerWipes: 0, redisWipes: 0, doubledWebhooks: 0 };
const ALL: readonly (readonly [string, Transition])[] = Object.entries(TRANSITIONS);

/** The model does not tell these apart from ORDERED: none of them changes what may follow. */
const AS_ORDERED = new Set(['ATTEMPTED', 'EXPIRED']);
const inModel = (status: string): string => (AS_ORDERED.has(status) ? 'ORDERED' : status);
const nameOf = (value: number): string =>
  Object.entries(CHECKOUT).find(([, own]) => own === value)?.[0] ?? String(value);

/** Returns the changes of the checkout that any run of the model makes. */
function modelledChanges(): Set<string> {
  const changes = new Set<string>();
  const model = checkoutModel({}, NO_FAULTS);
  const observed: Model<CheckoutState> = {
    ...model,
    actions: model.actions.map((action) => ({
      ...action,
      apply(state) {
        const before = state.checkout;
        action.apply(state);
        if (state.checkout !== before) changes.add(`${nameOf(before)} ${nameOf(state.checkout)}`);
      },
    })),
  };
  expect(checkModel(observed).violation).toBeNull();
  return changes;
}

describe('the transitions of a checkout', () => {
  it('are those of the README', () => {
    const rows = ALL.map(([name, { from, to }]) => `| ${name} | ${from.join(', ')} | ${to} |`);
    const table = /\| Transition .*\n.*\n(?<rows>(?:\|.*\n)+)/.exec(readFileSync(README, 'utf8'))?.groups?.[
      'rows'
    ];
    expect(table?.trim().split('\n')).toEqual(rows);
  });

  it('are those of the protocol model, which begins with a checkout that was created', () => {
    const allowed = new Set(
      ALL.flatMap(([, { from, to }]) => from.map((one) => `${inModel(one)} ${inModel(to)}`)).filter(
        (change) => change !== 'ORDERED ORDERED',
      ),
    );
    const changes = modelledChanges();
    expect(changes.delete('none CREATED')).toBe(true);
    expect([...changes].filter((change) => !allowed.has(change))).toEqual([]);
    // Without faults the browser has an order before it can pay.
    expect([...allowed].filter((change) => !changes.has(change))).toEqual(['CREATED PAID']);
  });

  it('lead forward from the first status to the last', () => {
    const order = ['CREATED', 'ORDERED', 'ATTEMPTED', 'EXPIRED', 'PAID', 'FULFILLED'];
    for (const [, { from, to }] of ALL)
      for (const one of from) expect(order.indexOf(one)).toBeLessThan(order.indexOf(to));
  });
});
