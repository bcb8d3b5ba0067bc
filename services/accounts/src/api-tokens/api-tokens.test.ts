import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditFact } from '@vidhi/contracts/audit.ts';
import { isApiToken } from '@vidhi/contracts/api-tokens.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { aUser } from '../users/user-builder.ts';
import type { User } from '../users/user.ts';
import { inMemoryApiTokens, type ApiTokenRepository } from './api-token-repository.ts';
import { createApiTokens, type ApiTokens } from './api-tokens.ts';

const ACTOR = { id: 11, role: ROLE.administrator, via: 'console' } as const;
const VALUES = { name: 'Stock sync', scopes: ['stock:read' as const], expires_in_days: 30 };
const DAY_MS = 86_400_000;

let owner: User | null;
let at: number;
let facts: AuditFact[];
let tokens: ApiTokenRepository;
let api: ApiTokens;

beforeEach(() => {
  owner = aUser({ id: 11, role: ROLE.administrator, tokenVersion: 3 });
  at = Date.parse('2026-11-28T06:30:00.000Z');
  facts = [];
  tokens = inMemoryApiTokens();
  api = createApiTokens({
    tokens,
    users: { findById: async (id) => (id === owner?.id ? owner : null) },
    recordFact: async ({ fact }) => void facts.push(fact),
    now: () => new Date(at),
  });
});

describe('a token', () => {
  it('is known by its hash alone', async () => {
    const { token, stored } = await api.create(VALUES, ACTOR);
    expect(isApiToken(token)).toBe(true);
    const { hash, ...others } = stored;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    // The hint has 4 of its 43 random characters.
    expect(JSON.stringify(others)).not.toContain(token.slice(0, 11));
  });

  it('stands for its scopes and the present token version of who created it', async () => {
    const { token, stored } = await api.create(VALUES, ACTOR);
    expect(await api.verify(token)).toEqual({
      id: stored._id,
      name: 'Stock sync',
      scopes: ['stock:read'],
      userId: 11,
      tokenVersion: 3,
    });
  });

  it('is recorded before it exists, and before it ends, by name', async () => {
    const order: string[] = [];
    const recording = createApiTokens({
      tokens: {
        ...tokens,
        insert: async (one) => {
          order.push('insert');
          await tokens.insert(one);
        },
        remove: async (id) => {
          order.push('remove');
          await tokens.remove(id);
        },
      },
      users: { findById: async () => owner },
      recordFact: async ({ fact }) => void order.push(`${fact.action} ${String(fact.label)}`),
    });
    const { stored } = await recording.create(VALUES, ACTOR);
    await recording.revoke(stored._id, ACTOR);
    expect(order).toEqual(['create Stock sync', 'insert', 'revoke Stock sync', 'remove']);
  });

  it('has its last use to the minute', async () => {
    const { token, stored } = await api.create(VALUES, ACTOR);
    const lastUse = async () => (await tokens.find(stored._id))?.lastUsedAt?.getTime();
    const first = at;
    await api.verify(token);
    at += 59_000;
    await api.verify(token);
    expect(await lastUse()).toBe(first);
    at += 1_000;
    await api.verify(token);
    expect(await lastUse()).toBe(at);
  });
});

describe('an attacker gets nothing', () => {
  it('with a revoked token', async () => {
    const { token, stored } = await api.create(VALUES, ACTOR);
    await api.revoke(stored._id, ACTOR);
    expect(await api.verify(token)).toBeNull();
    await expect(api.revoke(stored._id, ACTOR)).rejects.toMatchObject({ status: 404 });
  });

  it('with a token that has expired', async () => {
    const { token } = await api.create(VALUES, ACTOR);
    at += 30 * DAY_MS - 1;
    expect(await api.verify(token)).not.toBeNull();
    at += 1;
    expect(await api.verify(token)).toBeNull();
  });

  it.each([
    ['blocked', { blocked: true }],
    ['an editor now', { role: ROLE.editor }],
    ['a customer now', { role: ROLE.customer }],
  ])('with the token of somebody who is %s', async (_what, changed) => {
    const { token } = await api.create(VALUES, ACTOR);
    owner = { ...aUser({ id: 11, role: ROLE.administrator }), ...changed };
    expect(await api.verify(token)).toBeNull();
  });

  it('with the token of an account that was erased', async () => {
    const { token } = await api.create(VALUES, ACTOR);
    owner = null;
    expect(await api.verify(token)).toBeNull();
  });

  it('with a part of a token, its hash, its hint or another spelling, and no look-up tells how much is right', async () => {
    const { token, stored } = await api.create(VALUES, ACTOR);
    const lookUps: string[] = [];
    const counting = createApiTokens({
      tokens: {
        ...tokens,
        findByHash: (hash) => {
          lookUps.push(hash);
          return tokens.findByHash(hash);
        },
      },
      users: { findById: async () => owner },
      recordFact: async () => undefined,
    });
    const lastChanged = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    const guesses = [
      lastChanged,
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      ` ${token}`,
      stored.hash,
      stored.hint,
      stored._id,
      `vidhi_${'A'.repeat(43)}`,
      '',
    ];
    for (const guess of guesses) expect(await counting.verify(guess)).toBeNull();
    // Whole tokens alone are looked up, and by a hash that shares nothing with that of a token which is almost right.
    expect(lookUps.length).toBeLessThan(guesses.length);
    expect(lookUps.filter((hash) => hash.slice(0, 8) === stored.hash.slice(0, 8))).toEqual([]);
  });
});
