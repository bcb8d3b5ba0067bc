import { describe, expect, it } from 'vitest';
import { inMemoryUsers } from '../users/in-memory-user-repository.ts';
import { aUser } from '../users/user-builder.ts';
import { createUserEvents } from '../users/user-events.ts';
import { createBlockAccount } from './block-account.ts';

const EDITOR = { id: 7, email: 'editor@demo.example', role: 10, tokenVersion: 4 };

function anAccount(blocked: boolean) {
  const users = inMemoryUsers([aUser({ ...EDITOR, blocked })]);
  return { users, block: createBlockAccount({ users, userEvents: createUserEvents('accounts.users') }) };
}

describe('createBlockAccount', () => {
  it('blocks an account of staff, revokes its tokens and publishes the change', async () => {
    const { users, block } = anAccount(false);
    expect(await block({ email: ' Editor@demo.example', blocked: true })).toEqual({
      id: 7,
      email: 'editor@demo.example',
      role: 10,
      outcome: 'blocked',
    });
    expect(users.all()).toMatchObject([{ blocked: true, tokenVersion: 5 }]);
    expect(users.events).toHaveLength(1);
  });

  it('unblocks it again, and changes nothing when it is as requested', async () => {
    const { users, block } = anAccount(true);
    expect(await block({ email: EDITOR.email, blocked: false })).toMatchObject({ outcome: 'unblocked' });
    expect(await block({ email: EDITOR.email, blocked: false })).toMatchObject({ outcome: 'unchanged' });
    expect(users.all()).toMatchObject([{ blocked: false }]);
    expect(users.events).toHaveLength(1);
  });

  it.each([
    ['nobody@demo.example', 404],
    ['no address', 400],
  ])('rejects %s', async (email, status) => {
    await expect(anAccount(false).block({ email, blocked: true })).rejects.toMatchObject({ status });
  });
});
