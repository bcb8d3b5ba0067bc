import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDemoStaff } from './demo-staff.mjs';
import { inRoot } from './paths.mjs';
import { PRIVATE_FILE } from './private-files.mjs';
import { runImport } from './run-import.mjs';

const ARCHIVE = inRoot('demo', 'vidhi-gazette.tar.gz');

/**
 * @typedef {{ serviceToken: string, services: { accounts: string, news: { write: string } } }} RunningServices
 */

/**
 * Makes sure that the demo site is there, unless another site is; answers whether it is. What an earlier start has
 * imported whole is not read again.
 * @param {{
 *   node: string, dataDir: string, services: RunningServices,
 *   onProgress: (part: { done?: number, total?: number, note?: string }) => void,
 * }} options
 */
export async function ensureDemo({ node, dataDir, services, onProgress }) {
  if (!existsSync(ARCHIVE)) return false;
  const stamp = join(dataDir, 'demo-imported');
  const wanted = createHash('sha256').update(readFileSync(ARCHIVE)).digest('hex');
  const isThere = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  const demo =
    (isThere && (await showsDemo(services))) ||
    (await runImport({ node, dataDir, file: ARCHIVE, demo: true, onProgress }));
  if (!demo) return false;
  await ensureDemoStaff({ accountsUrl: services.services.accounts, serviceToken: services.serviceToken });
  writeFileSync(stamp, wanted, { mode: PRIVATE_FILE });
  return true;
}

/** Whether news holds a demo site: its database may be another one than at the last start. @param {RunningServices} services */
async function showsDemo({ services, serviceToken }) {
  const answer = await fetch(`${services.news.write}/internal/import-status`, {
    headers: { 'x-service-token': serviceToken },
    signal: AbortSignal.timeout(10_000),
  });
  const { origin } = /** @type {{ origin: { demo: boolean } | null }} */ (await answer.json());
  return answer.ok && origin?.demo === true;
}
