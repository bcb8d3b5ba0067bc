import { afterEach, describe, expect, it, vi } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { parseLetterRecord, parseRetryRecord, toDeadLetter } from '@vidhi/messaging/dead-letter.ts';
import { anAccountsApp, NOW, type TestApp } from '../app-builder.ts';
import { aUser } from '../users/user-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const OWNER = aUser({ id: 11, role: ROLE.administrator, email: 'o@x.in', username: 'o', first_name: 'Asha' });
const EVENT = JSON.stringify({ type: 'user.updated', data: { first_name: 'Quillfeather' } });
const at = new Date('2026-11-20T10:00:00.000Z');

/** The record of the dead-letter topic for an event that a group could not apply. */
function aFailure(replay?: { letterId: string; number: number }, offset = '7', value = EVENT) {
  const { key, headers } = toDeadLetter({
    topic: 'accounts.users',
    groupId: 'news-copies',
    partition: 0,
    offset,
    key: Buffer.from('4'),
    value: Buffer.from(value),
    reason: 'no such field',
    errorName: 'TypeError',
    attempts: 6,
    firstAt: at,
    lastAt: at,
    replay,
  });
  const record = parseLetterRecord(
    Buffer.from(String(key)),
    Buffer.from(value),
    headers as Record<string, string>,
  );
  if (record === null) throw new Error('the record is not read');
  return record;
}

let isBrokerDown = false;
let time = NOW;

async function aSite(): Promise<void> {
  isBrokerDown = false;
  time = NOW;
  made = await anAccountsApp({
    users: [OWNER, aUser({ id: 4, email: 'asha@example.com' })],
    isBrokerDown: () => isBrokerDown,
    clock: () => time,
  });
}

async function call(method: 'GET' | 'POST', path = '', payload?: object) {
  const token = await made.keyRing.issue({ userId: 11, role: ROLE.administrator, tokenVersion: 0 });
  return made.app.inject({
    method,
    url: `/api/system/dead-letters${path}`,
    headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
    ...(payload === undefined ? {} : { payload }),
  });
}

const listed = async () => {
  const { data } = (await call('GET')).json() as { data: { id: string; state: string; replays: number }[] };
  return data.map(({ id, state, replays }) => ({ id, state, replays }));
};
const actions = async () =>
  (await made.audit.after({}, 0, 100))
    .filter(({ type }) => type === 'dead-letter')
    .map(({ action, reason }) => (reason === undefined ? action : `${action}: ${reason}`));

describe('/api/system/dead-letters', () => {
  it('lists each event that could not be applied once, without its content', async () => {
    await aSite();
    const record = aFailure();
    await made.deadLetters.receive(record);
    await made.deadLetters.receive(aFailure());
    const response = await call('GET');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).not.toContain('Quillfeather');
    expect(response.json()).toEqual({
      data: [
        {
          id: record.letterId,
          group: 'news-copies',
          topic: 'accounts.users',
          partition: 0,
          offset: '7',
          event: 'user.updated',
          error: 'TypeError',
          message: 'no such field',
          attempts: 6,
          first_failed_at: at.toISOString(),
          last_failed_at: at.toISOString(),
          state: 'waiting',
          replays: 0,
        },
      ],
      meta: { total: 1 },
    });
    expect(await actions()).toEqual([]);
  });

  it('tells records apart that have one place in a topic that was created anew', async () => {
    await aSite();
    await made.deadLetters.receive(aFailure());
    await made.deadLetters.receive(aFailure(undefined, '7', '{"type":"user.registered"}'));
    await made.deadLetters.receive(aFailure(undefined, '8', 'nonsense'));
    expect(await listed()).toHaveLength(3);
  });

  it('records who reads the content', async () => {
    await aSite();
    const { letterId } = aFailure();
    await made.deadLetters.receive(aFailure());
    for (const _ of [1, 2])
      expect((await call('GET', `/${letterId}`)).json()).toEqual({
        data: { id: letterId, key: '4', content: EVENT, is_cut: false },
      });
    expect(await actions()).toEqual(['view', 'view']);
    expect((await call('GET', `/${'0'.repeat(32)}`)).statusCode).toBe(404);
    expect((await call('GET', '/..%2f..')).statusCode).toBe(400);
  });

  it('sends an event to the group that failed, once for a click that is repeated', async () => {
    await aSite();
    const { letterId } = aFailure();
    await made.deadLetters.receive(aFailure());
    const ids = [letterId, letterId, '0'.repeat(32)];
    const responses = await Promise.all([1, 2, 3].map(() => call('POST', '/replay', { ids })));
    const replayed = responses.map(
      (response) => response.json<{ data: { replayed: number } }>().data.replayed,
    );
    expect(replayed.toSorted()).toEqual([0, 0, 1]);
    expect(made.sent).toHaveLength(1);
    const [{ topic, value, headers = {} } = { topic: '', value: null }] = made.sent;
    expect([topic, String(value)]).toEqual(['news-copies.retry', EVENT]);
    expect(parseRetryRecord(headers as Record<string, string>)).toEqual({
      origin: { topic: 'accounts.users', groupId: 'news-copies', partition: 0, offset: '7' },
      replay: { letterId, number: 1 },
    });
    expect(await listed()).toEqual([{ id: letterId, state: 'replaying', replays: 1 }]);
    expect(await actions()).toEqual(['replay']);
  });

  it('lists an event again that failed again, and forgets one that was applied', async () => {
    await aSite();
    const { letterId } = aFailure();
    await made.deadLetters.receive(aFailure());
    await call('POST', '/replay', { ids: [letterId] });
    await made.deadLetters.receive(aFailure({ letterId, number: 1 }));
    expect(await listed()).toEqual([{ id: letterId, state: 'waiting', replays: 1 }]);
    await call('POST', '/replay', { ids: [letterId] });
    // Of the first replay, which was sent twice.
    await made.deadLetters.receive({ kind: 'applied', letterId, replay: 1 });
    expect(await listed()).toEqual([{ id: letterId, state: 'replaying', replays: 2 }]);
    await made.deadLetters.receive({ kind: 'applied', letterId, replay: 2 });
    // Consumers may send the first failure again.
    await made.deadLetters.receive(aFailure());
    expect(await listed()).toEqual([]);
    expect(await made.letterStore.find(letterId)).toMatchObject({
      state: 'applied',
      content: null,
      key: null,
    });
  });

  it('sends a replay later that a broken connection or a crash left unsent, and again without outcome', async () => {
    await aSite();
    const { letterId } = aFailure();
    await made.deadLetters.receive(aFailure());
    isBrokerDown = true;
    expect((await call('POST', '/replay', { ids: [letterId] })).json()).toEqual({ data: { replayed: 1 } });
    await made.deadLetters.sweep();
    expect(made.sent).toEqual([]);
    isBrokerDown = false;
    await made.deadLetters.sweep();
    await made.deadLetters.sweep();
    expect(made.sent).toHaveLength(1);
    time = new Date(NOW.getTime() + 2 * 3_600_000);
    await made.deadLetters.sweep();
    expect(made.sent).toHaveLength(2);
    await made.deadLetters.receive({ kind: 'applied', letterId, replay: 1 });
    time = new Date(NOW.getTime() + 4 * 3_600_000);
    await made.deadLetters.sweep();
    expect(made.sent).toHaveLength(2);
  });

  it('gives an event up with a reason, and deletes its content', async () => {
    await aSite();
    const { letterId } = aFailure();
    await made.deadLetters.receive(aFailure());
    const drop = (reason: string) => call('POST', `/${letterId}/drop`, { reason });
    for (const reason of ['', '     ', 'x'.repeat(501)]) expect((await drop(reason)).statusCode).toBe(400);
    for (const _ of [1, 2]) expect((await drop('Of a test')).statusCode).toBe(204);
    expect(await listed()).toEqual([]);
    expect(await made.letterStore.find(letterId)).toMatchObject({
      state: 'dropped',
      content: null,
      key: null,
    });
    expect(await actions()).toEqual(['drop: Of a test']);
    expect((await call('POST', '/replay', { ids: [letterId] })).json()).toEqual({ data: { replayed: 0 } });
  });

  it('does not give up what is on its way', async () => {
    await aSite();
    const { letterId } = aFailure();
    await made.deadLetters.receive(aFailure());
    await call('POST', '/replay', { ids: [letterId] });
    expect((await call('POST', `/${letterId}/drop`, { reason: 'Of a test' })).statusCode).toBe(400);
    expect(await listed()).toEqual([{ id: letterId, state: 'replaying', replays: 1 }]);
  });

  it('says so where somebody replays or drops an event while it is given up', async () => {
    await aSite();
    const { letterId } = aFailure();
    await made.deadLetters.receive(aFailure());
    const { letterStore } = made;
    const drop = () => call('POST', `/${letterId}/drop`, { reason: 'Of a test' });
    const dropping = vi.spyOn(letterStore, 'drop').mockImplementationOnce(async (id, droppedAt) => {
      await letterStore.beginReplay(id, 1, droppedAt);
      return letterStore.drop(id, droppedAt);
    });
    const late = await drop();
    expect([late.statusCode, late.body]).toEqual([400, expect.stringContaining('on its way to its service')]);
    expect(await listed()).toEqual([{ id: letterId, state: 'replaying', replays: 1 }]);
    await made.deadLetters.receive(aFailure({ letterId, number: 1 }));
    dropping.mockImplementationOnce(async (id, droppedAt) => {
      await letterStore.drop(id, droppedAt);
      return letterStore.drop(id, droppedAt);
    });
    expect((await drop()).statusCode).toBe(204);
    expect(await listed()).toEqual([]);
  });

  it.each([
    {},
    { ids: [] },
    { ids: ['../x'] },
    { ids: [{ $ne: null }] },
    { ids: Array(201).fill('0'.repeat(32)) },
  ])('rejects a replay of %j', async (body) => {
    await aSite();
    expect((await call('POST', '/replay', body)).statusCode).toBe(400);
  });

  it('removes events about an account that is erased, and what is old', async () => {
    await aSite();
    await made.deadLetters.receive(aFailure());
    const token = await made.keyRing.issue({ userId: 11, role: ROLE.administrator, tokenVersion: 0 });
    const erased = await made.app.inject({
      method: 'POST',
      url: '/api/customers/4/erasure',
      headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
      payload: { confirmation: 'asha@example.com', reason: 'On request' },
    });
    expect(erased.statusCode).toBe(204);
    expect(await listed()).toEqual([]);
    await made.deadLetters.receive(aFailure(undefined, '9'));
    time = new Date(at.getTime() + 91 * 86_400_000);
    await made.deadLetters.removeOld();
    expect(await listed()).toEqual([]);
  });
});
