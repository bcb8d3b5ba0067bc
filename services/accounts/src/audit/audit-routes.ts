import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { pageOf, pageSchema } from '@vidhi/contracts/paging.ts';
import { streamCsv } from '@vidhi/contracts/csv.ts';
import { AuditEntry } from '@vidhi/contracts/audit.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { forbidden, validationError } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import { AUDIT_COLUMNS, type AuditLine } from './audit-csv.ts';
import type { RecordFact } from './audit-log.ts';
import { createChainCheck, type AuditBreak, type AuditRecord } from './audit-record.ts';
import type { AuditFilter, AuditRepository } from './audit-repository.ts';
import { desksOfType } from './resource-desks.ts';

export interface AuditRoutesOptions {
  audit: AuditRepository;
  recordFact: RecordFact;
  users: Pick<UserRepository, 'findById'>;
  now?: () => Date;
}

const MAX_PAGE_SIZE = 100;
const BATCH_SIZE = 500;

const Filters = {
  actor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$' })),
  action: Type.Optional(Type.String({ pattern: '^[a-z_]{1,40}$' })),
  service: Type.Optional(Type.String({ pattern: '^[a-z-]{1,40}$' })),
  /** `post:41`, or `post` for all of a type. */
  resource: Type.Optional(Type.String({ pattern: '^[a-z-]{1,60}(:[^:\\s]{1,100})?$' })),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'A day of India, or a time' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'The last day, or a time' })),
};
const FilterQuery = Type.Object(Filters, { additionalProperties: false });
const ListQuery = Type.Object(
  {
    ...Filters,
    page: Type.String({ default: '1', pattern: '^[1-9]\\d{0,6}$' }),
    pageSize: Type.String({ default: '50', pattern: '^[1-9]\\d{0,2}$' }),
  },
  { additionalProperties: false },
);
type ListQuery = Static<typeof ListQuery>;

const Listed = pageSchema(AuditEntry);
const Verified = Type.Object({
  data: Type.Object({
    ok: Type.Boolean(),
    entries: Type.Integer(),
    hash: Type.String(),
    problem: Type.Union([Type.Object({ seq: Type.Integer(), reason: Type.String() }), Type.Null()]),
  }),
});
const errors = { 400: ErrorResponse, 401: ErrorResponse, 403: ErrorResponse };
const documented = (summary: string, operationId: string) => ({
  tags: ['audit'],
  security: [{ bearer: [] }],
  summary,
  operationId,
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** Reads a time, or the beginning of a day in India. */
function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(DAY.test(text) ? `${text}T00:00:00+05:30` : text);
  if (Number.isNaN(time.getTime())) throw validationError(`${name} must be a day or a time`);
  return time;
}

function readFilter({ actor, action, service, resource, from, to }: Static<typeof FilterQuery>): AuditFilter {
  const [type, ...rest] = resource?.split(':') ?? [];
  const start = readTime('from', from);
  const end = readTime('to', to);
  const isDay = to !== undefined && DAY.test(to);
  return {
    ...(actor === undefined ? {} : { actorId: Number(actor) }),
    ...(action === undefined ? {} : { action }),
    ...(service === undefined ? {} : { service }),
    ...(type === undefined ? {} : { type }),
    ...(rest.length === 0 ? {} : { id: rest.join(':') }),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { until: isDay ? new Date(end.getTime() + DAY_MS) : end }),
  };
}

const nameOf = (user: { first_name: string | null; last_name: string | null } | null): string | null =>
  [user?.first_name, user?.last_name].filter((part) => typeof part === 'string').join(' ') || null;

/** Administrators read the whole log; staff what was done to one record that their desk edits. */
function requireReader({ principal }: FastifyRequest, { type, id }: AuditFilter): void {
  if (principal?.role === ROLE.administrator) return;
  const isOwn = type !== undefined && id !== undefined && hasDesk(principal, ...desksOfType(type));
  if (!isOwn) throw forbidden();
}

/** `GET /api/audit`, its export as CSV, and the check of its chain. No route changes the log. */
export async function auditRoutes(app: FastifyInstance, options: AuditRoutesOptions): Promise<void> {
  const { audit, recordFact, users, now = () => new Date() } = options;
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  /** Returns a function that finds the name of an account, each once. */
  function createNames(): (id: number | null) => Promise<string | null> {
    const names = new Map<number, Promise<string | null>>();
    return (id) => {
      if (id === null) return Promise.resolve(null);
      const known = names.get(id) ?? users.findById(id).then(nameOf);
      names.set(id, known);
      return known;
    };
  }

  async function present(record: AuditRecord, name: ReturnType<typeof createNames>) {
    const { eventId, seq, at, actor, action, service, type, id, label, changes, hash } = record;
    return {
      id: eventId,
      seq,
      at,
      actor: { ...actor, name: await name(actor.id) },
      action,
      service,
      resource: { type, id, label },
      changes,
      reason: record.reason ?? null,
      trace: record.traceparent ?? null,
      hash,
    };
  }

  app.get<{ Querystring: ListQuery }>(
    '/api/audit',
    {
      config: { strictAuth: true },
      schema: {
        ...documented('Who changed what, from the newest on', 'listAudit'),
        description:
          'For administrators; with `resource=TYPE:ID` also for staff whose desk edits that record. Personal data is named, without values.',
        querystring: ListQuery,
        response: { 200: Listed, ...errors },
      },
    },
    async (request) => {
      const filter = readFilter(request.query);
      requireReader(request, filter);
      const page = Number(request.query.page);
      const pageSize = Math.min(MAX_PAGE_SIZE, Number(request.query.pageSize));
      const total = await audit.count(filter);
      const records = await audit.list(filter, { skip: (page - 1) * pageSize, limit: pageSize });
      const names = createNames();
      const rows = await Promise.all(records.map((record) => present(record, names)));
      return pageOf({ page, pageSize }, rows, total);
    },
  );

  app.get<{ Querystring: Static<typeof FilterQuery> }>(
    '/api/audit/export.csv',
    {
      config: { strictAuth: true },
      onRequest: requireRole(ROLE.administrator),
      schema: {
        ...documented('The same as CSV, from the oldest on; the export is in the log, too', 'exportAudit'),
        produces: ['text/csv'],
        querystring: FilterQuery,
      },
    },
    async (request, reply) => {
      const filter = readFilter(request.query);
      const rows = await audit.count(filter);
      await recordFact({
        eventId: `audit:accounts:audit:export:${randomUUID()}`,
        fact: {
          at: now().toISOString(),
          actor: actorOf(request),
          action: 'export',
          service: 'accounts',
          type: 'audit',
          id: 'log',
          label: null,
          changes: [{ path: 'rows', to: rows }],
        },
      });
      async function* lines(): AsyncGenerator<AuditLine> {
        const names = createNames();
        for (let seq = 0, batch = await audit.after(filter, seq, BATCH_SIZE); batch.length > 0;) {
          for (const record of batch) yield { record, actorName: await names(record.actor.id) };
          seq = batch.at(-1)?.seq ?? seq;
          batch = await audit.after(filter, seq, BATCH_SIZE);
        }
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit.csv"')
        .send(Readable.from(streamCsv(AUDIT_COLUMNS, lines())));
    },
  );

  app.get(
    '/api/audit/verification',
    {
      config: { strictAuth: true },
      onRequest: requireRole(ROLE.administrator),
      schema: {
        ...documented(
          'Whether an entry of the log was changed or removed since it was written',
          'verifyAudit',
        ),
        description: 'Note `hash` elsewhere: a log that was written anew has another one.',
        response: { 200: Verified, ...errors },
      },
    },
    async () => {
      const { add } = createChainCheck();
      let problem: AuditBreak | null = null;
      let entries = 0;
      const head = await audit.head();
      if (head.records.length > 0) await audit.insert(head.records);
      let hash = '';
      for (let seq = 0, batch = await audit.after({}, seq, BATCH_SIZE); batch.length > 0;) {
        for (const record of batch) {
          problem ??= add(record);
          entries += 1;
          hash = record.hash;
        }
        seq = batch.at(-1)?.seq ?? seq;
        batch = await audit.after({}, seq, BATCH_SIZE);
      }
      // Entries may have been added since the head was read; removed ones at the end would leave the log behind it.
      const last = entries === 0 ? 0 : ((await audit.list({}, { skip: 0, limit: 1 }))[0]?.seq ?? 0);
      if (problem === null && last < head.seq) problem = { seq: last + 1, reason: 'missing' };
      return { data: { ok: problem === null, entries, hash, problem } };
    },
  );
}
