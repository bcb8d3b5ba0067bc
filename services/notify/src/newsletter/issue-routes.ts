import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { pageOf, readPaging } from '@vidhi/contracts/paging.ts';
import { WireError, notFound, validationError } from '@vidhi/contracts/errors.ts';
import {
  EVERYTHING,
  IssueBody,
  IssueChangeBody,
  IssuePage,
  IssueQuery,
  IssueResponse,
  SendIssueBody,
  type Issue,
  type IssueContent,
  type IssueRow,
  type IssueState,
} from '@vidhi/contracts/newsletter.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { MailLedger } from '../ledger/mail-ledger.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import { atPeopleDesk, documentedForPeople } from '../staff/people-routes.ts';
import type { SubscriberStore } from '../subscribers/subscriber-store.ts';
import type { StoredIssue } from './issue-collection.ts';
import { issueFault } from './issue-content.ts';
import type { IssueStore } from './issue-store.ts';
import { articleProblem, type FindPublished } from './published-articles.ts';
import { NEWSLETTER_TEMPLATE, type SendIssues } from './send-issues.ts';

export interface IssueRoutesOptions {
  issues: IssueStore;
  sending: Pick<SendIssues, 'start' | 'countsOf'>;
  subscribers: Pick<SubscriberStore, 'countRecipients'>;
  ledger: Pick<MailLedger, 'insert'>;
  enqueue: (ids: readonly string[]) => Promise<void>;
  findPublished: FindPublished;
  mailsPerMinute: number;
  now?: () => Date;
}

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });
type Params = Static<typeof Params>;
const Nothing = Type.Object({});
/** A year ahead: what is later is a slip. */
const MAX_AHEAD_MS = 366 * 86_400_000;

export async function findIssue(issues: Pick<IssueStore, 'find'>, id: string): Promise<StoredIssue> {
  const issue = await issues.find(Number(id));
  if (issue === null) throw notFound();
  return issue;
}

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

function requireState(issue: StoredIssue, ...states: readonly IssueState[]): void {
  if (!states.includes(issue.state)) throw conflict(`The newsletter is ${issue.state}.`);
}

function requireRev({ rev }: StoredIssue, read: number): void {
  if (rev !== read) throw conflict('The newsletter has changed meanwhile. Please load it again.');
}

/** Names of the parts that a write changes. */
const changedParts = (before: IssueContent, after: IssueContent) => [
  ...(before.subject === after.subject ? [] : [{ path: 'subject', from: before.subject, to: after.subject }]),
  ...(JSON.stringify(before.sections) === JSON.stringify(after.sections) ? [] : [{ path: 'sections' }]),
  ...(after.readers === undefined ||
  JSON.stringify(before.readers ?? EVERYTHING) === JSON.stringify(after.readers)
    ? []
    : [{ path: 'readers' }]),
];

/** Issues of the newsletter, for the desk `people`. Every write is in the audit log. */
export async function issueRoutes(app: FastifyInstance, options: IssueRoutesOptions): Promise<void> {
  const { issues, sending, subscribers, ledger, enqueue, findPublished, mailsPerMinute } = options;
  const { now = () => new Date() } = options;
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  async function presentRow(issue: StoredIssue): Promise<IssueRow> {
    return {
      id: issue._id,
      rev: issue.rev,
      subject: issue.subject,
      state: issue.state,
      send_at: issue.sendAt?.toISOString() ?? null,
      started_at: issue.startedAt?.toISOString() ?? null,
      ended_at: issue.endedAt?.toISOString() ?? null,
      updated_at: issue.updatedAt.toISOString(),
      problem: issue.problem ?? null,
      counts: await sending.countsOf(issue),
    };
  }
  const present = async (issue: StoredIssue): Promise<Issue> => ({
    ...(await presentRow(issue)),
    sections: issue.sections,
    readers: issue.readers ?? EVERYTHING,
    audience: await subscribers.countRecipients(now(), issue.readers),
    mails_per_minute: mailsPerMinute,
  });

  /** Throws 400 for an issue with articles that not everybody can read. */
  async function requirePublished(issue: StoredIssue): Promise<void> {
    const problem = await articleProblem(issue, findPublished);
    if (problem !== null) throw validationError(problem);
  }

  app.get<{ Querystring: IssueQuery }>(
    '/api/newsletter-issues',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Issues of the newsletter', 'listIssues'),
        querystring: IssueQuery,
        response: { 200: IssuePage },
      },
    },
    async ({ query }) => {
      const { page, pageSize } = readPaging(query);
      const { rows, total } = await issues.list(query, page, pageSize);
      return pageOf({ page, pageSize }, await Promise.all(rows.map(presentRow)), total);
    },
  );

  app.post<{ Body: Static<typeof IssueBody> }>(
    '/api/newsletter-issues',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Creates a draft', 'createIssue'),
        body: IssueBody,
        response: { 201: IssueResponse },
      },
    },
    async (request, reply) => {
      const issue = await issues.create(request.body.data, actorOf(request));
      return reply.code(201).send({ data: await present(issue) });
    },
  );

  app.get<{ Params: Params }>(
    '/api/newsletter-issues/:id',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('An issue with its text and counts', 'readIssue'),
        params: Params,
        response: { 200: IssueResponse },
      },
    },
    async ({ params }) => ({ data: await present(await findIssue(issues, params.id)) }),
  );

  app.put<{ Params: Params; Body: Static<typeof IssueChangeBody> }>(
    '/api/newsletter-issues/:id',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Changes a draft', 'changeIssue'),
        params: Params,
        body: IssueChangeBody,
        response: { 200: IssueResponse },
      },
    },
    async (request) => {
      const { rev, ...content } = request.body.data;
      const issue = await findIssue(issues, request.params.id);
      requireState(issue, 'draft');
      requireRev(issue, rev);
      const changes = changedParts(issue, content);
      if (changes.length === 0) return { data: await present(issue) };
      const act = { actor: actorOf(request), action: 'update', changes };
      return { data: await present(await issues.change(issue, { set: content, unset: ['problem'] }, act)) };
    },
  );

  app.delete<{ Params: Params }>(
    '/api/newsletter-issues/:id',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Deletes a draft', 'deleteIssue'),
        params: Params,
        response: { 204: Type.Null({ description: 'Deleted' }) },
      },
    },
    async (request, reply) => {
      const issue = await findIssue(issues, request.params.id);
      requireState(issue, 'draft');
      await issues.change(
        issue,
        { set: { removedAt: now() } },
        { actor: actorOf(request), action: 'delete' },
      );
      return reply.code(204).send(null);
    },
  );

  app.post<{ Params: Params }>(
    '/api/newsletter-issues/:id/test',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Sends the issue to the caller alone', 'testIssue'),
        params: Params,
        response: { 202: Nothing },
      },
    },
    async (request, reply) => {
      const issue = await findIssue(issues, request.params.id);
      const fault = issueFault(contentOf(issue));
      if (fault !== null) throw validationError(fault);
      const inserted = await ledger.insert(`newsletter.tested:${issue._id}:${randomUUID()}`, [
        {
          template: NEWSLETTER_TEMPLATE,
          role: 'staff',
          source: { kind: SOURCE.newsletterTest, id: `${issue._id}/${request.principal?.userId ?? 0}` },
        },
      ]);
      await enqueue(inserted);
      return reply.code(202).send({});
    },
  );

  /** Returns when the issue is to start; null for now. Throws 400 for a time that cannot be meant. */
  function startOf({ at }: SendIssueBody): Date | null {
    if (at === undefined) return null;
    const start = new Date(at);
    const ahead = start.getTime() - now().getTime();
    if (Number.isNaN(ahead)) throw validationError('at must be a time');
    if (ahead > MAX_AHEAD_MS) throw validationError('The time is more than a year ahead.');
    return ahead <= 0 ? null : start;
  }

  app.post<{ Params: Params; Body: SendIssueBody }>(
    '/api/newsletter-issues/:id/send',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Sends an issue to all confirmed readers, now or later', 'sendIssue'),
        description:
          '`audience` is the number of readers that the caller saw: 409 when there are more by now. With `at` the issue starts then, unless an article in it is not published.',
        params: Params,
        body: SendIssueBody,
        response: { 200: IssueResponse },
      },
    },
    async (request) => {
      const { params, body } = request;
      const issue = await findIssue(issues, params.id);
      requireState(issue, 'draft');
      requireRev(issue, body.rev);
      const fault = issueFault(contentOf(issue));
      if (fault !== null) throw validationError(fault);
      const audience = await subscribers.countRecipients(now(), issue.readers);
      if (audience > body.audience)
        throw conflict(`There are ${audience} readers now. Please look at the number and send again.`);
      if (audience === 0)
        throw validationError('Nobody would get it. Nobody has confirmed a subscription, or chosen this.');
      const actor = actorOf(request);
      const start = startOf(body);
      if (start !== null) {
        const changes = [{ path: 'send_at', to: start.toISOString() }];
        const change = { set: { state: 'scheduled' as const, sendAt: start }, unset: ['problem' as const] };
        return {
          data: await present(await issues.change(issue, change, { actor, action: 'schedule', changes })),
        };
      }
      await requirePublished(issue);
      return { data: await present(await sending.start(issue, actor)) };
    },
  );

  /** A route that moves an issue from one state to another. */
  function addMove(name: string, summary: string, from: readonly IssueState[], to: IssueState): void {
    app.post<{ Params: Params }>(
      `/api/newsletter-issues/:id/${name}`,
      {
        ...atPeopleDesk,
        schema: {
          ...documentedForPeople(summary, `${name}Issue`),
          params: Params,
          response: { 200: IssueResponse },
        },
      },
      async (request: FastifyRequest<{ Params: Params }>) => {
        const issue = await findIssue(issues, request.params.id);
        requireState(issue, ...from);
        if (to === 'sending') await requirePublished(issue);
        const set = { state: to, ...(to === 'stopped' ? { endedAt: now() } : {}) };
        const act = { actor: actorOf(request), action: name };
        return {
          data: await present(await issues.change(issue, { set, unset: ['sendAt', 'problem'] }, act)),
        };
      },
    );
  }
  addMove('cancel', 'Makes a scheduled issue a draft again', ['scheduled'], 'draft');
  addMove('pause', 'Holds what has not begun', ['sending'], 'paused');
  addMove('resume', 'Goes on with a paused issue', ['paused'], 'sending');
  addMove('stop', 'Ends a paused issue for good', ['paused'], 'stopped');
}

const contentOf = ({ subject, sections }: StoredIssue): Pick<IssueContent, 'subject' | 'sections'> => ({
  subject,
  sections,
});
