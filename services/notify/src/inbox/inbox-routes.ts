import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { pageOf, readPaging } from '@vidhi/contracts/paging.ts';
import { WireError, notFound, validationError } from '@vidhi/contracts/errors.ts';
import {
  MessageChangeBody,
  MessagePage,
  MessageQuery,
  MessageResponse,
  ReplyBody,
  type Message,
  type MessageRow,
} from '@vidhi/contracts/inbox.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { ContactMessage } from '../contact/contact-collection.ts';
import { replyEventId, replyMail } from '../contact/contact-message.ts';
import type { PlanContactMails } from '../contact/receive-contact.ts';
import type { MailLedger } from '../ledger/mail-ledger.ts';
import { mailId } from '../ledger/mail.ts';
import type { Site } from '../sending/send-mail.ts';
import { noteRead, type NoteReading } from '../staff/people-readings.ts';
import { atPeopleDesk, documentedForPeople } from '../staff/people-routes.ts';
import { shownMailState } from '../staff/shown-mail-state.ts';
import type { InboxStore } from './inbox-store.ts';

export interface InboxRoutesOptions {
  inbox: InboxStore;
  ledger: Pick<MailLedger, 'findStates'>;
  planMails: PlanContactMails;
  readSite: () => Promise<Site>;
  noteReading: NoteReading;
}

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{40}$' }) });
type Params = Static<typeof Params>;

const presentRow = (message: ContactMessage): MessageRow => ({
  id: message._id,
  rev: message.rev,
  name: message.name,
  email: message.email === '' ? null : message.email,
  subject: message.subject,
  state: message.state,
  assignee: message.assignee ?? null,
  received_at: message.receivedAt.toISOString(),
  replies: message.replyCount,
  replied_at: message.replies?.at(-1)?.at.toISOString() ?? null,
});

/** Messages of the contact form, for the desk `people`. Every write and every reading is in the audit log. */
export async function inboxRoutes(
  app: FastifyInstance,
  { inbox, ledger, planMails, readSite, noteReading }: InboxRoutesOptions,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  async function findMessage(id: string): Promise<ContactMessage> {
    const message = await inbox.find(id);
    if (message === null) throw notFound();
    return message;
  }

  async function findReplyProblem({ email }: ContactMessage): Promise<string | null> {
    if (email === '') return 'This message came without an e-mail address.';
    const { contactAddress } = await readSite();
    return contactAddress === null
      ? 'The site has no contact address yet, to which replies would come. Please set it in the settings.'
      : null;
  }

  async function present(message: ContactMessage): Promise<Message> {
    const replies = message.replies ?? [];
    const idOf = (number: number): string =>
      mailId(replyEventId(message, number), replyMail(message, number));
    const states = await ledger.findStates(replies.map(({ number }) => idOf(number)));
    return {
      ...presentRow(message),
      message: message.message,
      thread: replies.map(({ number, text, at, by }) => ({
        number,
        text,
        at: at.toISOString(),
        by,
        state: shownMailState(states.get(idOf(number))),
      })),
      reply_problem: await findReplyProblem(message),
    };
  }

  /** Throws 409 for a message that has changed since the caller read it. */
  async function findUnchanged(id: string, rev: number): Promise<ContactMessage> {
    const message = await findMessage(id);
    if (message.rev !== rev)
      throw new WireError(409, 'ConflictError', 'The message has changed meanwhile. Please load it again.');
    return message;
  }

  app.get<{ Querystring: MessageQuery }>(
    '/api/contact-messages',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Messages of the contact form', 'listContactMessages'),
        querystring: MessageQuery,
        response: { 200: MessagePage },
      },
    },
    async (request) => {
      const { page, pageSize } = readPaging(request.query);
      const me = request.principal?.userId ?? 0;
      const { rows, total } = await inbox.list(request.query, me, page, pageSize);
      if (rows.length > 0) await noteRead(noteReading, request, { type: 'contact-message' });
      return pageOf({ page, pageSize }, rows.map(presentRow), total);
    },
  );

  app.get<{ Params: Params }>(
    '/api/contact-messages/:id',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('A message with its replies', 'readContactMessage'),
        params: Params,
        response: { 200: MessageResponse },
      },
    },
    async (request) => {
      const message = await findMessage(request.params.id);
      await noteRead(noteReading, request, { type: 'contact-message', id: message._id });
      return { data: await present(message) };
    },
  );

  app.put<{ Params: Params; Body: Static<typeof MessageChangeBody> }>(
    '/api/contact-messages/:id',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Changes state or assignee of a message', 'changeContactMessage'),
        params: Params,
        body: MessageChangeBody,
        response: { 200: MessageResponse },
      },
    },
    async (request) => {
      const { rev, ...change } = request.body.data;
      const message = await findUnchanged(request.params.id, rev);
      return { data: await present(await inbox.change(message, change, actorOf(request))) };
    },
  );

  app.post<{ Params: Params; Body: Static<typeof ReplyBody> }>(
    '/api/contact-messages/:id/reply',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Replies by mail to the person who wrote', 'replyToContactMessage'),
        description:
          'The mail belongs to the thread of the message, and replies to it go to the contact address of the site.',
        params: Params,
        body: ReplyBody,
        response: { 201: MessageResponse },
      },
    },
    async (request, reply) => {
      const { rev, text, is_done: isDone } = request.body.data;
      const message = await findUnchanged(request.params.id, rev);
      const problem = await findReplyProblem(message);
      if (problem !== null) throw validationError(problem);
      const replied = await inbox.reply(message, { text: text.trim(), isDone }, actorOf(request));
      await planMails(replied);
      return reply.code(201).send({ data: await present(replied) });
    },
  );
}
