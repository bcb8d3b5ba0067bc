import type * as os from 'node:os';
import { expect, it, vi } from 'vitest';

vi.mock('node:os', async (original) => ({
  ...(await original<typeof os>()),
  userInfo() {
    throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)');
  },
}));

it('reserves ports for a user without an entry in /etc/passwd, such as that of a container', async () => {
  const { anyFreePort } = await import('../src/ports.mjs');
  expect(await anyFreePort()).toBeGreaterThan(0);
});
