import { beforeAll } from 'vitest';
import { EDITOR_DESKS, type Desk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { CALLER_IDS, type Caller } from '@vidhi/testing/authorization-matrix.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { anAccountsApp } from './app-builder.ts';
import { OTHER_ID, ROWS } from './authorization-matrix-builder.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { aUser } from './users/user-builder.ts';

const hasher = createPasswordHasher();
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hasher.hash('secret1');
});

const account = (id: number, role: number) =>
  aUser({ id, role, email: `user${id}@example.com`, username: `user${id}`, passwordHash, tokenVersion: 1 });
const users = () => [...[4, 5, 6, 7, 10, 11].map((id) => account(id, id)), account(OTHER_ID, 4)];

async function anApp() {
  const made = await anAccountsApp({ users: users(), hasher });
  const tokenOf = async (caller: Caller): Promise<string | null> => {
    const userId = CALLER_IDS[caller];
    const principal = { userId, role: userId, tokenVersion: 1, desks: EDITOR_DESKS };
    if (caller === 'anonymous') return null;
    if (caller === 'forged') return `${(await made.keyRing.issue(principal)).slice(0, -6)}AAAAAA`;
    if (caller === 'expired') return made.issueExpired(principal);
    const isRevoked = caller.startsWith('revoked');
    return made.keyRing.issue(isRevoked ? { ...principal, tokenVersion: 0 } : principal);
  };
  return {
    app: made.app,
    headersOf: async (caller: Caller) => {
      const token = await tokenOf(caller);
      return token === null ? {} : { authorization: `Bearer ${token}` };
    },
    headersOfDesks: async (desks: readonly Desk[]) => {
      const editor = { userId: CALLER_IDS.editor, role: ROLE.editor, tokenVersion: 1, desks };
      return { authorization: `Bearer ${await made.keyRing.issue(editor)}` };
    },
  };
}

describeMatrix('accounts', ROWS, anApp);
