import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { createProgress } from '../../infra/local/src/progress.mjs';
import { dataDirOf } from '../../infra/local/src/paths.mjs';
import { ArchiveError } from './archive-error.ts';
import { ImportRequestError, findRunningSite, createImportClient } from './import-client.ts';
import { importArchive, type ImportProgress } from './import-run.ts';
import { formatReport } from './import-report.ts';

// npm run import -- FILE [--dry-run] [--json] [--replace]

const USAGE = `Usage: npm run import -- FILE [--dry-run] [--json] [--replace]

  FILE       an export of a Strapi 4 site: strapi export --no-encrypt -f NAME
  --dry-run  print the report of an import, and change nothing
  --json     print the closing report as JSON
  --replace  delete the demo site for this one`;

/** Exit codes: 1 the archive or a service failed, 2 usage error, 3 another site is present. */
const EXIT = { failed: 1, usage: 2, otherSite: 3 } as const;

function explain(error: unknown): string {
  if (error instanceof ArchiveError) return `This archive cannot be imported. ${error.message}`;
  if (error instanceof ImportRequestError && error.status === 409)
    return `${error.message}. (npm run import -- FILE --replace deletes the demo; another site is never replaced.)`;
  const message = error instanceof Error ? error.message : String(error);
  return `The import stopped: ${message.replace(/\.$/, '')}. Start it again to resume it.`;
}

async function main(): Promise<number> {
  // Unpacked archives are in the data folder, which only its owner can read.
  process.umask(0o077);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      'progress-lines': { type: 'boolean', default: false },
      'report-line': { type: 'boolean', default: false },
      'only-if-own': { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    console.error(USAGE);
    return EXIT.usage;
  }
  const dataDir = dataDirOf(process.env);
  const lines = values['progress-lines'];
  const progress = createProgress({
    stream: process.stderr,
    steps: 1,
    plain: lines || !process.stderr.isTTY,
  });
  const onProgress = (part: ImportProgress): void => {
    if (lines) console.log(JSON.stringify({ progress: part }));
    else progress.update(part);
  };
  const dryRun = values['dry-run'];
  if (!lines) progress.step(dryRun ? 'Checking' : 'Importing');
  try {
    const site = await findRunningSite(dataDir);
    const report = await importArchive({
      file: resolve(process.env['INIT_CWD'] ?? process.cwd(), file),
      dataDir,
      client: createImportClient({ site, replace: values.replace, dryRun }),
      onProgress,
    });
    if (!lines) progress.finish();
    if (values['report-line']) console.log(JSON.stringify({ report: formatReport(report, dryRun) }));
    else if (values.json) console.log(JSON.stringify(report, undefined, 2));
    else if (!lines) console.log(formatReport(report, dryRun));
    return 0;
  } catch (error) {
    if (!lines) progress.finish();
    const otherSite = error instanceof ImportRequestError && error.status === 409;
    if (!(otherSite && values['only-if-own'])) console.error(explain(error));
    return otherSite ? EXIT.otherSite : EXIT.failed;
  }
}

process.exit(await main());
