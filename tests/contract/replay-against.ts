import { parseArgs } from 'node:util';
import { caseFiles } from './cases.ts';
import { readDifferences, readRecording } from './recording.ts';
import { describeFailure, describeReport, replay } from './replay.ts';
import { exchangeInSequence } from './sequence.ts';

const MAX_SHOWN_FAILURES = 40;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    token: { type: 'string' },
    administrator: { type: 'string' },
    inbox: { type: 'string' },
    only: { type: 'string' },
    writes: { type: 'boolean', default: false },
  },
});

let failed = false;
for (const file of caseFiles()) {
  const name = file.replace(/\.txt$/, '');
  const isWrites = name.startsWith('writes');
  if (values.only === undefined ? isWrites !== values.writes : values.only !== name) continue;
  const report = await replay({
    cases: readRecording(name),
    differences: readDifferences(name),
    execute: exchangeInSequence({
      url: values.url,
      ...(isWrites && values.token && { token: values.token }),
      ...(isWrites && values.administrator && { administratorToken: values.administrator }),
      ...(isWrites && values.inbox && { inbox: values.inbox }),
    }),
    ...(isWrites && { maskSince: Date.now() }),
  });
  for (const failure of report.failures.slice(0, MAX_SHOWN_FAILURES)) console.log(describeFailure(failure));
  console.log(describeReport(name, report));
  failed ||= report.failures.length > 0;
}
process.exit(failed ? 1 : 0);
