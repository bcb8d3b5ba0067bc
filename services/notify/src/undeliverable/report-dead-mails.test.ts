import { describe, expect, it } from 'vitest';
import type { DeadMail } from '../ledger/mail-ledger.ts';
import { createDeadMailReports, createDeadMailResolver } from './report-dead-mails.ts';

const aDeadMail = (id: string, diedAt: string, template = 'order-confirmed'): DeadMail => ({
  id,
  template,
  role: 'buyer',
  lastFailure: '550',
  diedAt: new Date(diedAt),
});

function reportsAt(now: string, dead: readonly DeadMail[]) {
  const events: string[] = [];
  const ledger = {
    findDead: async (_limit: number, period?: { from: Date; to: Date }) =>
      dead.filter(({ diedAt }) => period === undefined || (diedAt >= period.from && diedAt < period.to)),
    insert: async (eventId: string) => {
      if (events.includes(eventId)) return [];
      events.push(eventId);
      return [eventId];
    },
  };
  const enqueued: string[] = [];
  const reports = createDeadMailReports({
    ledger,
    enqueue: async (ids) => void enqueued.push(...ids),
    now: () => new Date(now),
  });
  return { reports, enqueued, resolve: createDeadMailResolver(ledger) };
}

describe('the report of dead mails', () => {
  const dead = [
    aDeadMail('a', '2026-03-01T10:01:00Z'),
    aDeadMail('b', '2026-03-01T10:09:59Z'),
    aDeadMail('c', '2026-03-01T10:21:00Z'),
    aDeadMail('d', '2026-02-27T10:21:00Z'),
    aDeadMail('e', '2026-03-01T09:11:00Z', 'dead-mails'),
  ];

  it('is one mail for each ten minutes that have passed, after any number of looks', async () => {
    const { reports, enqueued } = reportsAt('2026-03-01T10:25:00Z', dead);
    await reports.planMissing();
    await reports.planMissing();
    expect(enqueued).toEqual(['mails.dead:2026-03-01T10:00:00.000Z']);
  });

  it('lists the mails of its period, but no report', async () => {
    const { resolve } = reportsAt('2026-03-01T10:35:00Z', dead);
    expect(await resolve('2026-03-01T10:00:00.000Z')).toMatchObject({ to: null, values: { count: 2 } });
    expect(await resolve('2026-03-01T09:10:00.000Z')).toBeNull();
  });
});
