import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsCollections, routedCollections } from '../../services/news/src/collections/news-collections.ts';
import { loadArchivedSite, type ArchivedSite } from './archive-model.ts';
import { answerInProcess, isAnsweredInProcess } from './in-process.ts';
import { readDifferences, readRecording } from './recording.ts';
import { describeFailure, replay } from './replay.ts';

let site: ArchivedSite;

beforeAll(async () => {
  site = await loadArchivedSite(newsCollections);
});
afterAll(() => site.model.close());

describe('the content API over the archive, without a service', () => {
  it.each(['transport', 'filters', 'populate', 'pagination', 'found'])(
    'answers the recorded reads of %s as the reference does',
    async (name) => {
      const cases = readRecording(name).filter(isAnsweredInProcess);
      const report = await replay({
        cases,
        differences: readDifferences(name),
        answer: answerInProcess(routedCollections, site.model),
      });
      expect(cases.length).toBeGreaterThan(0);
      expect(report.failures.map(describeFailure)).toEqual([]);
    },
  );
});
