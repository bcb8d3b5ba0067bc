import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { buildApp } from './app.ts';

let app: FastifyInstance;
beforeEach(async () => {
  app = await buildApp({ logLevel: false, metrics: createMetrics('notify') });
});
afterEach(async () => app.close());

describe('notify', () => {
  it('is alive, ready and measured', async () => {
    for (const url of ['/livez', '/readyz']) expect((await app.inject(url)).statusCode).toBe(200);
    expect((await app.inject('/metrics')).body).toContain('service="notify"');
  });

  it('pretends nothing: its future addresses answer 404 in the envelope', async () => {
    const answer = await app.inject('/api/coming-soon-users');
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } },
    ]);
  });

  it('describes no path', async () => {
    const document = (await app.inject('/internal/openapi.json')).json();
    expect([document.openapi, document.paths]).toEqual(['3.1.0', {}]);
  });
});
