import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { streamCsv } from '@vidhi/contracts/csv.ts';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import {
  DecisionBody,
  GrievanceChangeBody,
  GrievancePage,
  GrievanceQuery,
  GrievanceRegister,
  GrievanceResponse,
  type Grievance,
  type GrievanceRow,
} from '@vidhi/contracts/grievances.ts';
import { pageOf, readPaging } from '@vidhi/contracts/paging.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { MailLedger } from '../ledger/mail-ledger.ts';
import { mailId } from '../ledger/mail.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { Site } from '../sending/send-mail.ts';
import { noteRead, type NoteReading } from '../staff/people-readings.ts';
import { atPeopleDesk, documentedForPeople } from '../staff/people-routes.ts';
import { shownMailState } from '../staff/shown-mail-state.ts';
import { readAddress } from '../subscribers/subscriber.ts';
import {
  acknowledgement,
  decidedEventId,
  decisionMail,
  numberText,
  readGrievance,
  receivedEventId,
} from './grievance.ts';
import type { StoredGrievance } from './grievance-collection.ts';
import type { GrievanceStore } from './grievance-store.ts';
import type { PlanGrievanceMails, ReceiveGrievance } from './receive-grievance.ts';
import { entriesOf, registerOf, REGISTER_COLUMNS } from './register.ts';

export interface GrievanceRoutesOptions {
  receive: ReceiveGrievance;
  readSite: () => Promise<Site>;
  limits: RequestLimits;
}

/** `POST /api/grievances`: takes grievances from everybody, while the site has the switch on. */
export async function grievanceRoutes(
  app: FastifyInstance,
  { receive, readSite, limits }: GrievanceRoutesOptions,
): Promise<void> {
  app.post(
    '/api/grievances',
    {
      schema: {
        summary: 'Send a grievance about what the site shows',
        description: 'Its receipt is acknowledged by mail, with a number. 404 where the site takes none.',
        operationId: 'sendGrievance',
        tags: ['notify'],
        security: [],
        body: Type.Unknown({
          description:
            'An object with the texts name, email, link (the full address of the page), category and text.',
        }),
        response: { 200: Type.Object({}, { description: 'Stored' }) },
      },
    },
    async (request, reply) => {
      const { grievances: settings } = await readSite();
      if (settings === undefined) throw notFound();
      const { email } = (request.body ?? {}) as { email?: unknown };
      const recipient = typeof email === 'string' ? readAddress(email) : null;
      await limits.admit('grievance', request, reply, recipient ?? undefined);
      const fields = readGrievance(request.body);
      if (fields === null) return {};
      await receive(fields, settings.days);
      return {};
    },
  );
}

export interface GrievanceDeskOptions {
  grievances: GrievanceStore;
  planMails: PlanGrievanceMails;
  ledger: Pick<MailLedger, 'findStates'>;
  noteReading: NoteReading;
  now?: () => Date;
}

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{40}$' }) });
type Params = Static<typeof Params>;
const RegisterQuery = Type.Object(
  { month: Type.Optional(Type.String({ pattern: '^2\\d{3}-(0[1-9]|1[0-2])$' })) },
  { additionalProperties: false },
);

const presentRow = (grievance: StoredGrievance): GrievanceRow => ({
  id: grievance._id,
  number: numberText(grievance.number),
  rev: grievance.rev,
  name: grievance.name,
  email: grievance.email,
  category: grievance.category,
  link: grievance.link,
  state: grievance.state,
  assignee: grievance.assignee ?? null,
  received_at: grievance.receivedAt.toISOString(),
  due_at: grievance.dueAt.toISOString(),
  outcome: grievance.decision?.outcome ?? null,
  decided_at: grievance.decision?.at.toISOString() ?? null,
});

/** Grievances at the desk `people`. Every write and every reading is in the audit log. */
export async function grievanceDeskRoutes(
  app: FastifyInstance,
  { grievances, planMails, ledger, noteReading, now = () => new Date() }: GrievanceDeskOptions,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  async function findGrievance(id: string): Promise<StoredGrievance> {
    const grievance = await grievances.find(id);
    if (grievance === null) throw notFound();
    return grievance;
  }

  /** Throws 409 for a grievance that has changed since the caller read it. */
  async function findUnchanged(id: string, rev: number): Promise<StoredGrievance> {
    const grievance = await findGrievance(id);
    if (grievance.rev !== rev)
      throw new WireError(409, 'ConflictError', 'The grievance has changed meanwhile. Please load it again.');
    return grievance;
  }

  async function present(grievance: StoredGrievance): Promise<Grievance> {
    const { decision } = grievance;
    const received = mailId(receivedEventId(grievance), acknowledgement(grievance));
    const decided = mailId(decidedEventId(grievance), decisionMail(grievance));
    const states = await ledger.findStates([received, decided]);
    return {
      ...presentRow(grievance),
      text: grievance.text,
      acknowledgement: shownMailState(states.get(received)),
      decision:
        decision === undefined
          ? null
          : {
              outcome: decision.outcome,
              reason: decision.reason,
              measure: decision.measure,
              post_id: decision.postId,
              at: decision.at.toISOString(),
              by: decision.by,
              mail: shownMailState(states.get(decided)),
            },
    };
  }

  app.get<{ Querystring: GrievanceQuery }>(
    '/api/grievances',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Grievances, those that are due first', 'listGrievances'),
        querystring: GrievanceQuery,
        response: { 200: GrievancePage },
      },
    },
    async (request) => {
      const { page, pageSize } = readPaging(request.query);
      const me = request.principal?.userId ?? 0;
      const { rows, total } = await grievances.list(request.query, me, page, pageSize);
      if (rows.length > 0) await noteRead(noteReading, request, { type: 'grievance' });
      return pageOf({ page, pageSize }, rows.map(presentRow), total);
    },
  );

  app.get(
    '/api/grievances/register',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Numbers of grievances by month, without spam', 'readGrievanceRegister'),
        response: { 200: GrievanceRegister },
      },
    },
    async () => ({ data: registerOf(await grievances.listForRegister(), now()) }),
  );

  app.get<{ Querystring: Static<typeof RegisterQuery> }>(
    '/api/grievances/register.csv',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('The register as a file, without anything personal', 'exportGrievances'),
        description: 'Of one month those that it received or disposed of; all without a month.',
        querystring: RegisterQuery,
        produces: ['text/csv'],
      },
    },
    async ({ query: { month } }, reply) => {
      const all = await grievances.listForRegister();
      const name = month === undefined ? 'grievances' : `grievances-${month}`;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .send(Readable.from(streamCsv(REGISTER_COLUMNS, month === undefined ? all : entriesOf(all, month))));
    },
  );

  app.get<{ Params: Params }>(
    '/api/grievances/:id',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('A grievance with its decision', 'readGrievance'),
        params: Params,
        response: { 200: GrievanceResponse },
      },
    },
    async (request) => {
      const grievance = await findGrievance(request.params.id);
      const label = numberText(grievance.number);
      await noteRead(noteReading, request, { type: 'grievance', id: grievance._id, label });
      return { data: await present(grievance) };
    },
  );

  app.put<{ Params: Params; Body: Static<typeof GrievanceChangeBody> }>(
    '/api/grievances/:id',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Changes the assignee of a grievance, or marks it as spam', 'changeGrievance'),
        params: Params,
        body: GrievanceChangeBody,
        response: { 200: GrievanceResponse },
      },
    },
    async (request) => {
      const { rev, ...change } = request.body.data;
      const grievance = await findUnchanged(request.params.id, rev);
      return { data: await present(await grievances.change(grievance, change, actorOf(request))) };
    },
  );

  app.post<{ Params: Params; Body: DecisionBody }>(
    '/api/grievances/:id/decision',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Decides on a grievance', 'decideGrievance'),
        description: 'The decision is mailed to the complainant with its reason, and is final.',
        params: Params,
        body: DecisionBody,
        response: { 201: GrievanceResponse },
      },
    },
    async (request, reply) => {
      const { rev, outcome, reason, measure, post_id: postId = null } = request.body.data;
      const grievance = await findUnchanged(request.params.id, rev);
      const decision = { outcome, reason: reason.trim(), measure, postId };
      const decided = await grievances.decide(grievance, decision, actorOf(request));
      await planMails(decided);
      return reply.code(201).send({ data: await present(decided) });
    },
  );
}
