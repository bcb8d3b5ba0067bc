import { unavailable } from '@vidhi/contracts/errors.ts';
import type { NewSubscriber } from '@vidhi/contracts/mail-requests.ts';
import { createServiceClient } from '@vidhi/service-kit/service-client.ts';

/**
 * Submits an e-mail address to the newsletter, which requests confirmation from its owner first. Rejects with 503 when it
 * cannot.
 */
export type AddSubscriber = (email: string) => Promise<void>;

const TIMEOUT_MS = 3_000;
const SOURCE = 'register';

export function createAddSubscriber(notifyUrl: string | undefined, serviceToken: string): AddSubscriber {
  if (notifyUrl === undefined)
    return async () => {
      throw unavailable();
    };
  const notify = createServiceClient({
    url: notifyUrl,
    serviceToken,
    timeoutMs: TIMEOUT_MS,
    toError: (cause) => Object.assign(unavailable(), { cause }),
  });
  return (email) => notify.send('/internal/subscribers', { email, source: SOURCE } satisfies NewSubscriber);
}
