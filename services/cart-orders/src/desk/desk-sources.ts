import { Value } from 'typebox/value';
import type { Static, TSchema } from 'typebox';
import { MailFacts, PaymentFacts } from '@vidhi/contracts/shop-desk.ts';

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
  async function read<Schema extends TSchema>(url: string, schema: Schema): Promise<Static<Schema> | null> {
    try {
      const response = await fetch(url, {
        headers: { 'x-service-token': serviceToken },
        signal: AbortSignal.timeout(deadlineMs),
      });
      if (response.ok) return Value.Parse(schema, await response.json());
      await response.body?.cancel();
      throw new Error(`${new URL(url).pathname.split('/', 3).join('/')} responded ${response.status}`);
    } catch (error) {
      onFailure(error);
      return null;
    }
  }
  return {
    findPaymentFacts: (id) =>
      read(`${paymentsUrl}/internal/checkouts/${encodeURIComponent(id)}/facts`, PaymentFacts),
    findMailFacts: async (id) =>
      notifyUrl === undefined
        ? { mails: [] }
        : read(`${notifyUrl}/internal/purchases/${encodeURIComponent(id)}/mails`, MailFacts),
  };
}
