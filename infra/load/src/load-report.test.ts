import { describe, expect, it } from 'vitest';
import { reportOf, verdictsOf, type K6Summary } from './load-report.ts';

const summaryWith = (isMet: boolean): K6Summary => ({
  state: { testRunDurationMs: 30_000 },
  metrics: {
    http_reqs: { values: { count: 900, rate: 30 } },
    http_req_failed: { values: { rate: 0.0005 }, thresholds: { 'rate<0.001': { ok: true } } },
    'http_req_duration{kind:read}': {
      values: { med: 4.25, 'p(95)': 60, 'p(99)': 80, max: 90 },
      thresholds: { 'p(95)<50': { ok: isMet } },
    },
  },
});
const report = (isMet: boolean): string =>
  reportOf({
    profile: 'smoke',
    site: 'http://127.0.0.1:8080',
    machine: { Processors: '2 × made-up' },
    generatorShare: 0.25,
    summary: summaryWith(isMet),
  });

describe('the report of a run', () => {
  it('has the figures of each kind of request', () => {
    expect(report(true)).toContain('| read | 4.3 | 60.0 | 80.0 | 90.0 |');
  });

  it('has the facts of the machine and the share of the generator', () => {
    expect(report(true)).toContain('| Processors | 2 × made-up |');
    expect(report(true)).toContain('| Load generator | 25 % of the processor time');
  });

  it('says which thresholds are missed', () => {
    expect(report(false)).toContain('**Thresholds are missed.**');
    expect(report(false)).toContain('| `http_req_duration{kind:read}` p(95)<50 | **no** |');
    expect(report(true)).toContain('All thresholds are met.');
  });

  it('takes every threshold of the summary', () => {
    expect(verdictsOf(summaryWith(false)).map(({ isMet }) => isMet)).toEqual([true, false]);
  });
});
