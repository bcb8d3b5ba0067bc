import { unavailable } from '@vidhi/contracts/errors.ts';
import type { NewSubscriber } from '@vidhi/contracts/mail-requests.ts';

/**
 * Submits an e-mail address to the newsletter, which requests confirmation from its owner first. Rejects with 503 when it
 * cannot.
 */
export type AddSubscriber = (email: string) => Promise<void>;

const TIMEOUT_MS = 3_000;
const SOURCE = 'register';

export const createAddSubscriber =
  (notifyUrl: string | undefined, serviceToken: string): AddSubscriber =>
  async (email) => {
    if (notifyUrl === undefined) throw unavailable();
    const response = await fetch(`${notifyUrl}/internal/subscribers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': serviceToken },
      body: JSON.stringify({ email, source: SOURCE } satisfies NewSubscriber),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw Object.assign(unavailable(), { cause });
    });
    await response.body?.cancel();
    if (!response.ok) throw unavailable();
  };
