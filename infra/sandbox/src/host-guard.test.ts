import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardHost } from './host-guard.ts';

let app: FastifyInstance;
beforeEach(() => {
  app = fastify();
  guardHost(app, ['', 'sandbox']);
  app.get('/', async () => 'ok');
});
afterEach(async () => app.close());

const statusAs = async (host: string): Promise<boolean> =>
  (await app.inject({ url: '/', headers: { host } })).statusCode === 200;

describe('the sandboxes', () => {
  it.each(['127.0.0.1:8025', 'localhost', '[::1]:80', 'sandbox:8080', 'sandbox'])(
    'answer as %s',
    async (host) => {
      expect(await statusAs(host)).toBe(true);
    },
  );

  it.each(['attacker.example', 'sandbox.attacker.example', 'localhost.attacker.example:80', ':8080'])(
    'do not answer as "%s"',
    async (host) => {
      expect(await statusAs(host)).toBe(false);
    },
  );
});
