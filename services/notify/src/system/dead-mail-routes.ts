import type { FastifyInstance } from 'fastify';
import { DeadMailList, ResendMailsBody, ResentMails } from '@vidhi/contracts/mail-requests.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { MailLedger } from '../ledger/mail-ledger.ts';
import type { SubscriberActs } from '../subscribers/subscriber-acts.ts';
import { documentedAs, forAdministrators } from '../staff/administrator-routes.ts';

export interface DeadMailRoutesOptions {
  ledger: Pick<MailLedger, 'findDead' | 'requeueDead' | 'stats'>;
  acts: Pick<SubscriberActs, 'record'>;
  /** Has the queue send these mails. */
  enqueue: (ids: readonly string[]) => Promise<void>;
}

const MAX_LISTED = 1_000;
const documented = documentedAs('system');

/** Mails that were given up after all attempts, for administrators. They are listed without addresses. */
export async function deadMailRoutes(
  app: FastifyInstance,
  { ledger, acts, enqueue }: DeadMailRoutesOptions,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get(
    '/api/system/notify/dead-mails',
    {
      ...forAdministrators,
      schema: {
        ...documented('Mails that were given up, the most recent first', 'listDeadMails'),
        response: { 200: DeadMailList },
      },
    },
    async () => {
      const [dead, { states }] = await Promise.all([ledger.findDead(MAX_LISTED), ledger.stats()]);
      return {
        data: dead.map(({ id, template, role, lastFailure, diedAt }) => ({
          id,
          template,
          role,
          failure: lastFailure,
          died_at: diedAt.toISOString(),
        })),
        meta: { total: states.DEAD },
      };
    },
  );

  app.post<{ Body: ResendMailsBody }>(
    '/api/system/notify/dead-mails/resend',
    {
      ...forAdministrators,
      schema: {
        ...documented('Sends mails again that were given up', 'resendDeadMails'),
        description:
          'A mail that the server may have accepted is looked up there first, so that nobody gets it twice. Others of the list stay as they are.',
        body: ResendMailsBody,
        response: { 200: ResentMails },
      },
    },
    async (request) => {
      const { ids } = request.body;
      await acts.record({ kind: 'resend', count: ids.length, actor: actorOf(request) });
      const resent = await ledger.requeueDead(ids);
      await enqueue(ids);
      return { data: { resent } };
    },
  );
}
