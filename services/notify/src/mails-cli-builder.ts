import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CLI = join(import.meta.dirname, 'mails-cli.ts');

/** Runs `npm run mails` against a notify process; resolves with its output, rejects when it fails. */
export async function runMails(notifyUrl: string, serviceToken: string, words: readonly string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vidhi-mails-'));
  try {
    await mkdir(join(dataDir, 'run'));
    const addresses = { services: { notify: notifyUrl }, serviceToken };
    await writeFile(join(dataDir, 'run', 'services.json'), JSON.stringify(addresses));
    const env = { ...process.env, DATA_DIR: dataDir };
    return (await run(process.execPath, [CLI, ...words], { env })).stdout;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
