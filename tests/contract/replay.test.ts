import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadArchivedSite, type ArchivedSite } from './archive-model.ts';
import { executeInProcess, runsInProcess } from './in-process.ts';
import { readDifferences, readRecording } from './recording.ts';
import { describeFailure, replay } from './replay.ts';
import { CATALOGUE, NEWS, sideOf, type Side } from './sides.ts';

const sites = new Map<Side, ArchivedSite>();

beforeAll(async () => {
  for (const side of [NEWS, CATALOGUE]) sites.set(side, await loadArchivedSite(side.collections));
});
afterAll(() => {
  for (const { model } of sites.values()) model.close();
});

describe('the content API on the archive, without a service', () => {
  it.each(['transport', 'filters', 'populate', 'pagination', 'found', 'catalogue'])(
    'responds to the recorded reads of %s as the reference does',
    async (name) => {
      const side = sideOf(name);
      const site = sites.get(side);
      if (site === undefined) throw new Error(`no site for ${name}`);
      const cases = readRecording(name).filter(runsInProcess);
      const report = await replay({
        cases,
        differences: readDifferences(name),
        execute: executeInProcess(side.addressed, site.model),
      });
      expect(cases.length).toBeGreaterThan(0);
      expect(report.failures.map(describeFailure)).toEqual([]);
    },
  );
});
