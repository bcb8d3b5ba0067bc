import { Value } from 'typebox/value';
import { MailRequestResponse } from '@vidhi/contracts/mail-requests.ts';
import type { MailResolver } from './mail-resolver.ts';

const TIMEOUT_MS = 5_000;

interface AccountsOptions {
  accountsUrl: string;
  serviceToken: string;
}

/** Fetches recipient and link of a requested mail from accounts: neither is on a topic or in the ledger. */
export const createMailRequestResolver =
  ({ accountsUrl, serviceToken }: AccountsOptions): MailResolver =>
  async (requestId) => {
    const response = await fetch(`${accountsUrl}/internal/mail-requests/${encodeURIComponent(requestId)}`, {
      method: 'POST',
      headers: { 'x-service-token': serviceToken },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 410) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`accounts responded ${response.status} to a mail request`);
    }
    const { to, values, link } = Value.Parse(MailRequestResponse, await response.json());
    return { to, values, link };
  };
