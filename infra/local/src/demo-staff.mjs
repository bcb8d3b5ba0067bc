import { EngineError } from './engine-error.mjs';

/** Staff of the demo site. Made only together with it, never on a site of one's own. */
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
 * Accounts that come with the demo site and leave with it; the hashes of these passwords are in its archive
 * (`tools/demo/site/visitors.ts`).
 */
export const DEMO_VISITORS = [
  { email: 'reader@demo.vidhi.example', password: 'gazette-reader', role: 'customer' },
  { email: 'lawyer@demo.vidhi.example', password: 'gazette-lawyer', role: 'lawyer' },
  { email: 'firm@demo.vidhi.example', password: 'gazette-firm', role: 'firm' },
];

/**
 * Makes the demo's staff accounts where they are missing.
 * @param {{ accountsUrl: string, serviceToken: string }} where
 */
export async function ensureDemoStaff({ accountsUrl, serviceToken }) {
  for (const account of DEMO_STAFF) {
    const answer = await fetch(`${accountsUrl}/internal/staff`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': serviceToken },
      body: JSON.stringify({ ...account, ifAbsent: true }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok)
      throw new EngineError(
        `The demo account ${account.email} could not be made: accounts answered ${answer.status}.`,
      );
  }
}
