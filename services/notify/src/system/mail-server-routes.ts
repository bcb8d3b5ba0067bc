import type { FastifyInstance } from 'fastify';
import { MailServerState } from '@vidhi/contracts/server-settings.ts';
import { documentedAs, forAdministrators } from '../staff/administrator-routes.ts';

export interface MailServerRoutesOptions {
  mailServer: MailServerState['data'];
}

/** `GET /api/system/notify/mail-server`, for administrators. */
export async function mailServerRoutes(
  app: FastifyInstance,
  { mailServer }: MailServerRoutesOptions,
): Promise<void> {
  app.get(
    '/api/system/notify/mail-server',
    {
      ...forAdministrators,
      schema: {
        ...documentedAs('system')(
          'Mail server and sender of mails, without user and password',
          'readMailServer',
        ),
        response: { 200: MailServerState },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: mailServer };
    },
  );
}
