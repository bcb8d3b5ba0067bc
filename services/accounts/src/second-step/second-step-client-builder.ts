import { ROLE } from '@vidhi/contracts/roles.ts';
import { NOW, anAccountsApp, type TestApp } from '../app-builder.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';
import type { User } from '../users/user.ts';
import { codeAt } from './totp.ts';

export const PASSWORD = 'correct horse';
export const EDITOR = aUser({
  id: 10,
  role: ROLE.editor,
  email: 'meena@example.com',
  username: 'meena',
  passwordHash: PASSWORD,
});
export const ADMINISTRATOR = aUser({
  id: 11,
  role: ROLE.administrator,
  email: 'owner@example.com',
  username: 'owner',
  passwordHash: PASSWORD,
});
export const CUSTOMER = aUser({ id: 4, email: 'c@example.com', username: 'c', passwordHash: PASSWORD });
export const PAGE = { 'sec-fetch-site': 'same-origin', 'x-keep-session': '1' };

const hasher: PasswordHasher = {
  hash: async (password) => password,
  verify: async (password, stored) => password === stored,
  isOutdated: () => false,
};

interface CallOptions {
  jwt?: string;
  headers?: Record<string, string>;
  ip?: string;
}

/** Creates a client of accounts with an editor, an administrator and a customer, and a clock. */
export function aSecondStepClient() {
  let made: TestApp | null = null;
  let at = NOW;
  const app = (): TestApp => {
    if (made === null) throw new Error('not started');
    return made;
  };

  async function start(options: { users?: User[]; secondStepRoles?: number[] } = {}): Promise<void> {
    at = NOW;
    made = await anAccountsApp({
      users: [EDITOR, ADMINISTRATOR, CUSTOMER],
      hasher,
      clock: () => at,
      ...options,
    });
  }

  const laterBy = (seconds: number): void => void (at = new Date(at.getTime() + seconds * 1_000));

  const post = (
    url: string,
    payload: object,
    { jwt, headers = PAGE, ip = '203.0.113.7' }: CallOptions = {},
  ) =>
    app().app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: ip,
      headers: { ...headers, ...(jwt === undefined ? {} : { authorization: `Bearer ${jwt}` }) },
    });

  const logIn = (user: User, options: CallOptions = {}) =>
    post('/api/auth/local', { identifier: user.email, password: PASSWORD }, options);

  async function tokenOf(user: User): Promise<string> {
    const current = (await app().users.findById(user.id)) ?? user;
    return app().keyRing.issue({ userId: user.id, role: user.role, tokenVersion: current.tokenVersion });
  }

  /** Turns the second step on; resolves with the secret, the recovery codes and the new token. */
  async function activate(user: User) {
    const enrolled = await post(
      '/api/auth/second-step/enrolment',
      { currentPassword: PASSWORD },
      { jwt: await tokenOf(user) },
    );
    const { enrolment, secret, uri } = enrolled.json<{ enrolment: string; secret: string; uri: string }>();
    const activated = await post('/api/auth/second-step/activation', { enrolment, code: codeAt(secret, at) });
    const { jwt, recovery_codes: codes } = activated.json<{ jwt: string; recovery_codes: string[] }>();
    return { enrolment, secret, uri, jwt, codes, status: activated.statusCode };
  }

  return {
    start,
    laterBy,
    post,
    logIn,
    tokenOf,
    activate,
    get made() {
      return app();
    },
    get at() {
      return at;
    },
  };
}

type Response = Awaited<ReturnType<ReturnType<typeof aSecondStepClient>['post']>>;

export const challengeOf = (response: Response): string =>
  response.json<{ error: { details: { second_step: string } } }>().error.details.second_step;
export const cookiesOf = (response: Response): string[] => [response.headers['set-cookie'] ?? []].flat();
