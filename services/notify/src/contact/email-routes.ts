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
    {
      schema: {
        summary: 'Send a message to the site',
        operationId: 'sendContactMessage',
        tags: ['notify'],
        security: [],
        body: Type.Unknown({
          description:
            'An object with the texts name, email, subject and message. Older clients send to, subject and text, where to is the contact address of the site.',
        }),
        response: { 200: Type.Object({}, { description: 'Stored' }) },
      },
    },
    async (request, reply) => {
      await limits.admit('email', request, reply);
      const { contactAddress } = await readSite();
      const intent = readEmailRequest(request.body, contactAddress);
      if (intent.kind === 'contact') await receive(intent.fields);
      return {};
    },
  );
}
