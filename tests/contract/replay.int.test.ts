import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { exchange } from './case-request.ts';
import { startProduct, type Product } from './product.ts';
import { readDifferences, readRecording } from './recording.ts';
import { describeFailure, describeReport, replay, type ReplayReport } from './replay.ts';
import { exchangeInSequence } from './sequence.ts';

const START_MS = 600_000;
const REPLAY_MS = 600_000;

let product: Product;
const reports: ReplayReport[] = [];

beforeAll(async () => {
  product = await startProduct();
}, START_MS);

afterAll(async () => {
  const sum = (of: (report: ReplayReport) => number): number =>
    reports.reduce((total, one) => total + of(one), 0);
  const total = {
    replayed: sum(({ replayed }) => replayed),
    equal: sum(({ equal }) => equal),
    published: sum(({ published }) => published),
    failures: reports.flatMap(({ failures }) => failures),
  };
  process.stdout.write(`${describeReport('contract', total)}\n`);
  await product.stop();
}, START_MS);

/** Collects the counts for the final report, and prints unexplained differences. */
function unexplained(report: ReplayReport): string[] {
  reports.push(report);
  return report.failures.map(describeFailure);
}

describe('the product after npm run import of the archive', () => {
  it.each(['transport', 'filters', 'populate', 'pagination', 'found', 'catalogue'])(
    'responds to the recorded reads of %s as the reference does',
    async (name) => {
      const report = await replay({
        cases: readRecording(name),
        differences: readDifferences(name),
        execute: (one) => exchange({ url: product.url }, one),
      });
      expect(report.replayed).toBeGreaterThan(0);
      expect(unexplained(report)).toEqual([]);
    },
    REPLAY_MS,
  );

  it.each(['writes', 'writes-carts', 'writes-coming-soon', 'writes-accounts', 'writes-links'])(
    'responds to the recorded sequence of %s as the reference does',
    async (name) => {
      onTestFailed(() => product.printLogs());
      const report = await replay({
        cases: readRecording(name),
        differences: readDifferences(name),
        execute: exchangeInSequence(product),
        maskSince: Date.now(),
      });
      expect(report.replayed).toBeGreaterThan(0);
      expect(unexplained(report)).toEqual([]);
    },
    REPLAY_MS,
  );
});
