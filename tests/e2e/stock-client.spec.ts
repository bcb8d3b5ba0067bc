import sdk, { type StrapiError } from 'strapi-sdk-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { baseUrl } from './browser.ts';

// The client library for Strapi 4 as the registry has it, without changes, against the running product.

const inbox = process.env['E2E_MAIL_INBOX'] ?? '';
const email = `stock.${Date.now().toString(36)}@client.example`;
const credentials = { identifier: email, password: 'a-long-first-one' };

// Its declarations describe the CommonJS build; the default import of the ES module is the class.
const Strapi = sdk as unknown as typeof sdk.default;
const connect = () => new Strapi({ url: baseUrl() });

/** Status and name of the error that a call of the library rejects with. */
const errorOf = (call: Promise<unknown>): Promise<{ status?: number; name?: string }> =>
  call.then(
    () => ({}),
    ({ error }: StrapiError) => ({ status: error.status, name: error.name }),
  );

async function resetCode(): Promise<string> {
  const find = async (): Promise<string> => {
    const response = await fetch(`${inbox}/messages?to=${encodeURIComponent(email)}`);
    const mails = (await response.json()) as { text: string }[];
    const links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
    return (
      links.map((link) => new URL(link).searchParams.get('code') ?? '').find((code) => code !== '') ?? ''
    );
  };
  await expect.poll(find).not.toBe('');
  return find();
}

describe('strapi-sdk-js', () => {
  const client = connect();
  let registered: object;
  beforeAll(async () => {
    registered = (await client.register({ username: email, email, password: credentials.password })).user;
  });

  it('registers', () => {
    expect(registered).toMatchObject({ username: email, email, confirmed: false, blocked: false });
  });

  it('logs in and reads its user and role', async () => {
    const { user, jwt } = await client.login(credentials);
    expect(client.getToken()).toBe(jwt);
    expect(await client.fetchUser()).toEqual(user);
    expect(await client.find('users/me', { populate: 'role' })).toMatchObject({
      id: user['id'],
      role: { id: 4, type: 'customer' },
    });
  });

  it('reads lists with filters, sort, fields and relations, with and without a token', async () => {
    const params = {
      filters: { title: { $notNull: true } },
      sort: 'id:desc',
      fields: ['title'],
      populate: { categories: { fields: ['name'] } },
      pagination: { page: 1, pageSize: 2 },
    };
    const found = await client.find<{ id: number; attributes: Record<string, unknown> }[]>('posts', params);
    expect(found.meta).toMatchObject({ pagination: { page: 1, pageSize: 2 } });
    expect(found.data).toHaveLength(2);
    for (const { attributes } of found.data) expect(Object.keys(attributes)).toEqual(['title', 'categories']);
    expect(await connect().find('posts', params)).toEqual(found);
  });

  it.each([
    ['create a post', () => client.create('posts', { title: 'Mine' })],
    ['change a post', () => client.update('posts', 1, { title: 'Mine' })],
    ['delete a post', () => client.delete('posts', 1)],
    ['create a profile as a customer', () => client.create('lawyers', { Name: 'Mine' })],
    ['list the users', () => client.find('users')],
    ['read another user', () => client.findOne('users', 1)],
    ['change another user', () => client.update('users', 1, { first_name: 'Mine' })],
  ])('must not %s', async (_what, call) => {
    await client.login(credentials);
    expect(await errorOf(call())).toEqual({ status: 403, name: 'ForbiddenError' });
  });

  it('gets the errors of the reference', async () => {
    expect(await errorOf(connect().login({ ...credentials, password: 'a-wrong-one' }))).toEqual({
      status: 400,
      name: 'ValidationError',
    });
    expect(await errorOf(connect().find('unknown-type'))).toEqual({ status: 404, name: 'NotFoundError' });
  });

  it('resets its password with the code of the mail', async () => {
    await client.forgotPassword({ email });
    const password = 'a-long-second-one';
    await client.resetPassword({ code: await resetCode(), password, passwordConfirmation: password });
    const { user } = await connect().login({ identifier: email, password });
    // The mail reached its owner, so the address is confirmed.
    expect(user).toMatchObject({ email, confirmed: true });
    expect(await errorOf(connect().login(credentials))).toMatchObject({ status: 400 });
  });
});
