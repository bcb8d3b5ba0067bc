import { MailRequestResponse } from '@vidhi/contracts/mail-requests.ts';
import { createServiceClient, ServiceError, servicePath } from '@vidhi/service-kit/service-client.ts';
import { TooEarly, type MailResolver } from './mail-resolver.ts';

const TIMEOUT_MS = 5_000;

interface AccountsOptions {
  accountsUrl: string;
  serviceToken: string;
}

/** Fetches recipient and link of a requested mail from accounts: neither is on a topic or in the ledger. */
export function createMailRequestResolver({ accountsUrl, serviceToken }: AccountsOptions): MailResolver {
  const accounts = createServiceClient({ url: accountsUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return async (requestId) => {
    try {
      const path = servicePath`/internal/mail-requests/${requestId}`;
      const { to, values, link } = await accounts.post(path, MailRequestResponse);
      return { to, values, link };
    } catch (error) {
      if (error instanceof ServiceError && error.status === 410) return null;
      if (error instanceof ServiceError && error.status === 425) throw new TooEarly(error.message);
      throw error;
    }
  };
}
