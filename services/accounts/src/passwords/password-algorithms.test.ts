import { hash as hashArgon2 } from '@node-rs/argon2';
import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { describe, expect, it } from 'vitest';
import { testPasswordAlgorithms } from './password-algorithms-contract.ts';
import { isImportableHash, isOutdatedHash, passwordAlgorithms } from './password-algorithms.ts';

describe('passwordAlgorithms', () => {
  testPasswordAlgorithms(() => passwordAlgorithms);

  it('reports a hash from an archive as outdated', async () => {
    const stored = await hashBcrypt('secret1', { cost: 4, version: '2a' });
    expect(isImportableHash(stored)).toBe(true);
    expect(isOutdatedHash(stored)).toBe(true);
  });

  it.each([
    [null],
    [''],
    ['secret1'],
    [`$2a$31$${'a'.repeat(53)}`],
    ['$argon2d$v=19$m=47104,t=1,p=1$c2FsdHNhbHQ$aGFzaA'],
  ])('accepts no %s from an archive', (stored) => expect(isImportableHash(stored)).toBe(false));

  it('reports a weaker argon2id hash as outdated, and its own not', async () => {
    expect(isOutdatedHash(await hashArgon2('x', { memoryCost: 19_456, timeCost: 2 }))).toBe(true);
    expect(isOutdatedHash(await passwordAlgorithms.hash('x'))).toBe(false);
  });
});
