import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createFindProfileOf } from './find-profile-of.ts';

const TOKEN = 's'.repeat(32);

it('finds the title of a profile, and none of an account without one', async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const isOwner = request.url === '/internal/users/7/profile';
    response.end(
      JSON.stringify({ profile: isOwner ? { id: 3, Title: 'Adv. Asha Rao', Price: 1 } : null, pictures: [] }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const find = createFindProfileOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, TOKEN);
  expect(await find?.(7)).toEqual({ id: 3, title: 'Adv. Asha Rao' });
  expect(await find?.(8)).toBeNull();
  await new Promise((resolve) => server.close(resolve));
  await expect(find?.(7)).rejects.toMatchObject({ status: 503 });
});

it('does not exist on a site without a catalogue', () => {
  expect(createFindProfileOf(undefined, TOKEN)).toBeUndefined();
});
