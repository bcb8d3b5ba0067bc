import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { applicationError, attributeErrors } from '@vidhi/contracts/errors.ts';
import { AccountResponse, SessionResponse } from '@vidhi/contracts/account-responses.ts';
import type { HostCookie } from '@vidhi/service-kit/host-cookie.ts';
import { isFromOwnPage } from '@vidhi/service-kit/own-page.ts';
import { objectOf, readBody } from '../bodies/read-body.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { createSendSession, type SendSessionOptions } from '../sessions/send-session.ts';
import { WHOLE_USER, presentUser } from '../users/user-presenter.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import { readCustomer, readRegistrant } from './registrant.ts';
import { principalOf } from '../users/principal-of.ts';
import type { RegisterAccount, RegistrationProblem } from './register-account.ts';
import type { AddSubscriber } from './subscriber-client.ts';

export interface RegistrationOptions extends SendSessionOptions {
  registerAccount: RegisterAccount;
  addSubscriber: AddSubscriber;
  keyRing: Pick<KeyRing, 'issue' | 'issueTicket'>;
  ticketCookie: HostCookie;
  limits: RequestLimits;
}

const TICKET_ID_BYTES = 16;
const unchecked = { validatorCompiler: () => () => true };
const errors = { 400: ErrorResponse, 413: ErrorResponse, 429: ErrorResponse, 503: ErrorResponse };
const Identity = { email: Type.String(), username: Type.String(), password: Type.String() };
const Person = {
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  mobile: Type.Optional(Type.String({ description: 'Ten digits' })),
};

const CREATE_DOCUMENTATION = {
  operationId: 'createUser',
  security: [],
  summary: 'Register as a customer (role 4), a lawyer (5) or a firm (6)',
  description:
    'Asks for the confirmation mail too. A page of this site gets the cookie of a registration ticket: for an hour it allows one change of role, some pictures and one profile without a login.',
  tags: ['accounts'],
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  body: Type.Object({
    ...Identity,
    role: Type.Integer(),
    ...Person,
    cpassword: Type.Optional(Type.String({ description: 'The password once more; another one is 400' })),
    accept_legal_agreement: Type.Optional(Type.Boolean({ description: 'Required with role 4' })),
    is_adult: Type.Optional(Type.Boolean({ description: 'Whether the person is 18 or older; false is 400' })),
  }),
  response: { 201: AccountResponse, ...errors },
};

const REGISTER_DOCUMENTATION = {
  operationId: 'register',
  security: [],
  summary: 'Register as a customer, or subscribe to the newsletter with an e-mail address alone',
  tags: ['accounts'],
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  body: Type.Object({
    email: Type.String(),
    username: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    ...Person,
  }),
  response: {
    200: Type.Union([SessionResponse, Type.Object({ user: Type.Object({ email: Type.String() }) })]),
    ...errors,
  },
};

/** Returns whether somebody subscribes to the newsletter: a body with an e-mail address and without credentials. */
function isSubscription(body: unknown): boolean {
  const { email, username, password } = objectOf(body);
  return email !== undefined && username === undefined && password === undefined;
}

/** `POST /api/users` and `POST /api/auth/local/register`. */
export async function registrationRoutes(app: FastifyInstance, options: RegistrationOptions): Promise<void> {
  const { registerAccount, addSubscriber, keyRing, ticketCookie, limits, publicUrl } = options;
  const sendSession = createSendSession(options);

  const isOwnPage = ({ headers }: FastifyRequest): boolean => isFromOwnPage(headers, publicUrl);

  app.post('/api/users', { schema: CREATE_DOCUMENTATION, ...unchecked }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const registrant = readRegistrant(request.body);
    await limits.admit('register', request, reply);
    const ticketId = isOwnPage(request) ? randomBytes(TICKET_ID_BYTES).toString('base64url') : null;
    const registered = await registerAccount(registrant, ticketId, () =>
      limits.admit('createAccount', request, reply, null, registrant.email),
    );
    if ('kind' in registered) throw creationError(registered);
    const { user } = registered;
    if (ticketId !== null) {
      const { id: userId, role, tokenVersion } = user;
      const { ticket, maxAgeSeconds } = await keyRing.issueTicket({ ticketId, userId, role, tokenVersion });
      reply.header('set-cookie', ticketCookie.keep(ticket, maxAgeSeconds));
    }
    return reply.code(201).send(presentUser(user, { ...WHOLE_USER, withRole: true }));
  });

  app.post(
    '/api/auth/local/register',
    { schema: REGISTER_DOCUMENTATION, ...unchecked },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (isSubscription(request.body)) {
        const { email } = readBody(request.body, { fields: { email: 'email' } });
        await limits.admit('subscribe', request, reply, null, email);
        await addSubscriber(email);
        return { user: { email } };
      }
      const customer = readCustomer(request.body);
      await limits.admit('register', request, reply);
      const registered = await registerAccount(customer, null, () =>
        limits.admit('createAccount', request, reply, null, customer.email),
      );
      if ('kind' in registered) throw registrationError(registered);
      const { user } = registered;
      const jwt = await keyRing.issue(principalOf(user));
      return sendSession(request, reply, { jwt, user });
    },
  );
}

/** Returns the error for a rejected registration, without details of its attributes, as in the reference. */
function creationError(problem: RegistrationProblem): Error {
  if (problem.kind === 'email-taken') return applicationError('Email already taken');
  if (problem.kind === 'username-taken') return applicationError('This attribute must be unique');
  const [first] = problem.problems;
  return applicationError(
    problem.problems.length === 1 ? (first?.message ?? '') : `${problem.problems.length} errors occurred`,
  );
}

const registrationError = (problem: RegistrationProblem): Error =>
  problem.kind === 'attributes'
    ? attributeErrors(problem.problems)
    : applicationError('Email or Username are already taken');
