import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import {
  DeadMailsResponse,
  KnownMailsResponse,
  KnownMailsQuery,
  RequeuedMails,
  RequeueMails,
  SentMailsResponse,
} from '@vidhi/contracts/mail-requests.ts';
import { MailFacts } from '@vidhi/contracts/shop-desk.ts';
import { MailState } from '@vidhi/contracts/reconciliation.ts';
import type { MailLedger } from './mail-ledger.ts';

const MAX_LISTED = 1_000;
const ROUND_MS = 60_000;

/**
 * `POST /internal/mails/known`: which events need not be published again. `POST /internal/mails/sent`: whose
 * mails were sent. The others are for
 * operators: what is not sent yet, the dead mails, and sending them again. The enclosing scope requires the service token.
 */
export async function mailRoutes(
  app: FastifyInstance,
  {
    ledger,
    enqueue,
  }: {
    /** Has the queue send these mails. */
    enqueue: (ids: readonly string[]) => Promise<void>;
    ledger: Pick<
      MailLedger,
      'findKnown' | 'findSent' | 'stats' | 'findDead' | 'requeueDead' | 'listOfPurchase' | 'resend'
    >;
  },
): Promise<void> {
  app.post<{ Body: KnownMailsQuery }>(
    '/internal/mails/known',
    { schema: { body: KnownMailsQuery, response: { 200: KnownMailsResponse } } },
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
  app.get('/internal/mails/dead', { schema: { response: { 200: DeadMailsResponse } } }, async () => ({
    mails: (await ledger.findDead(MAX_LISTED)).map((mail) => ({
      ...mail,
      diedAt: mail.diedAt.toISOString(),
    })),
  }));
  app.post<{ Body: RequeueMails }>(
    '/internal/mails/requeue',
    { schema: { body: RequeueMails, response: { 200: RequeuedMails } } },
    async ({ body: { ids } }) => ({ requeued: await ledger.requeueDead(ids) }),
  );
  app.get<{ Params: { id: string } }>(
    '/internal/purchases/:id/mails',
    { schema: { response: { 200: MailFacts } } },
    async ({ params }) => ({
      mails: (await ledger.listOfPurchase(params.id)).map((mail) => ({
        id: mail._id,
        template: mail.template ?? null,
        role: mail.role,
        state: mail.state,
        created_at: mail.createdAt?.toISOString() ?? null,
        ended_at: mail.endedAt?.toISOString() ?? null,
        failure: mail.lastFailure ?? null,
      })),
    }),
  );
  app.post<{ Params: { id: string; mail: string } }>(
    '/internal/purchases/:id/mails/:mail/resend',
    { schema: { response: { 200: Type.Object({ id: Type.String() }) } } },
    async ({ params }) => {
      // Repeated presses within a minute are one mail.
      const round = String(Math.floor(Date.now() / ROUND_MS));
      const id = await ledger.resend(params.id, params.mail, round);
      if (id === null) throw notFound();
      if (id === 'busy') throw new WireError(409, 'ConflictError', 'The mail is yet to be sent');
      if (id === 'old') throw new WireError(410, 'GoneError', 'The mail is too old to be sent again');
      await enqueue([id]);
      return { id };
    },
  );
  app.post<{ Body: KnownMailsQuery }>(
    '/internal/mails/sent',
    { schema: { body: KnownMailsQuery, response: { 200: SentMailsResponse } } },
    async ({ body: { eventIds } }) => ({ sent: await ledger.findSent(eventIds) }),
  );
}
