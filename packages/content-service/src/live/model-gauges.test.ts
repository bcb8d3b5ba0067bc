import { expect, it } from 'vitest';
import { CACHE_COUNTS } from '@vidhi/content-engine';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { addModelGauges } from './data-headers.ts';

it('counts the lookups in the caches of the engine, at each scrape', async () => {
  const metrics = createMetrics('sample');
  addModelGauges(metrics, { ageSeconds: () => 0, skippedRecords: () => 0 });
  const hits = async (): Promise<string | undefined> =>
    /vidhi_sample_engine_cache_reads_total\{cache="results",result="hit",[^}]*\} (\d+)/.exec(
      await metrics.registry.metrics(),
    )?.[1];
  const before = Number(await hits());
  CACHE_COUNTS.results.hits += 3;
  expect(Number(await hits())).toBe(before + 3);
  CACHE_COUNTS.results.hits += 2;
  expect(Number(await hits())).toBe(before + 5);
});
