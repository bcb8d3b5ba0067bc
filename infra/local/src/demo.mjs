import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDemoStaff } from './demo-staff.mjs';
import { hasAdministrator } from './first-administrator.mjs';
import { inRoot } from './paths.mjs';
import { PRIVATE_FILE } from './private-files.mjs';
import { runImport } from './run-import.mjs';

const ARCHIVE = inRoot('demo', 'vidhi-gazette.tar.gz');

/**
 * @typedef {{ serviceToken: string, services: { accounts: string, news: { write: string } } }} RunningServices
 */

/**
 * Imports the demo site unless another site is present, such as one that has an administrator, or an earlier start has
 * imported this archive completely. Resolves with whether the running site is the demo.
 * @param {{
 *   node: string, dataDir: string, services: RunningServices,
 *   onProgress: (part: { done?: number, total?: number, note?: string }) => void,
 * }} options
 */
export async function ensureDemo({ node, dataDir, services, onProgress }) {
  if (!existsSync(ARCHIVE)) return false;
  const stamp = join(dataDir, 'demo-imported');
  const expected = createHash('sha256').update(readFileSync(ARCHIVE)).digest('hex');
  const isPresent = existsSync(stamp) && readFileSync(stamp, 'utf8') === expected;
  const isDemo = await showsDemo(services);
  const { serviceToken } = services;
  // Somebody's own site, which was started without `DEMO=0` this time.
  if (!isDemo && (await hasAdministrator({ accountsUrl: services.services.accounts, serviceToken })))
    return false;
  const demo =
    (isPresent && isDemo) || (await runImport({ node, dataDir, file: ARCHIVE, demo: true, onProgress }));
  if (!demo) return false;
  await ensureDemoStaff({ accountsUrl: services.services.accounts, serviceToken });
  writeFileSync(stamp, expected, { mode: PRIVATE_FILE });
  return true;
}

/**
 * Resolves with whether the database of news contains the demo: it may be a different database than at the last start.
 * @param {RunningServices} services
 */
async function showsDemo({ services, serviceToken }) {
  const response = await fetch(`${services.news.write}/internal/import-status`, {
    headers: { 'x-service-token': serviceToken },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (response === null || !response.ok) return false;
  const { origin } = /** @type {{ origin: { demo: boolean } | null }} */ (await response.json());
  return origin?.demo === true;
}
