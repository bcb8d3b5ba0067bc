import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { forbidden, validationError } from '@vidhi/contracts/errors.ts';
import { queryOf } from '../bodies/query-of.ts';
import { readBody } from '../bodies/read-body.ts';
import type { FindRequester } from '../devices/find-requester.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { findTokenOwner } from '../users/token-owner.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { EmailAddresses, LinkOutcome } from './confirm-email.ts';

export interface EmailRoutesOptions {
  users: Pick<UserRepository, 'findById'>;
  emailAddresses: EmailAddresses;
  limits: RequestLimits;
  findRequester: FindRequester;
  /** Redirect target of API clients that confirm by GET, with `confirmed=1` added to its query. */
  confirmedUrl: string;
}

const errors = { 400: ErrorResponse, 413: ErrorResponse, 429: ErrorResponse, 503: ErrorResponse };
const unchecked = { validatorCompiler: () => () => true };
const consumes = ['application/json', 'application/x-www-form-urlencoded'];
const Sent = Type.Object({ email: Type.String(), sent: Type.Boolean() });
const Confirmation = Type.Object({ confirmation: Type.String() });
const Code = Type.Object({ code: Type.String() });
const Done = Type.Object({
  done: Type.Boolean(),
  already: Type.Boolean({ description: 'Whether it had been done before' }),
});

/** Pages of the site that the links of mails lead to. */
const CONFIRM_PAGE = '/confirm-email';
const CONFIRM_CHANGE_PAGE = '/confirm-email-change';

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
  description:
    'For API clients; the links of mails lead to a page that posts the token. Browsers are redirected to that page, and HEAD confirms nothing.',
  tags: ['accounts'],
  querystring: Confirmation,
  response: { 302: Type.Null({ description: 'The address is confirmed' }), ...errors },
};

const POST_CONFIRM_DOCUMENTATION = {
  operationId: 'postEmailConfirmation',
  security: [],
  summary: 'Confirms an e-mail address with the token of a mailed link, which is good for a day',
  tags: ['accounts'],
  consumes,
  body: Confirmation,
  response: { 200: Done, ...errors },
};

const CHANGE_DOCUMENTATION = {
  operationId: 'changeEmail',
  summary: 'Mails a link to a new e-mail address of one’s own account, and a notice to the present one',
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
  consumes,
  body: Confirmation,
  response: { 200: Done, ...errors },
};

const OPEN_CHANGE_DOCUMENTATION = {
  operationId: 'openEmailChange',
  security: [],
  summary: 'Leads to the page that confirms a change of address; changes nothing',
  tags: ['accounts'],
  response: { 302: Type.Null({ description: 'The page' }), 503: ErrorResponse },
};

const STOP_CHANGE_DOCUMENTATION = {
  operationId: 'stopEmailChange',
  security: [],
  summary:
    'Stops a change of address that was requested, with the token of the notice to the present address',
  tags: ['accounts'],
  consumes,
  body: Code,
  response: { 200: Done, ...errors },
};

/** Returns whether a browser opens the URL as a page. */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').toLowerCase().includes('text/html');

/** The confirmation and the change of e-mail addresses. */
export async function emailRoutes(app: FastifyInstance, options: EmailRoutesOptions): Promise<void> {
  const { users, emailAddresses, limits, findRequester, confirmedUrl } = options;
  app.addHook('onRequest', async (_request, reply) => {
    // The token of a link is in the URL.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  const confirmedTarget = `${confirmedUrl}${confirmedUrl.includes('?') ? '&' : '?'}confirmed=1`;

  /** Leads to a page of the site with the query of the request. */
  const toPage = (page: string, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const at = request.url.indexOf('?');
    return reply.redirect(`${page}${at === -1 ? '' : request.url.slice(at)}`, 302);
  };

  /** Uses the token in a body. */
  async function useLink(
    request: FastifyRequest,
    reply: FastifyReply,
    { field, use }: { field: 'confirmation' | 'code'; use: (token: string) => Promise<LinkOutcome> },
  ): Promise<{ done: true; already: boolean }> {
    await limits.admit('useLink', request, reply);
    const token = readBody(request.body, { fields: { [field]: 'text' }, maxChars: Infinity })[field] ?? '';
    return { done: true, already: (await use(token)) === 'already-done' };
  }

  app.post(
    '/api/auth/send-email-confirmation',
    { schema: SEND_DOCUMENTATION, ...unchecked },
    async (request, reply) => {
      const { email } = readBody(request.body, { fields: { email: 'email' } });
      const known = await findRequester(request, email);
      await limits.admit('sendConfirmation', request, reply, email, email, known);
      await emailAddresses.sendConfirmation(email);
      return { email, sent: true };
    },
  );

  app.get(
    '/api/auth/email-confirmation',
    { schema: CONFIRM_DOCUMENTATION, ...unchecked, exposeHeadRoute: false },
    async (request, reply) => {
      if (isNavigation(request)) return toPage(CONFIRM_PAGE, request, reply);
      await limits.admit('useLink', request, reply);
      const query = queryOf(request.url);
      const { confirmation } = readBody(query, { fields: { confirmation: 'text' }, maxChars: Infinity });
      // As in the reference, which tells a spent token by its error.
      if ((await emailAddresses.confirm(confirmation)) === 'already-done')
        throw validationError('Invalid token');
      return reply.redirect(confirmedTarget, 302);
    },
  );
  app.head('/api/auth/email-confirmation', { schema: { hide: true } }, async (request, reply) =>
    toPage(CONFIRM_PAGE, request, reply),
  );
  app.post(
    '/api/auth/email-confirmation',
    { schema: POST_CONFIRM_DOCUMENTATION, ...unchecked },
    async (request, reply) => useLink(request, reply, { field: 'confirmation', use: emailAddresses.confirm }),
  );

  app.post(
    '/api/auth/change-email',
    { schema: CHANGE_DOCUMENTATION, ...unchecked },
    async (request, reply) => {
      const { principal, body } = request;
      if (principal === null) throw forbidden();
      // Before anything is counted: a revoked token uses up no attempt of the account.
      await findTokenOwner(users, principal);
      const { email, currentPassword } = readBody(body, {
        fields: { email: 'email', currentPassword: 'text' },
        isClosed: true,
      });
      const account = String(principal.userId);
      await limits.admit('checkPassword', request, reply, account);
      await emailAddresses.requestChange(principal, { email, currentPassword }, async (owner) => {
        await limits.admit('changeEmail', request, reply, account, email);
        if (owner.email !== null && !owner.confirmed)
          await limits.admit('noticeToUnconfirmed', request, reply, null, owner.email);
      });
      return { email, sent: true };
    },
  );

  // Mails of earlier versions have this link.
  app.get(
    '/api/auth/email-change-confirmation',
    { schema: OPEN_CHANGE_DOCUMENTATION },
    async (request, reply) => toPage(CONFIRM_CHANGE_PAGE, request, reply),
  );
  app.post(
    '/api/auth/email-change-confirmation',
    { schema: CONFIRM_CHANGE_DOCUMENTATION, ...unchecked },
    async (request, reply) =>
      useLink(request, reply, { field: 'confirmation', use: emailAddresses.confirmChange }),
  );
  app.post(
    '/api/auth/stop-email-change',
    { schema: STOP_CHANGE_DOCUMENTATION, ...unchecked },
    async (request, reply) => useLink(request, reply, { field: 'code', use: emailAddresses.stopChange }),
  );
}
