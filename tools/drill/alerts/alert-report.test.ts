import { describe, expect, it } from 'vitest';
import { alertTable, isShown, type AlertResult } from './alert-report.ts';

const aResult = (changed: Partial<AlertResult> = {}): AlertResult => ({
  alert: 'MailsWait',
  cause: 'the mail server is away',
  seconds: 12.4,
  wasFiring: false,
  runbook: 'docs/runbooks/mails-wait.md',
  runbookProblem: null,
  ...changed,
});
const CASES: [string, AlertResult, boolean, string][] = [
  ['fired', aResult(), true, '| the mail server is away | 12 | docs/runbooks/mails-wait.md |'],
  ['did not fire', aResult({ seconds: null }), false, '| never |'],
  ['fired before', aResult({ wasFiring: true }), false, '| before its cause |'],
  ['has no cause', aResult({ cause: null, seconds: null }), false, '| none | not tried |'],
  [
    'has no page',
    aResult({ runbookProblem: 'the page is missing' }),
    false,
    'mails-wait.md: the page is missing |',
  ],
];

describe('the table of alerts', () => {
  it.each(CASES)('says that an alert %s', (_what, result, isGood, text) => {
    expect(isShown(result)).toBe(isGood);
    expect(alertTable([result]).split('\n')[2]).toContain(text);
  });
});
