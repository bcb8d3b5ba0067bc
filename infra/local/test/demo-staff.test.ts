import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { DEMO_STAFF, ensureDemoStaff } from '../src/demo-staff.mjs';

/** Responds to the first requests with these statuses, and to all others with 201. Returns its URL and the e-mails. */
async function startAccounts(statuses: number[]): Promise<{ accountsUrl: string; emails: string[] }> {
  const emails: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      emails.push((JSON.parse(Buffer.concat(chunks).toString()) as { email: string }).email);
      response.writeHead(statuses.shift() ?? 201).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { accountsUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, emails };
}
const [editor, administrator] = DEMO_STAFF.map(({ email }) => email);

it('creates the demo accounts, also while accounts is unavailable for a moment', async () => {
  const { accountsUrl, emails } = await startAccounts([503, 503]);
  await ensureDemoStaff({ accountsUrl, serviceToken: 't', pauseMs: 0 });
  expect(emails).toEqual([editor, editor, editor, administrator]);
});

it('rejects when accounts refuses, or stays unavailable', async () => {
  const refusing = await startAccounts([403]);
  await expect(
    ensureDemoStaff({ accountsUrl: refusing.accountsUrl, serviceToken: 't', pauseMs: 0 }),
  ).rejects.toThrow('accounts responded 403');
  const away = await startAccounts(Array.from({ length: 100 }, () => 503));
  await expect(
    ensureDemoStaff({ accountsUrl: away.accountsUrl, serviceToken: 't', pauseMs: 0 }),
  ).rejects.toThrow('accounts responded 503');
});
