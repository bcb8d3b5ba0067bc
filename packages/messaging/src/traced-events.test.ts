import { Type } from 'typebox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventDeclaration } from '@vidhi/contracts/events.ts';
import {
  recordSpans,
  traceparentOfSpan,
  type RecordedSpans,
} from '@vidhi/service-kit/tracing/recorder-builder.ts';
import { activeTraceparent } from '@vidhi/service-kit/tracing/spans.ts';
import { createApplier } from './apply-record.ts';
import { silentLogger } from './kafka.ts';
import type { Leased, OutboxEntry, OutboxPort } from './outbox.ts';
import { toRecord, type OutgoingRecord, type Producer } from './producer.ts';
import { startRelay } from './relay.ts';

const REQUEST = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const THING_CHANGED: EventDeclaration = { type: 'thing.changed', v: 1, data: Type.Object({}) };

let spans: RecordedSpans;
beforeEach(() => void (spans = recordSpans()));
afterEach(() => spans.stop());

const anEntry = (over: Partial<OutboxEntry>): OutboxEntry => ({
  id: 'thing.changed:1:1',
  topic: 'things',
  key: '1',
  type: THING_CHANGED.type,
  v: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: {},
  ...over,
});

/** Resolves with the record that a relay sends for an outbox with this entry. */
async function published(entry: OutboxEntry): Promise<OutgoingRecord> {
  const claim: Leased = { id: '1', rev: 1, entries: [entry] };
  const outbox: OutboxPort = {
    claim: async () => [claim],
    findDue: async () => [],
    clear: async () => {},
    postpone: async () => {},
    oldest: async () => null,
  };
  const sent: OutgoingRecord[] = [];
  const producer = {
    publishAll: async (records: Parameters<Producer['publishAll']>[0]) =>
      void sent.push(...records.map(({ topic, envelope }) => toRecord(topic, envelope))),
  };
  const relay = startRelay({ outbox, producer, log: silentLogger, sweepMs: 3_600_000 });
  relay.notify('1');
  await vi.waitUntil(() => sent.length > 0);
  await relay.close();
  const [record] = sent;
  if (record === undefined) throw new Error('nothing was sent');
  return record;
}

it('links the publication to the request, and continues the trace of the request in the consumer', async () => {
  const record = await published(anEntry({ traceparent: REQUEST }));
  const publication = spans.find('publish things');
  expect(publication?.parentSpanContext).toBeUndefined();
  expect(publication?.links.map(({ context }) => context.spanId)).toEqual(['b7ad6b7169203331']);

  let inHandler: string | undefined;
  const applier = createApplier({
    groupId: 'readers',
    events: new Map([[THING_CHANGED.type, THING_CHANGED]]),
    handle: async () => ((inHandler = activeTraceparent()), 'applied'),
    deadLetters: { send: async () => {} },
  });
  await applier.apply({
    topic: 'things',
    partition: 0,
    offset: '0',
    key: Buffer.from('1'),
    value: Buffer.from(String(record.value)),
    traceparent: String(record.headers?.['traceparent']),
  });
  const processing = spans.find('process things');
  expect(processing?.parentSpanContext).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
  });
  expect(processing?.links.map(({ context }) => context.spanId)).toEqual([publication?.spanContext().spanId]);
  expect(inHandler).toBe(processing && traceparentOfSpan(processing));
});

it('records nothing for events of no traced request', async () => {
  const { headers } = await published(anEntry({}));
  expect([headers, spans.all()]).toEqual([undefined, []]);
});
