import { describe, expect, it } from 'vitest';
import { missedGoals } from './goals.ts';
import { createTrialResult, countOutcomes, type TrialResult } from './trial-result.ts';
import type { Kind, Outcome, Verdict } from './outcomes.ts';

const createOutcome = (kind: Kind, verdict: Verdict, values: Partial<Outcome> = {}): Outcome => ({
  kind,
  verdict,
  reason: null,
  path: '/',
  status: 200,
  startedAt: 1_000,
  ms: 5,
  wasCached: false,
  ...values,
});

function after(
  fault: TrialResult['fault'],
  target: string,
  outcomes: readonly Outcome[],
  values: Partial<TrialResult> = {},
): string[] {
  return missedGoals(
    createTrialResult('two-readers', fault, target, {
      healthySeconds: 1,
      readySeconds: 1,
      ...countOutcomes(outcomes, 1_000),
      ...values,
    }),
  );
}

describe('the goals', () => {
  it('are met when every response was correct', () => {
    expect(after('kill', 'news-reader-1', [createOutcome('post', 'ok')])).toEqual([]);
  });

  it('allow no wrong response, whatever fails', () => {
    expect(after('kill', 'gateway', [createOutcome('write', 'wrong')])).toEqual(['1 wrong']);
  });

  it.each(['news-reader-1', 'news', 'accounts', 'kafka', 'redis', 'mongo'])(
    'allow no failed read when %s fails with two readers',
    (target) => {
      expect(after('hang', target, [createOutcome('post', 'failed')])).toEqual(['1 failed reads']);
      expect(after('kill', target, [createOutcome('write', 'failed')])).toEqual([]);
    },
  );

  it('allow two seconds of failures of uncached responses that only web sends', () => {
    const page = (values: Partial<Outcome>) => [createOutcome('article page', 'failed', values)];
    expect(after('kill', 'web', page({ startedAt: 2_900 }))).toEqual([]);
    expect(after('kill', 'web', page({ startedAt: 3_500 }))).toEqual(['reads failed for 2.5 s']);
    expect(after('kill', 'web', page({ wasCached: true }))).toEqual(['1 failed reads that were cached']);
    expect(after('kill', 'web', [createOutcome('post', 'failed')])).toEqual([
      '1 failed reads that web does not serve',
    ]);
  });

  it('allow two seconds of failed reads for any killed process of the default configuration', () => {
    const isDefault = { config: 'default' as const };
    expect(after('kill', 'mongo', [createOutcome('post', 'failed')], isDefault)).toEqual([]);
    expect(after('kill', 'news', [createOutcome('post', 'failed', { startedAt: 4_000 })], isDefault)).toEqual(
      ['reads failed for 3.0 s'],
    );
  });

  it('allow no failed read on a full disk', () => {
    expect(after('full-disk', 'disk', [createOutcome('feed', 'failed')])).toEqual(['1 failed reads']);
  });

  it('allow no loss of acknowledged writes, and no counted view that was not sent', () => {
    expect(after('kill', 'mongo', [], { lostWrites: ['a'], missingViews: 2, extraViews: 3 })).toEqual([
      '1 acknowledged writes lost',
      '2 views missing',
      '3 views too many',
    ]);
  });

  it('require recovery of the site', () => {
    expect(after('kill', 'news', [], { healthySeconds: null })).toEqual(['not healthy again']);
  });

  it('require early rejections and recovery within 30 s where an engine is unavailable', () => {
    const write = [createOutcome('write', 'failed', { status: 503, ms: 3_600 })];
    const held = { heldSeconds: 120, healthySeconds: 151 };
    expect(after('cut', 'mongo', write, held)).toEqual([
      '1 rejected after more than 3.5 s',
      'recovered after 31.0 s',
    ]);
    expect(after('cut', 'mongo', [createOutcome('write', 'failed', { status: 503, ms: 3_400 })])).toEqual([]);
    expect(after('hang', 'accounts', write)).toEqual([]);
  });

  it('allow no failed request of any kind during a rolling restart', () => {
    expect(after('roll', 'gateway', [createOutcome('write', 'failed')])).toEqual(['1 failed requests']);
  });

  it('allow no process to exit by the fault of another', () => {
    expect(after('blackhole', 'kafka', [], { exited: ['news', 'notify'] })).toEqual(['exited: news, notify']);
  });

  it('ignore a fault that could not be injected', () => {
    expect(after('full-disk', 'disk', [], { notRun: 'needs root', healthySeconds: null })).toEqual([]);
  });
});
