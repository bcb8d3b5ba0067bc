import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { pageOf, readPaging } from '@vidhi/contracts/paging.ts';
import { streamCsv } from '@vidhi/contracts/csv.ts';
import { attributeErrors, notFound } from '@vidhi/contracts/errors.ts';
import {
  AddSubscriberBody,
  SubscriberExportQuery,
  SubscriberImportBody,
  SubscriberImportResult,
  SubscriberOptions,
  SubscriberPage,
  SubscriberQuery,
} from '@vidhi/contracts/newsletter.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { isHead, sendHeadersOnly } from '@vidhi/service-kit/head-response.ts';
import { noteRead, type NoteReading } from '../staff/people-readings.ts';
import { atPeopleDesk, documentedForPeople } from '../staff/people-routes.ts';
import type { ConsentedCounts } from './consented-addresses.ts';
import type { SubscriberActs } from './subscriber-acts.ts';
import { subscriberColumns } from './subscriber-csv.ts';
import type { SubscriberList } from './subscriber-list.ts';
import type { SubscriberStore } from './subscriber-store.ts';
import { readAddress, subscriberId } from './subscriber.ts';
import type { Subscribe } from './subscribe.ts';

export interface SubscriberDeskOptions {
  list: SubscriberList;
  acts: SubscriberActs;
  subscribers: Pick<SubscriberStore, 'find' | 'erase' | 'addConsented' | 'countConsented'>;
  subscribe: Subscribe;
  /** Whether mails that come back are read from a mailbox. */
  readsBounces: boolean;
  noteReading: NoteReading;
}

/** A row of the largest import is an address, a comma and what a spreadsheet adds. */
const IMPORT_BYTES = 1_000_000;
const Params = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{40}$' }) });
const Nothing = Type.Object({});

/** Subscribers of the newsletter, for the desk `people`. Every write, every reading and every export is in the audit log. */
export async function subscriberDeskRoutes(
  app: FastifyInstance,
  { list, acts, subscribers, subscribe, readsBounces, noteReading }: SubscriberDeskOptions,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get<{ Querystring: SubscriberQuery }>(
    '/api/subscribers',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Subscribers of the newsletter', 'listSubscribers'),
        querystring: SubscriberQuery,
        response: { 200: SubscriberPage },
      },
    },
    async (request) => {
      const { query } = request;
      const paging = readPaging(query);
      const { rows, total } = await list.list(query, paging.page, paging.pageSize);
      if (rows.length > 0) await noteRead(noteReading, request, { type: 'subscriber' });
      return pageOf(paging, rows, total);
    },
  );

  app.get(
    '/api/subscribers/options',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('What the list of subscribers can say', 'readSubscriberOptions'),
        response: { 200: SubscriberOptions },
      },
    },
    async () => ({ data: { reads_bounces: readsBounces } }),
  );

  app.get<{ Querystring: SubscriberExportQuery }>(
    '/api/subscribers.csv',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Subscribers as a spreadsheet', 'exportSubscribers'),
        produces: ['text/csv'],
        querystring: SubscriberExportQuery,
        response: { 200: Type.Unknown({ description: 'CSV, one row for each subscriber' }) },
      },
    },
    async (request, reply) => {
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="subscribers.csv"');
      if (isHead(request)) return sendHeadersOnly(reply);
      const count = await list.count(request.query);
      await acts.record({ kind: 'export', count, actor: actorOf(request) });
      return reply.send(
        Readable.from(streamCsv(subscriberColumns(readsBounces), list.stream(request.query))),
      );
    },
  );

  app.post<{ Body: Static<typeof AddSubscriberBody> }>(
    '/api/subscribers',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Sends an address the mail by which it confirms', 'addSubscriber'),
        body: AddSubscriberBody,
        response: { 202: Nothing },
      },
    },
    async (request, reply) => {
      const address = readAddress(request.body.email);
      if (address === null)
        throw attributeErrors([{ path: ['email'], message: 'email must be a valid email' }]);
      await acts.record({ kind: 'add', subscriberId: subscriberId(address), actor: actorOf(request) });
      await subscribe(address, 'staff');
      return reply.code(202).send({});
    },
  );

  app.post<{ Params: Static<typeof Params> }>(
    '/api/subscribers/:id/unsubscribe',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Unsubscribes a reader and deletes the address', 'unsubscribeReader'),
        params: Params,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const { id } = request.params;
      if ((await subscribers.find(id)) === null) throw notFound();
      await acts.record({ kind: 'unsubscribe', subscriberId: id, actor: actorOf(request) });
      await subscribers.erase(id);
      return {};
    },
  );

  app.post<{ Body: SubscriberImportBody }>(
    '/api/subscribers/import',
    {
      ...atPeopleDesk,
      bodyLimit: IMPORT_BYTES,
      schema: {
        ...documentedForPeople('Adds addresses whose owners have agreed elsewhere', 'importSubscribers'),
        description:
          'The words of `consent` are stored as the proof of consent of each address. Who has unsubscribed here stays unsubscribed. `dry_run` changes nothing.',
        body: SubscriberImportBody,
        response: { 200: SubscriberImportResult },
      },
    },
    async (request) => {
      const { addresses, consent, dry_run: isDryRun = false } = request.body;
      const read = addresses.map((text, index) => ({ row: index + 1, text, address: readAddress(text) }));
      const found = read.flatMap(({ address }) => address ?? []);
      const unique = [...new Set(found)];

      async function addAll(): Promise<ConsentedCounts> {
        if (isDryRun || unique.length === 0) return subscribers.countConsented(unique);
        const { _id: id, at } = await acts.record({
          kind: 'import',
          consent: consent.trim(),
          count: unique.length,
          actor: actorOf(request),
        });
        return subscribers.addConsented(unique, { id, at });
      }
      const counts = await addAll();
      return {
        data: {
          ...counts,
          unchanged: counts.unchanged + found.length - unique.length,
          invalid: read.flatMap(({ row, text, address }) =>
            address === null ? [{ row, text: text.slice(0, 100) }] : [],
          ),
        },
      };
    },
  );
}
