import { describe, expect, it } from 'vitest';
import { missedGoals } from './goals.ts';
import { aResult, countOutcomes, type TrialResult } from './trial-result.ts';
import type { Kind, Outcome, Verdict } from './outcomes.ts';

const anOutcome = (kind: Kind, verdict: Verdict, values: Partial<Outcome> = {}): Outcome => ({
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
    aResult('two-readers', fault, target, {
      healthySeconds: 1,
      readySeconds: 1,
      ...countOutcomes(outcomes, 1_000),
      ...values,
    }),
  );
}

describe('the goals', () => {
  it('are met when every response was well', () => {
    expect(after('kill', 'news-reader-1', [anOutcome('post', 'ok')])).toEqual([]);
  });

  it('allow no wrong response, whatever fails', () => {
    expect(after('kill', 'gateway', [anOutcome('write', 'wrong')])).toEqual(['1 wrong']);
  });

  it.each(['news-reader-1', 'news', 'accounts', 'kafka', 'redis', 'mongo'])(
    'allow no failed read when %s of two readers falls',
    (target) => {
      expect(after('hang', target, [anOutcome('post', 'failed')])).toEqual(['1 failed reads']);
      expect(after('kill', target, [anOutcome('write', 'failed')])).toEqual([]);
    },
  );

  it('let fail for two seconds what web alone answers, unless it is cached', () => {
    const page = (values: Partial<Outcome>) => [anOutcome('article page', 'failed', values)];
    expect(after('kill', 'web', page({ startedAt: 2_900 }))).toEqual([]);
    expect(after('kill', 'web', page({ startedAt: 3_500 }))).toEqual(['reads failed for 2.5 s']);
    expect(after('kill', 'web', page({ wasCached: true }))).toEqual(['1 failed reads that were cached']);
    expect(after('kill', 'web', [anOutcome('post', 'failed')])).toEqual([
      '1 failed reads that web does not answer',
    ]);
  });

  it('let any killed process of the default configuration cost two seconds of reads', () => {
    const isDefault = { config: 'default' as const };
    expect(after('kill', 'mongo', [anOutcome('post', 'failed')], isDefault)).toEqual([]);
    expect(after('kill', 'news', [anOutcome('post', 'failed', { startedAt: 4_000 })], isDefault)).toEqual([
      'reads failed for 3.0 s',
    ]);
  });

  it('allow no failed read on a full disk', () => {
    expect(after('full-disk', 'disk', [anOutcome('feed', 'failed')])).toEqual(['1 failed reads']);
  });

  it('allow nothing that was acknowledged to be lost, and no view to be counted that was not sent', () => {
    expect(after('kill', 'mongo', [], { lostWrites: ['a'], missingViews: 2, extraViews: 3 })).toEqual([
      '1 acknowledged writes lost',
      '2 views missing',
      '3 views too many',
    ]);
  });

  it('need a site that is well again', () => {
    expect(after('kill', 'news', [], { healthySeconds: null })).toEqual(['not healthy again']);
  });

  it('say nothing of a fault that could not be brought about', () => {
    expect(after('full-disk', 'disk', [], { notRun: 'needs root', healthySeconds: null })).toEqual([]);
  });
});
