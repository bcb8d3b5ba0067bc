import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommentMentioned } from '@vidhi/contracts/events.ts';
import { startNotify } from './running-notify-builder.ts';

let notify: Awaited<ReturnType<typeof startNotify>>;
beforeAll(async () => {
  notify = await startNotify('mention-mails');
});
afterAll(() => notify.close());

const publish = (userId: number) =>
  notify.publish('newsMentions', {
    id: `${CommentMentioned.type}:c1:${userId}`,
    type: CommentMentioned.type,
    v: CommentMentioned.v,
    aggregateId: 'c1',
    occurredAt: new Date().toISOString(),
    data: { commentId: 'c1', postId: 41, byId: 5, userId },
  });

it('mails a mention once, with a link to the article, and nobody who is not of the newsroom', async () => {
  const { documents } = notify.accounts;
  documents.set('/internal/newsroom/5/contact', { address: 'arvind@example.in', name: 'Arvind Nair' });
  documents.set('/internal/newsroom/6/contact', { address: 'meena@example.in', name: 'Meena Rao' });
  for (const userId of [6, 7, 6]) await publish(userId);
  await expect.poll(() => notify.mails.countDocuments({ state: { $in: ['SENT', 'CANCELLED'] } })).toBe(2);
  expect(await notify.mails.countDocuments({ state: 'SENT' })).toBe(1);
  const [mail, ...more] = await notify.inbox.mails('meena@example.in');
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Arvind Nair mentioned you in a comment');
  expect(mail?.text).toContain('https://vidhi.example/console/posts/41');
});
