import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { Site } from '../sending/send-mail.ts';
import { readEmailRequest } from './email-request.ts';
import type { ReceiveContact } from './receive-contact.ts';

interface EmailRoutesOptions {
  receive: ReceiveContact;
  readSite: () => Promise<Site>;
  limits: RequestLimits;
}

/** `POST /api/email`: takes messages of the contact form, and sends nothing that a client composed. */
export async function emailRoutes(
  app: FastifyInstance,
  { receive, readSite, limits }: EmailRoutesOptions,
): Promise<void> {
  app.post(
    '/api/email',
    { schema: { summary: 'Send a message to the site', body: Type.Unknown() } },
    async (request, reply) => {
      await limits.admit('email', request, reply);
      const { contactAddress } = await readSite();
      const intent = readEmailRequest(request.body, contactAddress);
      if (intent.kind === 'contact') await receive(intent.fields);
      return {};
    },
  );
}
