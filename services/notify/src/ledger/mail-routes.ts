import type { FastifyInstance } from 'fastify';
import { KnownMailsAnswer, KnownMailsQuery } from '@vidhi/contracts/mail-requests.ts';
import { MailState } from '@vidhi/contracts/reconciliation.ts';
import type { MailLedger } from './mail-ledger.ts';

/** `/internal/mails`: which events need not be published again, and what is not sent yet. The enclosing scope requires the service token. */
export async function mailRoutes(
  app: FastifyInstance,
  { ledger }: { ledger: Pick<MailLedger, 'findKnown' | 'stats'> },
): Promise<void> {
  app.post<{ Body: KnownMailsQuery }>(
    '/internal/mails/known',
    { schema: { body: KnownMailsQuery, response: { 200: KnownMailsAnswer } } },
    async ({ body: { eventIds } }) => ({ known: await ledger.findKnown(eventIds) }),
  );
  app.get('/internal/mails/state', { schema: { response: { 200: MailState } } }, async () => {
    const { states, oldestQueuedSeconds } = await ledger.stats();
    return {
      pending: states.QUEUED + states.SENDING,
      dead: states.DEAD,
      oldestPendingSeconds: oldestQueuedSeconds,
    };
  });
}
