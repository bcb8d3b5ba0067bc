import { Writable } from 'node:stream';
import fastify, { LogController } from 'fastify';
import { describe, expect, it } from 'vitest';
import { accessLogPlugin, isSampled } from './access-log.ts';

const IDS = Array.from({ length: 20_000 }, (_, n) => `0a1b2c3d4e5f-${n.toString(36).padStart(6, '0')}`);

/** Lines of the access log after these requests. */
async function linesOf(share: number, urls: readonly string[]): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ logger: { level: 'info', stream }, logController });
  await app.register(accessLogPlugin, { share });
  app.get('/api/users/:id', async () => ({}));
  for (const url of urls) await app.inject({ url, headers: { authorization: 'Bearer canary' } });
  await app.close();
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the sample of the access log', () => {
  it.each([0, 0.01, 0.25, 1])('contains about the share %d of the requests', (share) => {
    const sampled = IDS.filter((id) => isSampled(id, share)).length / IDS.length;
    expect(Math.abs(sampled - share)).toBeLessThanOrEqual(share === 0 || share === 1 ? 0 : 0.01);
  });

  it('contains the requests of a smaller share in that of a larger one', () => {
    const few = IDS.filter((id) => isSampled(id, 0.01));
    expect(few.length).toBeGreaterThan(0);
    expect(few.every((id) => isSampled(id, 0.5))).toBe(true);
  });
});

describe('the access log', () => {
  it('has method, route pattern, status and duration, and nothing that a client sent', async () => {
    const lines = await linesOf(1, ['/api/users/7?token=canary', '/canary']);
    expect(lines).toMatchObject([
      { method: 'GET', route: '/api/users/:id', status: 200, ms: expect.any(Number), msg: 'request' },
      { method: 'GET', route: 'unmatched', status: 404 },
    ]);
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  it('is empty with the share 0', async () => {
    expect(await linesOf(0, ['/api/users/7'])).toEqual([]);
  });
});
