import { parseArgs } from 'node:util';
import { loadArchivedSite } from './archive-model.ts';
import { caseFiles } from './cases.ts';
import { compare } from './compare.ts';
import { publishedDifference } from './differences.ts';
import { abridge, type CaseResponse } from './case-request.ts';
import { executeInProcess, runsInProcess } from './in-process.ts';
import { maskWritten } from './mask.ts';
import { readDifferences, readRecording, writeDifferences, type AcceptedDifference } from './recording.ts';
import { caseKey, type RecordedCase } from './recording.ts';
import { describeFailure, type CaseExecutor } from './replay.ts';
import { exchangeInSequence } from './sequence.ts';
import { sideOf } from './sides.ts';

// Records Vidhi's responses to the recorded cases that a published difference covers. Review the changed
// files like code: the replay expects them from then on.

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    token: { type: 'string' },
    administrator: { type: 'string' },
    inbox: { type: 'string' },
    only: { type: 'string' },
  },
});

async function createExecutor(name: string): Promise<CaseExecutor> {
  const { url, token, administrator, inbox } = values;
  if (url !== undefined)
    return exchangeInSequence({
      url,
      ...(token !== undefined && { token }),
      ...(administrator !== undefined && { administratorToken: administrator }),
      ...(inbox !== undefined && { inbox }),
    });
  const { collections, addressed } = sideOf(name);
  const { model } = await loadArchivedSite(collections);
  return executeInProcess(addressed, model);
}

function differenceOf(one: RecordedCase, actual: CaseResponse): number | string | undefined {
  if (actual.status >= 500) return undefined;
  return one.difference ?? publishedDifference(one.path, one.response, actual);
}

let unexplained = 0;
for (const file of caseFiles()) {
  const name = file.replace(/\.txt$/, '');
  const isWrites = name.startsWith('writes');
  if (values.only === undefined ? isWrites : values.only !== name) continue;
  const execute = await createExecutor(name);
  const since = Date.now();
  const existing = new Map(readDifferences(name).map((row) => [caseKey(row), row]));
  const accepted: AcceptedDifference[] = [];
  for (const one of readRecording(name)) {
    const previous = existing.get(caseKey(one));
    // Without a server only reads of collections are executed; other cases keep the response accepted over
    // HTTP.
    if (values.url === undefined && !runsInProcess(one)) {
      if (previous !== undefined) accepted.push(previous);
      continue;
    }
    const raw = await execute(one);
    const actual = isWrites ? maskWritten(raw, since) : raw;
    const verdict = compare(one.response, actual);
    if (verdict === 'equal') continue;
    const difference = differenceOf(one, actual);
    if (difference === undefined) {
      unexplained += 1;
      console.log(describeFailure({ one, expected: one.response, actual, verdict }));
    } else {
      const { section, name: title, path } = one;
      accepted.push({ section, name: title, path, difference, response: abridge(actual) });
    }
  }
  writeDifferences(name, accepted);
  console.log(`${name}: ${accepted.length} published differences`);
}
console.log(`${unexplained} unexplained`);
process.exit(unexplained > 0 ? 1 : 0);
