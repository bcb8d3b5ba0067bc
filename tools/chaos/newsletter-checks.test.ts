import { describe, expect, it } from 'vitest';
import { checkNewsletter, type NewsletterEvidence } from './newsletter-checks.ts';

const RIGHT: NewsletterEvidence = {
  issue: { state: 'sent', recipients: 4 },
  readers: ['a', 'b', 'c', 'd'].map((id) => ({ id, address: `${id}@example.in` })),
  unsubscriptions: [
    { id: 'c', isBeforeTurn: true },
    { id: 'd', isBeforeTurn: false },
  ],
  rows: { SENT: 3 },
  received: ['a@example.in', 'b@example.in', 'd@example.in'],
};
const problems = (changed: Partial<NewsletterEvidence>) =>
  checkNewsletter({ ...RIGHT, ...changed }).map(({ kind, subject }) => `${kind} ${subject}`);

describe('the checks of a newsletter', () => {
  it('find nothing where each reader has one mail', () => {
    expect(problems({})).toEqual([]);
  });

  it('take a mail or none for a reader who unsubscribed in the turn', () => {
    expect(problems({ received: ['a@example.in', 'b@example.in'], rows: { SENT: 2 } })).toEqual([]);
  });

  it.each<[string, Partial<NewsletterEvidence>, string]>([
    ['twice', { received: [...RIGHT.received, 'a@example.in'], rows: { SENT: 4 } }, 'mail a@example.in'],
    ['missing', { received: RIGHT.received.slice(1), rows: { SENT: 2 } }, 'mail a@example.in'],
    [
      'after the unsubscription',
      { received: [...RIGHT.received, 'c@example.in'], rows: { SENT: 4 } },
      'unsubscription c@example.in',
    ],
    [
      'to a stranger',
      { received: [...RIGHT.received, 'x@example.in'], rows: { SENT: 4 } },
      'mail x@example.in',
    ],
    ['without a row', { rows: { SENT: 2 } }, 'ledger SENT'],
    ['waiting', { rows: { SENT: 3, QUEUED: 1 } }, 'ledger QUEUED'],
    ['given up', { rows: { SENT: 3, DEAD: 1 } }, 'ledger DEAD'],
    ['not at its end', { issue: { state: 'sending', recipients: 4 } }, 'issue sending'],
    ['for other readers', { issue: { state: 'sent', recipients: 5 } }, 'issue 5'],
  ])('find a mail that is %s', (_name, changed, problem) => {
    expect(problems(changed)).toEqual([problem]);
  });
});
