import type { FastifyInstance } from 'fastify';
import { KnownMailsAnswer, KnownMailsQuery } from '@vidhi/contracts/mail-requests.ts';
import type { MailLedger } from './mail-ledger.ts';

/** `POST /internal/mails/known`: which events need not be published again. The enclosing scope requires the service token. */
export async function mailRoutes(
  app: FastifyInstance,
  { ledger }: { ledger: Pick<MailLedger, 'findKnown'> },
): Promise<void> {
  app.post<{ Body: KnownMailsQuery }>(
    '/internal/mails/known',
    { schema: { body: KnownMailsQuery, response: { 200: KnownMailsAnswer } } },
    async ({ body: { eventIds } }) => ({ known: await ledger.findKnown(eventIds) }),
  );
}
