import { expect, it } from 'vitest';
import { createAuditEvents } from './audit-events.ts';

it('are added to the log under the id of the event, with its trace', async () => {
  const received: unknown[] = [];
  const handle = createAuditEvents(async (one) => void received.push(one));
  const data = { action: 'update', subject: { type: 'post', id: '3' } };
  const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
  const envelope = { id: 'e', type: 'audit.recorded', v: 1, aggregateId: '3', occurredAt: '', data };
  const meta = { topic: 'site.audit', partition: 0, offset: '0' };
  expect(await handle({ ...envelope, traceparent }, meta)).toBe('applied');
  expect(received).toEqual([{ eventId: 'e', fact: data, traceparent }]);
});
