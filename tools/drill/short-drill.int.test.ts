import { describe, expect, it } from 'vitest';
import { runDrill } from './drill-run.ts';
import { READS, type Kind } from './outcomes.ts';
import { sumOf, type TrialResult } from './trial-result.ts';

// A short drill with two readers. It does not depend on the machine's speed: it waits as long as needed, and
// staleness is not checked.

const KILLED = ['news-reader-1', 'news', 'kafka'];
const HOURS_MS = 6 * 3_600_000;
const DRILL_MS = 900_000;

const isRead = (kind: Kind): boolean => READS.has(kind);

describe('with two readers', () => {
  it(
    'every read is correct, and no acknowledged write is lost, while a reader, the writer and Kafka are killed',
    async () => {
      const results: TrialResult[] = [];
      await runDrill({
        configs: ['two-readers'],
        isSelected: ({ fault, target }) => fault === 'kill' && KILLED.includes(target.name),
        posts: 200,
        seed: 1,
        readsPerSecond: 15,
        seconds: 4,
        holdSeconds: 4,
        patienceSeconds: 240,
        maxLagMs: HOURS_MS,
        requestMs: 120_000,
        logs: null,
        ended: new AbortController().signal,
        say: () => undefined,
        onResult: (result) => void results.push(result),
      });
      const seen = results.map((result) => ({
        fault: `${result.fault} ${result.target}`,
        notRun: result.notRun,
        isHealthy: result.healthySeconds !== null,
        // Ignore failures while the machine is overloaded.
        failedReads: sumOf(result, 'failed', isRead) - sumOf(result, 'failedHeldUp', isRead),
        wrong: sumOf(result, 'wrong'),
        bad: result.samples.filter(({ verdict }) => verdict === 'wrong'),
        lostWrites: result.lostWrites,
        views: [result.missingViews, result.extraViews],
        unread: result.unread,
      }));
      const isWell = {
        notRun: null,
        isHealthy: true,
        failedReads: 0,
        wrong: 0,
        bad: [],
        lostWrites: [],
        views: [0, 0],
        unread: 0,
      };
      expect(seen).toEqual(
        [...KILLED.map((name) => `kill ${name}`), 'restart all'].map((fault) => ({ fault, ...isWell })),
      );
      const reads = results.map((result) => sumOf(result, 'ok', isRead));
      expect(Math.min(...reads.slice(0, KILLED.length))).toBeGreaterThan(0);
    },
    DRILL_MS,
  );
});
