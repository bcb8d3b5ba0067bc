import { expect, it } from 'vitest';
import { createCopiedEvents } from './copied-events.ts';

it('erase a user before the copy changes, and repeat that when it failed', async () => {
  const calls: string[] = [];
  let isDown = true;
  const handle = createCopiedEvents({
    async eraseUser(id) {
      if (isDown) throw new Error('the database is unavailable');
      calls.push(`erased ${id}`);
    },
    copies: {
      async apply({ id }) {
        calls.push(`copied ${id}`);
        return 'applied';
      },
    },
  });
  const event = (id: string, type: string, data: object) =>
    handle(
      { id, type, v: 1, aggregateId: '7', occurredAt: '2026-11-20T10:00:00.000Z', data },
      { topic: 't', partition: 0, offset: '0' },
    );
  await expect(event('a', 'user.updated', { id: 7, erased: true })).rejects.toThrow('unavailable');
  isDown = false;
  expect(await event('a', 'user.updated', { id: 7, erased: true })).toBe('applied');
  await event('b', 'user.updated', { id: 8 });
  await event('c', 'settings.changed', { id: 7, erased: true });
  expect(calls).toEqual(['erased 7', 'copied a', 'copied b', 'copied c']);
});
