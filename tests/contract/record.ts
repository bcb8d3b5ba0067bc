import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadArchivedSite } from './archive-model.ts';
import { caseFiles, readCases } from './cases.ts';
import { abridge, exchange } from './case-request.ts';
import { maskWritten } from './mask.ts';
import { executeInProcess } from './in-process.ts';
import { caseKey, readRecording, writeRecording, type RecordedCase } from './recording.ts';
import { exchangeInSequence } from './sequence.ts';
import { sideOf } from './sides.ts';

const CONCURRENCY = 4;

const { values } = parseArgs({
  options: {
    reference: { type: 'string', default: 'http://127.0.0.1:1337' },
    writes: { type: 'string' },
    inbox: { type: 'string' },
    only: { type: 'string' },
    /**
     * Records only cases that have no response yet, from this code in process: for requests about an attribute that it does
     * not have yet, which it rejects as the reference does.
     */
    added: { type: 'boolean', default: false },
  },
});

async function recordReads(file: string): Promise<RecordedCase[]> {
  const cases = readCases(file);
  const recorded: RecordedCase[] = [];
  for (let from = 0; from < cases.length; from += CONCURRENCY) {
    const batch = cases.slice(from, from + CONCURRENCY);
    const responses = await Promise.all(batch.map((one) => exchange({ url: values.reference }, one)));
    for (const [index, one] of batch.entries()) {
      const response = responses[index];
      if (response !== undefined) recorded.push({ ...one, response: abridge(response) });
    }
  }
  return recorded;
}

async function recordAdded(file: string, name: string): Promise<RecordedCase[]> {
  const known = new Map(readRecording(name).map((one) => [caseKey(one), one]));
  const { collections, addressed } = sideOf(name);
  const { model } = await loadArchivedSite(collections);
  const execute = executeInProcess(addressed, model);
  const recorded: RecordedCase[] = [];
  for (const one of readCases(file)) {
    const response = known.get(caseKey(one))?.response ?? abridge(await execute(one));
    recorded.push({ ...one, response });
  }
  model.close();
  return recorded;
}

/** Writes are sent sequentially; each depends on the state left by the previous ones. */
async function recordWrites(file: string, url: string): Promise<RecordedCase[]> {
  const since = Date.now();
  const recorded: RecordedCase[] = [];
  const { inbox } = values;
  const send = exchangeInSequence({ url, ...(inbox !== undefined && { inbox }) });
  for (const one of readCases(file)) {
    recorded.push({ ...one, response: abridge(maskWritten(await send(one), since)) });
  }
  return recorded;
}

mkdirSync(join(import.meta.dirname, 'recorded'), { recursive: true });
for (const file of caseFiles()) {
  const name = file.replace(/\.txt$/, '');
  if (values.only !== undefined && values.only !== name) continue;
  const isWrites = name.startsWith('writes');
  if (isWrites && (values.writes === undefined || values.added)) continue;
  const recordNew = () => (values.added ? recordAdded(file, name) : recordReads(file));
  const recorded = isWrites ? await recordWrites(file, values.writes ?? '') : await recordNew();
  writeRecording(name, recorded);
  console.log(`${name}: ${recorded.length} responses recorded`);
}
