import { WireError, notFound, unavailable } from '@vidhi/contracts/errors.ts';
import { MailFacts, PaymentFacts } from '@vidhi/contracts/shop-desk.ts';
import { createServiceClient, ServiceError, servicePath } from '@vidhi/service-kit/service-client.ts';

/** Facts of other services about a purchase; null where one does not respond in time. */
export interface DeskSources {
  findPaymentFacts(checkoutId: string): Promise<PaymentFacts | null>;
  findMailFacts(purchaseId: string): Promise<MailFacts | null>;
  /** Sends a mail of a purchase again. Rejects with the error of notify, or with 503 without it. */
  resendMail(purchaseId: string, mailId: string): Promise<void>;
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

const conflict = (message: string) => new WireError(409, 'ConflictError', message);

export function createDeskSources(options: DeskSourcesOptions): DeskSources {
  const { paymentsUrl, notifyUrl, serviceToken, onFailure, deadlineMs = DEADLINE_MS } = options;
  const clientOf = (url: string) => createServiceClient({ url, serviceToken, timeoutMs: deadlineMs });
  const payments = clientOf(paymentsUrl);
  const notify = notifyUrl === undefined ? null : clientOf(notifyUrl);
  const orNull = (error: unknown): null => {
    onFailure(error);
    return null;
  };
  function throwResend(error: unknown): never {
    const status = error instanceof ServiceError ? error.status : null;
    if (status === 404) throw notFound();
    if (status === 409) throw conflict('The mail is yet to be sent');
    if (status === 410) throw conflict('The mail is too old to be sent again');
    onFailure(error);
    throw unavailable();
  }
  return {
    async resendMail(purchaseId, mailId) {
      if (notify === null) throw notFound();
      await notify
        .send(servicePath`/internal/purchases/${purchaseId}/mails/${mailId}/resend`, {})
        .catch(throwResend);
    },
    findPaymentFacts: (id) =>
      payments.get(servicePath`/internal/checkouts/${id}/facts`, PaymentFacts).catch(orNull),
    findMailFacts: async (id) =>
      notify === null
        ? { mails: [] }
        : notify.get(servicePath`/internal/purchases/${id}/mails`, MailFacts).catch(orNull),
  };
}
