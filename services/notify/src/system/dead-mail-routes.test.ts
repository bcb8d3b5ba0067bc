import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authPlugin } from '@vidhi/service-kit/auth.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { NewAct } from '../subscribers/subscriber-acts.ts';
import { deadMailRoutes } from './dead-mail-routes.ts';

let app: FastifyInstance;
let steps: string[];
let acts: NewAct[];

beforeEach(async () => {
  steps = [];
  acts = [];
  app = await createServiceApp({ name: 'notify', logLevel: false, metrics: createMetrics('notify') });
  await app.register(authPlugin, {
    verifyToken: async () => ({ userId: 11, role: 11, tokenVersion: 0 }),
    isCurrent: () => true,
  });
  await app.register(deadMailRoutes, {
    acts: {
      async record(act) {
        steps.push('record');
        acts.push(act);
        return { _id: 'a', kind: act.kind, at: new Date(), by: act.actor.id } as never;
      },
    },
    ledger: {
      findDead: async () => [
        {
          id: 'm1',
          template: 'order-confirmed',
          role: 'buyer',
          lastFailure: 'smtp-550',
          diedAt: new Date(0),
        },
      ],
      async requeueDead(ids = []) {
        steps.push(`requeue ${ids.join()}`);
        return 1;
      },
      stats: async () => ({
        states: { QUEUED: 0, SENDING: 0, SENT: 0, CANCELLED: 0, DEAD: 1_204 },
        oldestQueuedSeconds: 0,
      }),
    },
    enqueue: async (ids) => void steps.push(`enqueue ${ids.join()}`),
  });
});
afterEach(() => app.close());

const headers = { authorization: 'Bearer a' };

describe('the mails that were given up', () => {
  it('are listed without addresses, and counted', async () => {
    const response = await app.inject({ url: '/api/system/notify/dead-mails', headers });
    expect(response.json()).toEqual({
      data: [
        {
          id: 'm1',
          template: 'order-confirmed',
          role: 'buyer',
          failure: 'smtp-550',
          died_at: '1970-01-01T00:00:00.000Z',
        },
      ],
      meta: { total: 1_204 },
    });
  });

  it('are sent again after that was recorded', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/system/notify/dead-mails/resend',
      headers,
      payload: { ids: ['m1'] },
    });
    expect(response.json()).toEqual({ data: { resent: 1 } });
    expect(steps).toEqual(['record', 'requeue m1', 'enqueue m1']);
    expect(acts).toMatchObject([{ kind: 'resend', count: 1, actor: { id: 11 } }]);
  });

  it.each([{ ids: [] }, {}, { ids: 'm1' }, { ids: ['m1'], all: true }])('rejects %j', async (payload) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/system/notify/dead-mails/resend',
      headers,
      payload,
    });
    expect([response.statusCode, steps]).toEqual([400, []]);
  });
});
