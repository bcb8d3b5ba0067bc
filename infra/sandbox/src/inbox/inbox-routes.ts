import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type, type Static } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { guardHost } from '../host-guard.ts';
import { Fault, type Faults } from './faults.ts';
import { listPage, mailPage } from './inbox-pages.ts';
import type { Mail } from './mail.ts';
import type { MailStore } from './mail-store.ts';

interface InboxRoutesOptions {
  smtpPort: number;
  store: MailStore;
  faults: Faults;
  /** Passwords of the SMTP server by user name. */
  users: Map<string, string>;
  /** Host names besides loopback that it is reached by. */
  hostNames?: readonly string[] | undefined;
}

const MessageQuery = Type.Object({ to: Type.Optional(Type.String()) });
const MessageId = Type.Object({ messageId: Type.String({ minLength: 1 }) });
const UserName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) });
const Password = Type.Object({ password: Type.String({ minLength: 1 }) });
const MailId = Type.Object({ id: Type.String({ pattern: '^\\d{1,12}$' }) });

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'";
/** A mail's HTML runs nothing and loads nothing: it is shown as a mail program with blocked pictures shows it. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const sendPage = (reply: FastifyReply, html: string, policy = PAGE_POLICY): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(html);

const messageOf = ({ messageId, from, to, subject, text, html, attachments, receivedAt }: Mail) => ({
  messageId,
  from,
  to: to.join(', '),
  subject,
  text,
  html,
  attachments,
  receivedAt,
});

/** The pages of the inbox for people, and its API for tests and for notify's look-up. */
export async function inboxRoutes(
  app: FastifyInstance,
  { smtpPort, store, faults, users, hostNames }: InboxRoutesOptions,
): Promise<void> {
  guardHost(app, hostNames);

  async function getMail(id: string): Promise<Mail> {
    const mail = await store.find(Number(id));
    if (mail === null) throw notFound();
    return mail;
  }

  app.get('/', async (_request, reply) => sendPage(reply, listPage(store.summaries())));
  app.get<{ Params: Static<typeof MailId> }>(
    '/mails/:id',
    { schema: { params: MailId } },
    async ({ params }, reply) => sendPage(reply, mailPage(await getMail(params.id))),
  );
  app.get<{ Params: Static<typeof MailId> }>(
    '/mails/:id/html',
    { schema: { params: MailId } },
    async ({ params }, reply) => sendPage(reply, (await getMail(params.id)).html, MAIL_POLICY),
  );
  app.get<{ Params: Static<typeof MailId> }>(
    '/mails/:id/source',
    { schema: { params: MailId } },
    async ({ params }, reply) => {
      const source = await store.source(Number(params.id));
      if (source === null) throw notFound();
      return reply
        .type('text/plain; charset=utf-8')
        .headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
        .send(source);
    },
  );

  app.get<{ Querystring: Static<typeof MessageQuery> }>(
    '/messages',
    { schema: { summary: 'Mails, newest first', querystring: MessageQuery } },
    async ({ query: { to } }) => (await store.list({ to })).map(messageOf),
  );
  app.get('/summaries', { schema: { summary: 'Mails without their content, newest first' } }, async () =>
    store.summaries().map(({ messageId, to, subject }) => ({ messageId, to: to.join(', '), subject })),
  );
  app.delete('/messages', async (_request, reply) => {
    await store.clear();
    return reply.code(204).send();
  });
  app.get<{ Params: Static<typeof MessageId> }>(
    '/messages/:messageId',
    {
      schema: {
        summary: 'Whether a mail with this Message-ID was accepted, and how often',
        params: MessageId,
      },
    },
    async ({ params: { messageId } }) => {
      const [newest, ...others] = store.findByMessageId(messageId);
      if (newest === undefined) throw notFound();
      return { messageId: newest.messageId, receivedAt: newest.receivedAt, count: others.length + 1 };
    },
  );

  app.get('/smtp', async () => ({ port: smtpPort }));
  app.put<{ Params: Static<typeof UserName>; Body: Static<typeof Password> }>(
    '/users/:name',
    { schema: { summary: 'From then on mails need a login', params: UserName, body: Password } },
    async ({ params: { name }, body: { password } }, reply) => {
      users.set(name, password);
      return reply.code(204).send();
    },
  );
  app.delete<{ Params: Static<typeof UserName> }>(
    '/users/:name',
    { schema: { params: UserName } },
    async ({ params: { name } }, reply) => {
      users.delete(name);
      return reply.code(204).send();
    },
  );
  app.get('/faults', async () => faults.list());
  app.post<{ Body: Fault }>(
    '/faults',
    { schema: { summary: 'Fail the next mails', body: Fault } },
    async ({ body }, reply) => {
      faults.add(body);
      return reply.code(201).send(faults.list());
    },
  );
  app.delete('/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}
