import type { Envelope } from '@vidhi/contracts/events.ts';

export const anEnvelope = (
  type: string,
  aggregateId: string,
  data: unknown,
  id = `${type}:${aggregateId}`,
): Envelope => ({
  id,
  type,
  v: 1,
  aggregateId,
  occurredAt: '2026-01-01T00:00:00.000Z',
  data,
});
