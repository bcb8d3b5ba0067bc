import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type, type Static } from 'typebox';
import { attributeErrors, notFound, validationError } from '@vidhi/contracts/errors.ts';
import { PreferencesBody, PreferencesResponse } from '@vidhi/contracts/newsletter.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { readAddress } from './subscriber.ts';
import { CONFIRM_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH } from './subscriber-links.ts';
import { PAGES } from './subscription-pages.ts';
import type { Subscribe } from './subscribe.ts';
import type { SubscriberStore } from './subscriber-store.ts';

interface SubscriberRoutesOptions {
  subscribe: Subscribe;
  subscribers: Pick<SubscriberStore, 'confirm' | 'unsubscribe' | 'readPreferences' | 'choose'>;
  limits: RequestLimits;
  /** Ids for responses of the coming-soon form. */
  nextResponseId: () => Promise<number>;
}

const LinkQuery = Type.Object({
  subscriber: Type.String({ pattern: '^[0-9a-f]{40}$' }),
  key: Type.String({ pattern: '^[\\w-]{32}$' }),
});
type LinkQuery = Static<typeof LinkQuery>;

const Subscribed = Type.Object({
  data: Type.Object({
    id: Type.Integer(),
    attributes: Type.Object({ email: Type.String(), createdAt: Type.String(), updatedAt: Type.String() }),
  }),
  meta: Type.Object({}),
});

const LINK_ROUTE = { schema: { querystring: LinkQuery, hide: true } } as const;

const PAGE_POLICY = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const sendPage = (reply: FastifyReply, html: string, status = 200): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': PAGE_POLICY,
    })
    .send(html);

/** Leads to the page of the site that has the button; the key of a link is in the address. */
const redirectTo = (reply: FastifyReply, page: string, { subscriber, key }: LinkQuery): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(`${page}?${new URLSearchParams({ subscriber, key })}`, 303);

/** Returns the e-mail address of a coming-soon form. Throws what the reference responds to such bodies. */
function readComingSoon(body: unknown): string {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  if (Array.isArray(data)) {
    const cast = JSON.stringify(data);
    const message = `this must be a \`object\` type, but the final value was: \`null\` (cast from the value \`${cast}\`).`;
    throw attributeErrors([{ path: [], message }]);
  }
  if (typeof data !== 'object' || data === null)
    throw validationError('Missing "data" payload in the request body');
  const email = 'email' in data ? data.email : undefined;
  if (email === undefined || email === null || email === '')
    throw attributeErrors([{ path: ['email'], message: 'email must be defined.' }]);
  if (typeof email !== 'string')
    throw attributeErrors([
      {
        path: ['email'],
        message: `email must be a \`string\` type, but the final value was: \`${JSON.stringify(email)}\`.`,
      },
    ]);
  const address = readAddress(email);
  if (address === null) throw attributeErrors([{ path: ['email'], message: 'email must be a valid email' }]);
  return address;
}

/**
 * The coming-soon form, and the links in mails to subscribers. Links change something by POST alone: programs that check
 * the links of a mail fetch them.
 */
export async function subscriberRoutes(
  app: FastifyInstance,
  { subscribe, subscribers, limits, nextResponseId }: SubscriberRoutesOptions,
): Promise<void> {
  app.post(
    '/api/coming-soon-users',
    {
      schema: {
        summary: 'Ask for the newsletter',
        operationId: 'subscribe',
        tags: ['notify'],
        security: [],
        body: Type.Unknown({
          description: 'An object whose data has the e-mail address: { data: { email } }',
        }),
        response: { 200: Subscribed },
      },
    },
    async (request, reply) => {
      const address = readComingSoon(request.body);
      await limits.admit('subscribe', request, reply, address);
      await subscribe(address, 'coming-soon');
      // The response is the same for a new and for an existing address, so that it reveals neither.
      const at = new Date().toISOString();
      const id = await nextResponseId();
      return { data: { id, attributes: { email: address, createdAt: at, updatedAt: at } }, meta: {} };
    },
  );

  const preferences = (summary: string, operationId: string) => ({
    summary,
    operationId,
    tags: ['notify'],
    security: [],
    querystring: LinkQuery,
    response: { 200: PreferencesResponse },
  });

  app.get<{ Querystring: LinkQuery }>(
    PREFERENCES_PATH,
    { schema: preferences('Categories and languages that a reader has chosen', 'readPreferences') },
    async ({ query: { subscriber, key } }, reply) => {
      void reply.header('cache-control', 'no-store');
      const data = await subscribers.readPreferences(subscriber, key);
      if (data === null) throw notFound();
      return { data };
    },
  );

  app.put<{ Querystring: LinkQuery; Body: Static<typeof PreferencesBody> }>(
    PREFERENCES_PATH,
    {
      schema: {
        ...preferences('Chooses categories and languages', 'choosePreferences'),
        description: '`subscriber` and `key` are those of a link in a mail to the reader.',
        body: PreferencesBody,
      },
    },
    async ({ query: { subscriber, key }, body: { data } }, reply) => {
      void reply.header('cache-control', 'no-store');
      if (!(await subscribers.choose(subscriber, key, data))) throw notFound();
      return { data };
    },
  );

  await app.register(async (links) => {
    // Forms of browsers, and mail programs (RFC 8058): what they post is in the address.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      links.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) =>
        done(null, undefined),
      );
    links.setErrorHandler((error, _request, reply) => {
      if (error instanceof Error && 'validation' in error) return sendPage(reply, PAGES.invalid, 404);
      throw error;
    });

    links.get<{ Querystring: LinkQuery }>(CONFIRM_PATH, LINK_ROUTE, ({ query }, reply) =>
      redirectTo(reply, '/confirm', query),
    );
    links.post<{ Querystring: LinkQuery }>(CONFIRM_PATH, LINK_ROUTE, async ({ query }, reply) =>
      (await subscribers.confirm(query.subscriber, query.key))
        ? sendPage(reply, PAGES.confirmed)
        : sendPage(reply, PAGES.invalid, 404),
    );
    links.get<{ Querystring: LinkQuery }>(UNSUBSCRIBE_PATH, LINK_ROUTE, ({ query }, reply) =>
      redirectTo(reply, '/unsubscribe', query),
    );
    links.post<{ Querystring: LinkQuery }>(UNSUBSCRIBE_PATH, LINK_ROUTE, async ({ query }, reply) =>
      (await subscribers.unsubscribe(query.subscriber, query.key))
        ? sendPage(reply, PAGES.unsubscribed)
        : sendPage(reply, PAGES.invalid, 404),
    );
  });
}
