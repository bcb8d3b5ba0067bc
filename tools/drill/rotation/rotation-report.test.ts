import { describe, expect, it } from 'vitest';
import type { Outcome } from '../outcomes.ts';
import { isWithoutFailure, notRun, resultOf, rotationTable } from './rotation-report.ts';

const anOutcome = (changed: Partial<Outcome> = {}): Outcome => ({
  kind: 'post',
  path: '/api/posts/1',
  status: 200,
  startedAt: 0,
  ms: 3,
  wasCached: false,
  verdict: 'ok',
  reason: null,
  ...changed,
});
const FAILED = anOutcome({ kind: 'mail', path: '/messages', status: 401, verdict: 'failed', reason: 'late' });
const WRONG = anOutcome({ kind: 'refresh', status: 401, verdict: 'wrong', reason: 'ended' });

describe('the table of changed secrets', () => {
  it('counts failed and wrong responses by kind, and shows the first of them', () => {
    const results = [
      resultOf('SMTP_URL', 12.4, [anOutcome(), FAILED, FAILED, WRONG]),
      resultOf('METRICS_TOKEN', 9.6, [anOutcome()]),
      notRun('MONGO_URL', 'no users'),
    ];
    expect(rotationTable(results).split('\n')).toEqual([
      '| Secret | Seconds | Requests | Failed |',
      '| --- | --- | --- | --- |',
      '| SMTP_URL | 12 | 4 | 3 (refresh 1, mail 2) |',
      '| METRICS_TOKEN | 10 | 1 | 0 |',
      '| MONGO_URL | – | – | not tried: no users |',
      '  SMTP_URL: mail /messages: 401, late',
      '  SMTP_URL: mail /messages: 401, late',
      '  SMTP_URL: refresh /api/posts/1: 401, ended',
    ]);
  });

  it.each([
    ['no request failed', [resultOf('A', 1, [anOutcome()]), notRun('B', 'no users')], true],
    ['one failed', [resultOf('A', 1, [anOutcome()]), resultOf('B', 1, [FAILED])], false],
    ['one was wrong', [resultOf('A', 1, [WRONG])], false],
    ['none was sent', [resultOf('A', 1, [])], false],
  ])('is good or not when %s', (_what, results, isGood) => {
    expect(isWithoutFailure(results)).toBe(isGood);
  });
});
