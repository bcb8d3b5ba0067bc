import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from './engine-error.mjs';

const UNAVAILABLE = 503;
/** Requests for one account while accounts is unavailable, as on a machine with much other work. */
const MAX_REQUESTS = 60;

/** Staff accounts of the demo site; never created on another site. */
export const DEMO_STAFF = [
  {
    email: 'editor@demo.vidhi.example',
    password: 'gazette-editor',
    role: 'editor',
    first_name: 'Demo',
    last_name: 'Editor',
  },
  {
    email: 'admin@demo.vidhi.example',
    password: 'gazette-admin',
    role: 'administrator',
    first_name: 'Demo',
    last_name: 'Administrator',
  },
];

/**
 * Accounts that are part of the demo archive; it contains the hashes of these passwords
 * (`tools/demo/site/visitors.ts`).
 */
export const DEMO_VISITORS = [
  { email: 'reader@demo.vidhi.example', password: 'gazette-reader', role: 'customer' },
  { email: 'lawyer@demo.vidhi.example', password: 'gazette-lawyer', role: 'lawyer' },
  { email: 'firm@demo.vidhi.example', password: 'gazette-firm', role: 'firm' },
];

/**
 * Creates the demo's staff accounts that do not exist. Repeats requests that get 503.
 * @param {{ accountsUrl: string, serviceToken: string, pauseMs?: number }} options
 */
export async function ensureDemoStaff({ accountsUrl, serviceToken, pauseMs = 1_000 }) {
  /** @param {object} account */
  const create = (account) =>
    fetch(`${accountsUrl}/internal/staff`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': serviceToken },
      body: JSON.stringify({ ...account, ifAbsent: true }),
      signal: AbortSignal.timeout(10_000),
    });
  for (const account of DEMO_STAFF) {
    let response = await create(account);
    for (let sent = 1; response.status === UNAVAILABLE && sent < MAX_REQUESTS; sent += 1) {
      await delay(pauseMs);
      response = await create(account);
    }
    if (!response.ok)
      throw new EngineError(
        `The demo account ${account.email} could not be created: accounts responded ${response.status}.`,
      );
  }
}
