import { describe, expect, it } from 'vitest';
import { anAccountsApp } from './app-builder.ts';

describe('a process without keys yet', () => {
  it('responds 503 with Retry-After everywhere, the key set included, while /livez responds', async () => {
    const { app: ready } = await anAccountsApp({ isReady: () => false });
    for (const [method, url] of [
      ['POST', '/api/auth/local'],
      ['POST', '/api/auth/refresh'],
      ['GET', '/.well-known/jwks.json'],
      ['GET', '/api/users/me'],
    ] as const) {
      const response = await ready.inject({ method, url, ...(method === 'POST' ? { payload: {} } : {}) });
      expect([url, response.statusCode, response.headers['retry-after']]).toEqual([url, 503, '1']);
    }
    expect((await ready.inject('/livez')).statusCode).toBe(200);
    await ready.close();
  });
});
