import { Value } from 'typebox/value';
import { SentMailsResponse } from '@vidhi/contracts/mail-requests.ts';

const TIMEOUT_MS = 2_000;

/** Resolves with whether the buyer's mail of a purchase was sent; false while notify does not respond. */
export type IsMailed = (purchaseId: string) => Promise<boolean>;

export const createIsMailed =
  (notifyUrl: string | undefined, serviceToken: string): IsMailed =>
  async (purchaseId) => {
    if (notifyUrl === undefined) return false;
    try {
      const response = await fetch(`${notifyUrl}/internal/mails/sent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-token': serviceToken },
        body: JSON.stringify({ eventIds: [`order.created:${purchaseId}`] }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return response.ok && Value.Parse(SentMailsResponse, await response.json()).sent.length > 0;
    } catch {
      return false;
    }
  };
