import { describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import { CreateTokenBody } from './api-tokens.ts';
import { SaveViewBody } from './console-views.ts';

const isView = (name: string) =>
  Value.Check(SaveViewBody, { list: 'posts', name, query: '?q=a', shared: true });
const isToken = (name: string) =>
  Value.Check(CreateTokenBody, { name, scopes: ['articles:read'], expires_in_days: 30 });

describe('names of saved views and API tokens', () => {
  it.each(['Tax, this week', 'शक्‍ति के लेख', 'ക്ഷേമം ശ്രീ‌ലത', 'Family 👨‍👩‍👧', 'Café — 50%'])(
    'may be “%s”',
    (name) => {
      expect([isView(name), isToken(name)]).toEqual([true, true]);
    },
  );

  it.each([
    ['no visible character', '   '],
    ['joiners alone', '\u200d\u200d\u200d'],
    ['a line break', 'Tax\nweek'],
    ['a line separator', 'Tax\u2028week'],
    ['a null character', 'Tax\u0000week'],
    ['an override of the direction', 'Tax \u202ekeew'],
    ['an isolate', 'Tax \u2067week\u2069'],
    ['a mark of the direction', 'Tax\u200fweek'],
  ])('have not %s', (_, name) => {
    expect([isView(name), isToken(name)]).toEqual([false, false]);
  });
});
