import { EngineError } from './engine-error.mjs';

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
 * Creates the demo's staff accounts that do not exist.
 * @param {{ accountsUrl: string, serviceToken: string }} where
 */
export async function ensureDemoStaff({ accountsUrl, serviceToken }) {
  for (const account of DEMO_STAFF) {
    const response = await fetch(`${accountsUrl}/internal/staff`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': serviceToken },
      body: JSON.stringify({ ...account, ifAbsent: true }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok)
      throw new EngineError(
        `The demo account ${account.email} could not be created: accounts responded ${response.status}.`,
      );
  }
}
