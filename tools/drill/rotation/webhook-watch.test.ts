import { expect, it } from 'vitest';
import { attemptsSince } from './webhook-watch.ts';

it.each([
  ['accepted at once', 0, { attempts: 1, lastStatus: 200 }, { accepted: 1, rejected: 0 }],
  ['accepted at the second attempt', 0, { attempts: 2, lastStatus: 200 }, { accepted: 1, rejected: 1 }],
  ['rejected', 0, { attempts: 1, lastStatus: 401 }, { accepted: 0, rejected: 1 }],
  ['without response', 1, { attempts: 3, lastStatus: null }, { accepted: 0, rejected: 2 }],
  ['seen before', 1, { attempts: 1, lastStatus: 200 }, { accepted: 0, rejected: 0 }],
  ['not sent yet', 0, { attempts: 0, lastStatus: null }, { accepted: 0, rejected: 0 }],
])('counts the attempts of a webhook that was %s', (_how, seen, delivery, counts) => {
  expect(attemptsSince(seen, { id: 'evt_1', event: 'order.paid', ...delivery })).toEqual(counts);
});
