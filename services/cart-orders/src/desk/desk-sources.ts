import { MailFacts, PaymentFacts } from '@vidhi/contracts/shop-desk.ts';
import { createServiceClient, servicePath } from '@vidhi/service-kit/service-client.ts';

/** Facts of other services about a purchase; null where one does not respond in time. */
export interface DeskSources {
  findPaymentFacts(checkoutId: string): Promise<PaymentFacts | null>;
  findMailFacts(purchaseId: string): Promise<MailFacts | null>;
}

export interface DeskSourcesOptions {
  paymentsUrl: string;
  /** Absent: there are no mails. */
  notifyUrl: string | undefined;
  serviceToken: string;
  onFailure: (error: unknown) => void;
  /** A page of the desk does not wait for longer. */
  deadlineMs?: number;
}

const DEADLINE_MS = 2_000;

export function createDeskSources(options: DeskSourcesOptions): DeskSources {
  const { paymentsUrl, notifyUrl, serviceToken, onFailure, deadlineMs = DEADLINE_MS } = options;
  const clientOf = (url: string) => createServiceClient({ url, serviceToken, timeoutMs: deadlineMs });
  const payments = clientOf(paymentsUrl);
  const notify = notifyUrl === undefined ? null : clientOf(notifyUrl);
  const orNull = (error: unknown): null => {
    onFailure(error);
    return null;
  };
  return {
    findPaymentFacts: (id) =>
      payments.get(servicePath`/internal/checkouts/${id}/facts`, PaymentFacts).catch(orNull),
    findMailFacts: async (id) =>
      notify === null
        ? { mails: [] }
        : notify.get(servicePath`/internal/purchases/${id}/mails`, MailFacts).catch(orNull),
  };
}
