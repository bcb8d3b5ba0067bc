import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, visitorCookie, type TestApp } from '../app-builder.ts';

let made: TestApp;
beforeEach(
  async () => void (made = await aNewsApp({ documents: { post: [aPost(1, { views_count: 41 })] } })),
);
afterEach(async () => made.app.close());

const view = async (headers: Record<string, string>) =>
  made.app.inject({ method: 'PUT', url: '/api/posts/1', headers, payload: { data: { views_count: 1 } } });
const countOf = () => made.live.model.get('post', 1)?.['views_count'];

describe('a view', () => {
  it.each([
    ['agents', (i: number) => ({ 'user-agent': `agent ${i}` })],
    [
      'cookies not issued by the site',
      (i: number) => ({ cookie: `vidhi_visitor=${String(i).padStart(22, '0')}`, 'user-agent': `${i}` }),
    ],
    [
      'addresses of one IPv6 network',
      (i: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${i}`, 'user-agent': `${i}` }),
    ],
  ])('adds at most five views a minute of a post for one client that forges %s', async (_name, headersOf) => {
    for (let i = 1; i <= 40; i += 1) expect((await view(headersOf(i))).statusCode).toBe(200);
    expect(countOf()).toBe(46);
  });

  it('is counted for each of sixty new visitors a minute behind one address, who send it again with their cookie', async () => {
    const repeated: boolean[] = [];
    for (let i = 1; i <= 70; i += 1) {
      const first = await view({ 'x-forwarded-for': '203.0.113.9', 'user-agent': 'one phone of many' });
      const cookie = String(first.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
      repeated.push(first.headers['x-view-repeat'] === 'true');
      // A client that repeats it although it was counted adds nothing.
      for (let turn = 0; turn < 2; turn += 1)
        if (cookie !== '') await view({ 'x-forwarded-for': '203.0.113.9', cookie });
    }
    expect(countOf()).toBe(41 + 60);
    expect(repeated.indexOf(true)).toBe(5);
    expect(repeated.lastIndexOf(true)).toBe(59);
  });

  it('is counted for each of many visitors with cookies behind one address', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    await Promise.all(letters.map((letter) => view({ cookie: visitorCookie(letter) })));
    expect(countOf()).toBe(41 + letters.length);
  });

  it('of any post adds at most 1,200 a minute for one address, whatever cookies it sends', async () => {
    for (let i = 1; i <= 1_220; i += 1)
      await view({ cookie: visitorCookie(`n${i}`), 'x-forwarded-for': '203.0.113.9' });
    await view({ cookie: visitorCookie('other'), 'x-forwarded-for': '203.0.113.10' });
    expect(countOf()).toBe(41 + 1_200 + 1);
  });
});
