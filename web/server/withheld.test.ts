import { describe, expect, it } from 'vitest';
import { aPost, FakeFailure } from '../src/testing/fake-api.ts';
import { built, fakeApiClient, requestPage } from './page-request-builder.ts';

const posts = [1, 2].map((id) => aPost(id));
const ORDER = { order_number: 'W.P.(C) 1204/2026', court: 'High Court of Delhi', ordered_on: '2026-11-20' };

/** Requests a page of a site on which the order withholds `/…/withheld`. */
function request(path: string, details: object = ORDER) {
  const others = fakeApiClient({ posts });
  const api: typeof others = {
    ...others,
    get: async (requested) => {
      if (requested.startsWith('/slugs/withheld')) throw Object.assign(new FakeFailure(451), { details });
      return others.get(requested);
    },
  };
  return requestPage(path, { posts }, { api });
}

describe('an article that a court has ordered to be removed', () => {
  it.each(['/withheld', '/gst/withheld', '/gst/withheld?utm=1'])(
    'is 451 at %s, with number, court and date of the order, cached nowhere',
    async (path) => {
      const { statusCode, headers, body } = await request(path);
      expect([statusCode, headers['cache-control']]).toEqual([451, 'no-store']);
      for (const text of ['W.P.(C) 1204/2026', 'High Court of Delhi', '20 Nov 2026', 'content="noindex"'])
        expect(body).toContain(text);
      expect(body).not.toContain('<script');
      expect(body).toContain(built.entries.reading.styles[0]?.css);
    },
  );

  it('shows the words of the order as text', async () => {
    const { body } = await request('/withheld', { ...ORDER, court: '<img src=x onerror=alert(1)>' });
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(body).not.toContain('<img');
  });

  it('is a failure where the response names no order', async () => {
    expect((await request('/withheld', {})).statusCode).toBe(503);
  });

  it('leaves other articles alone', async () => {
    expect((await request('/gst/report-1')).statusCode).toBe(200);
  });
});
