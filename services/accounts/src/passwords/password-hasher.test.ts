import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { hash as hashArgon2 } from '@node-rs/argon2';
import { beforeAll, describe, expect, it } from 'vitest';
import { generatePassword } from './generated-password.ts';
import { createPasswordHasher, isImportableHash, type PasswordHasher } from './password-hasher.ts';

let hasher: PasswordHasher;
beforeAll(async () => {
  hasher = await createPasswordHasher(4);
});

describe('createPasswordHasher', () => {
  it('hashes with the configured parameters and a random salt', async () => {
    const [first, second] = await Promise.all([hasher.hash('secret1'), hasher.hash('secret1')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('distinguishes the right password from a wrong one', async () => {
    const stored = await hasher.hash('पासवर्ड 🔑');
    expect(await hasher.verify('पासवर्ड 🔑', stored)).toBe(true);
    expect(await hasher.verify('पासवर्ड', stored)).toBe(false);
    expect(await hasher.verify('', stored)).toBe(false);
  });

  it('sees differences beyond the 72nd byte', async () => {
    const long = 'x'.repeat(100);
    const stored = await hasher.hash(`${long}a`);
    expect(await hasher.verify(`${long}b`, stored)).toBe(false);
  });

  it('accepts a hash from an archive and reports it as outdated', async () => {
    const stored = await hashBcrypt('secret1', { cost: 4, version: '2a' });
    expect(isImportableHash(stored)).toBe(true);
    expect(await hasher.verify('secret1', stored)).toBe(true);
    expect(await hasher.verify('secret2', stored)).toBe(false);
    expect(hasher.isOutdated(stored)).toBe(true);
  });

  it('reports a weaker argon2id hash as outdated, and its own not', async () => {
    expect(hasher.isOutdated(await hashArgon2('x', { memoryCost: 19_456, timeCost: 2 }))).toBe(true);
    expect(hasher.isOutdated(await hasher.hash('x'))).toBe(false);
  });

  it.each([
    ['none at all', null],
    ['an empty one', ''],
    ['the password itself', 'secret1'],
    ['a bcrypt hash that would cost minutes', `$2a$31$${'a'.repeat(53)}`],
    ['a hash of another kind', '$argon2d$v=19$m=47104,t=1,p=1$c2FsdHNhbHQ$aGFzaA'],
  ])('rejects any password when the stored hash is %s', async (_kind, stored) => {
    expect(await hasher.verify('secret1', stored)).toBe(false);
    expect(isImportableHash(stored)).toBe(false);
  });

  it('rejects with 503 when the queue is full', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hasher.hash('x')));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(6);
    expect(refused[0]).toMatchObject({ reason: { status: 503 } });
    expect(await hasher.hash('x')).toMatch(/^\$argon2id/);
  });
});

describe('generatePassword', () => {
  it('creates four readable groups, never the same', () => {
    const made = new Set(Array.from({ length: 200 }, generatePassword));
    expect(made.size).toBe(200);
    for (const password of made) expect(password).toMatch(/^([A-Za-z2-9]{5}-){3}[A-Za-z2-9]{5}$/);
  });
});
