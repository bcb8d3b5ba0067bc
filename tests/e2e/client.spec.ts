import { createVidhi, type StoredSession } from '@vidhi/client';
import { describe, expect, it } from 'vitest';
import { baseUrl } from './browser.ts';

// The typed client of the API, against the running product.

const credentials = {
  identifier: process.env['E2E_VISITOR_EMAIL'] ?? '',
  password: process.env['E2E_VISITOR_PASSWORD'] ?? '',
};

interface Json<Body> {
  responses: { 200: { content: { 'application/json': Body } } };
}
interface Paths {
  '/api/users/me': { get: Json<{ email: string }> };
  '/api/posts': {
    get: Json<{ data: { attributes: Record<string, unknown> }[] }> & {
      parameters: { query?: Record<string, unknown> };
    };
  };
}

const me = async (client: ReturnType<typeof createVidhi<Paths>>): Promise<string | number> => {
  const { data, response } = await client.api.GET('/api/users/me');
  return data?.email ?? response.status;
};

describe('@vidhi/client', () => {
  it('reads lists with filters and fields as a visitor', async () => {
    const { api } = createVidhi<Paths>({ baseUrl: baseUrl() });
    const query = { filters: { title: { $notNull: true } }, fields: ['title'], 'pagination[pageSize]': 2 };
    const { data } = await api.GET('/api/posts', { params: { query } });
    expect(data?.data.map(({ attributes }) => Object.keys(attributes))).toEqual([['title'], ['title']]);
  });

  it('logs in, renews its token, continues in another process, and logs out', async () => {
    let now = Date.now();
    let saved: StoredSession | null = null;
    const options = {
      baseUrl: baseUrl(),
      clock: () => now,
      onSession: (session: StoredSession | null) => {
        saved = session;
      },
    };
    const client = createVidhi<Paths>(options);
    expect(await me(client)).toBe(403);
    expect(await client.logIn(credentials)).toMatchObject({ email: credentials.identifier });
    const first: StoredSession | null = saved;
    expect(await me(client)).toBe(credentials.identifier);
    now += 600_000;
    expect(await me(client)).toBe(credentials.identifier);
    const second = saved as StoredSession | null;
    if (second === null) throw new Error('the session is not saved');
    expect(second).not.toEqual(first);

    const next = createVidhi<Paths>({ ...options, session: second });
    expect(await me(next)).toBe(credentials.identifier);
    await next.logOut();
    expect(saved).toBeNull();
    expect(await me(next)).toBe(403);
  });

  it('rejects a wrong password with the error of the site', async () => {
    const { logIn } = createVidhi<Paths>({ baseUrl: baseUrl() });
    await expect(logIn({ ...credentials, password: 'not the right one' })).rejects.toMatchObject({
      status: 400,
      name: 'ValidationError',
      message: 'Invalid identifier or password',
    });
  });
});
