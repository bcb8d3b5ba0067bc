import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { MailState, PaidCheckouts, PaymentsFindings } from '@vidhi/contracts/reconciliation.ts';
import type { ReconciliationSources } from './reconcile.ts';

/** A repair lists all payments of the last days at the provider. */
const TIMEOUT_MS = 60_000;

export function createReconciliationSources(options: {
  paymentsUrl: string;
  notifyUrl: string | undefined;
  serviceToken: string;
}): ReconciliationSources {
  const { paymentsUrl, notifyUrl, serviceToken } = options;

  async function call(url: string, body?: object): Promise<unknown> {
    const response = await fetch(url, {
      headers: {
        'x-service-token': serviceToken,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${new URL(url).pathname} responded ${response.status}`);
    return response.json();
  }
  const read = async <Schema extends TSchema>(
    schema: Schema,
    url: string,
    body?: object,
  ): Promise<Static<Schema>> => Value.Parse(schema, await call(url, body));

  return {
    readPayments: () => read(PaymentsFindings, `${paymentsUrl}/internal/reconciliation`),
    async listPaid(after, since) {
      const query = new URLSearchParams({ after, ...(since === null ? {} : { since: since.toISOString() }) });
      return (await read(PaidCheckouts, `${paymentsUrl}/internal/paid-checkouts?${query}`)).checkouts;
    },
    findPaid: async (ids) =>
      ids.length === 0
        ? []
        : (await read(PaidCheckouts, `${paymentsUrl}/internal/paid-checkouts/find`, { ids })).checkouts,
    async repairPayments() {
      await call(`${paymentsUrl}/internal/reconciliation/repair`, {});
    },
    readMails: async () =>
      notifyUrl === undefined ? null : read(MailState, `${notifyUrl}/internal/mails/state`),
  };
}
