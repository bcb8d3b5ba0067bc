import type { Options } from 'k6/options';
import { visitAccount } from './account.ts';
import { buyBook } from './buying.ts';
import { actionAt } from './mix.ts';
import { profileOf } from './profiles.ts';
import { READING } from './reading.ts';
import { readContent, type SiteContent } from './site-content.ts';
import { THRESHOLDS } from './thresholds.ts';
import { createVisitor } from './visitor.ts';

// Run by k6, through `npm run load`; its settings come from there.

const env = (name: string): string => {
  const value = __ENV[name];
  if (value === undefined) throw new Error(`${name} is not set: run this with npm run load.`);
  return value;
};
const baseUrl = env('BASE_URL');
const paymentSandbox = env('PAYMENT_SANDBOX');
const credentials = { identifier: env('MEMBER_EMAIL'), password: env('MEMBER_PASSWORD') };

export const options: Options = {
  scenarios: {
    visitors: { ...profileOf(env('PROFILE'), Number(env('RATE')), __ENV['DURATION']), exec: 'act' },
  },
  thresholds: THRESHOLDS,
  summaryTrendStats: ['avg', 'min', 'med', 'p(95)', 'p(99)', 'max'],
};

export const setup = (): SiteContent => readContent(baseUrl);

const visitor = createVisitor(baseUrl);

export function act(content: SiteContent): void {
  const action = actionAt(Math.random());
  if (action === 'account') visitAccount(visitor, credentials);
  else if (action === 'checkout') buyBook(visitor, content, paymentSandbox);
  else READING[action](visitor, content);
}

export const handleSummary = (data: object): Record<string, string> => ({
  [env('SUMMARY_FILE')]: JSON.stringify(data),
});
