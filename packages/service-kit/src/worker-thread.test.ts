import { expect, it } from 'vitest';
import { createWorkerThread } from './worker-thread.ts';

const scriptOf = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

it('rejects with the cause when the script cannot be loaded, also a second time', async () => {
  const thread = createWorkerThread<string, string>(scriptOf('throw new Error("no such library")'));
  for (const _attempt of [1, 2])
    await expect(thread.run('x')).rejects.toMatchObject({
      message: 'the thread ended',
      cause: { message: 'no such library' },
    });
});

it('rejects all pending calls when it is closed', async () => {
  const thread = createWorkerThread<string, string>(scriptOf('setInterval(() => undefined, 1_000)'));
  const calls = Promise.allSettled([thread.run('x'), thread.run('y')]);
  await thread.close();
  expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
