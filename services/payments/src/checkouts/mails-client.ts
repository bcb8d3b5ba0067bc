import { SentMailsResponse } from '@vidhi/contracts/mail-requests.ts';
import { createServiceClient } from '@vidhi/service-kit/service-client.ts';

const TIMEOUT_MS = 2_000;

/** Resolves with whether the buyer's mail of a purchase was sent; false while notify does not respond. */
export type IsMailed = (purchaseId: string) => Promise<boolean>;

export function createIsMailed(notifyUrl: string | undefined, serviceToken: string): IsMailed {
  if (notifyUrl === undefined) return async () => false;
  const notify = createServiceClient({ url: notifyUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return (purchaseId) =>
    notify
      .post('/internal/mails/sent', SentMailsResponse, { eventIds: [`order.created:${purchaseId}`] })
      .then(
        ({ sent }) => sent.length > 0,
        () => false,
      );
}
