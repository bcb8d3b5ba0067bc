import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { WireError, forbidden } from '@vidhi/contracts/errors.ts';
import { queryOf } from '../bodies/query-of.ts';
import { readBody } from '../bodies/read-body.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { EmailAddresses } from './confirm-email.ts';

export interface EmailRoutesOptions {
  emailAddresses: EmailAddresses;
  limits: RequestLimits;
  /** Redirect target of confirmation links, with `confirmed=1` or `confirmation=invalid` added to its query. */
  confirmedUrl: string;
}

const errors = { 400: ErrorResponse, 413: ErrorResponse, 429: ErrorResponse, 503: ErrorResponse };
const unchecked = { validatorCompiler: () => () => true };
const consumes = ['application/json', 'application/x-www-form-urlencoded'];
const Sent = Type.Object({ email: Type.String(), sent: Type.Boolean() });
const Confirmation = Type.Object({ confirmation: Type.String() });
const REDIRECT = { 302: Type.Null({ description: 'The address is confirmed' }), ...errors };

const SEND_DOCUMENTATION = {
  operationId: 'sendEmailConfirmation',
  security: [],
  summary: 'Mails the link that confirms an e-mail address again, at most once a minute',
  tags: ['accounts'],
  consumes,
  body: Type.Object({ email: Type.String() }),
  response: { 200: Sent, ...errors },
};

const CONFIRM_DOCUMENTATION = {
  operationId: 'confirmEmail',
  security: [],
  summary: 'Confirms an e-mail address with the token of a mailed link, which is good for a day and once',
  tags: ['accounts'],
  querystring: Confirmation,
  response: REDIRECT,
};

const CHANGE_DOCUMENTATION = {
  operationId: 'changeEmail',
  summary: 'Mails a link to a new e-mail address of one’s own account',
  description: 'Answers alike when the address belongs to another account; nothing is mailed then.',
  tags: ['accounts'],
  security: [{ bearer: [] }],
  consumes,
  body: Type.Object({ email: Type.String(), currentPassword: Type.String() }),
  response: { 200: Sent, 401: ErrorResponse, 403: ErrorResponse, ...errors },
};

const CONFIRM_CHANGE_DOCUMENTATION = {
  operationId: 'confirmEmailChange',
  security: [],
  summary: 'Makes a new e-mail address that of the account, with the token of a mailed link',
  tags: ['accounts'],
  querystring: Confirmation,
  response: REDIRECT,
};

/** Returns whether a person followed a link, who must not see the JSON of an error. */
const isNavigation = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html');

/** The confirmation and the change of e-mail addresses. */
export async function emailRoutes(app: FastifyInstance, options: EmailRoutesOptions): Promise<void> {
  const { emailAddresses, limits, confirmedUrl } = options;
  app.addHook('onRequest', async (_request, reply) => {
    // The token of a link is in the URL.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  const targetWith = (name: string, value: string): string =>
    `${confirmedUrl}${confirmedUrl.includes('?') ? '&' : '?'}${name}=${value}`;

  async function useLink(
    request: FastifyRequest,
    reply: FastifyReply,
    use: (token: string) => Promise<void>,
  ): Promise<FastifyReply> {
    await limits.admit('useLink', request, reply);
    try {
      const query = queryOf(request.url);
      const { confirmation } = readBody(query, { fields: { confirmation: 'text' }, maxChars: Infinity });
      await use(confirmation);
    } catch (error) {
      const isRejection = error instanceof WireError && error.status < 500;
      if (!isRejection || !isNavigation(request)) throw error;
      return reply.redirect(targetWith('confirmation', 'invalid'), 302);
    }
    return reply.redirect(targetWith('confirmed', '1'), 302);
  }

  app.post(
    '/api/auth/send-email-confirmation',
    { schema: SEND_DOCUMENTATION, ...unchecked },
    async (request, reply) => {
      const { email } = readBody(request.body, { fields: { email: 'email' } });
      await limits.admit('sendConfirmation', request, reply, email);
      await emailAddresses.sendConfirmation(email);
      return { email, sent: true };
    },
  );

  app.get('/api/auth/email-confirmation', { schema: CONFIRM_DOCUMENTATION, ...unchecked }, (request, reply) =>
    useLink(request, reply, emailAddresses.confirm),
  );

  app.post(
    '/api/auth/change-email',
    { schema: CHANGE_DOCUMENTATION, ...unchecked },
    async (request, reply) => {
      const { principal, body } = request;
      if (principal === null) throw forbidden();
      const { email, currentPassword } = readBody(body, {
        fields: { email: 'email', currentPassword: 'text' },
        isClosed: true,
      });
      const account = String(principal.userId);
      await limits.admit('checkPassword', request, reply, account);
      await emailAddresses.requestChange(principal, { email, currentPassword });
      return { email, sent: true };
    },
  );

  app.get(
    '/api/auth/email-change-confirmation',
    { schema: CONFIRM_CHANGE_DOCUMENTATION, ...unchecked },
    (request, reply) => useLink(request, reply, emailAddresses.confirmChange),
  );
}
