import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { expect, it } from 'vitest';
import type { PasswordAlgorithms } from './password-algorithms.ts';

/** Tests that hold wherever the hashes are computed. */
export function testPasswordAlgorithms(algorithms: () => PasswordAlgorithms): void {
  it('hashes with the configured parameters and a random salt', async () => {
    const [first, second] = await Promise.all([algorithms().hash('secret1'), algorithms().hash('secret1')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=16384,t=3,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('distinguishes the right password from a wrong one', async () => {
    const stored = await algorithms().hash('पासवर्ड 🔑');
    expect(await algorithms().verify('पासवर्ड 🔑', stored)).toBe(true);
    expect(await algorithms().verify('पासवर्ड', stored)).toBe(false);
    expect(await algorithms().verify('', stored)).toBe(false);
  });

  it.each([
    ['composed and decomposed letters', 'Pass\u00e9word', 'Passe\u0301word'],
    ['a letter with nukta and its code point', '\u0958\u092e\u0932 12345', '\u0915\u093c\u092e\u0932 12345'],
    ['a no-break space and a space', 'my\u00a0secret', 'my secret'],
    ['an ideographic space and a space', 'my\u3000secret', 'my secret'],
  ])('takes %s for the same (RFC 8265)', async (_difference, one, other) => {
    expect(await algorithms().verify(other, await algorithms().hash(one))).toBe(true);
    expect(await algorithms().verify(one, await algorithms().hash(other))).toBe(true);
  });

  it.each([
    ['case', 'Secret one', 'secret one'],
    ['a compatible letter of another width', '\uff41bcdef', 'abcdef'],
    ['a space at the end', 'secret1 ', 'secret1'],
  ])('distinguishes %s', async (_difference, one, other) => {
    expect(await algorithms().verify(other, await algorithms().hash(one))).toBe(false);
  });

  it.each([
    ['composed', 'Pass\u00e9word'],
    ['decomposed', 'Passe\u0301word'],
    ['with a no-break space', 'Passe\u0301\u00a0word'],
  ])('verifies a hash of the text as it was typed, %s', async (_form, typed) => {
    const stored = await hashBcrypt(typed, { cost: 4, version: '2a' });
    expect(await algorithms().verify(typed, stored)).toBe(true);
    expect(await algorithms().verify(typed.normalize('NFC'), stored)).toBe(true);
    expect(await algorithms().verify(typed.normalize('NFD'), stored)).toBe(true);
    expect(await algorithms().verify('Password', stored)).toBe(false);
  });

  it('sees differences beyond the 72nd byte', async () => {
    const long = 'x'.repeat(100);
    const stored = await algorithms().hash(`${long}a`);
    expect(await algorithms().verify(`${long}b`, stored)).toBe(false);
  });

  it('verifies a hash from an archive', async () => {
    const stored = await hashBcrypt('secret1', { cost: 4, version: '2a' });
    expect(await algorithms().verify('secret1', stored)).toBe(true);
    expect(await algorithms().verify('secret2', stored)).toBe(false);
  });

  it.each([
    ['none at all', null],
    ['an empty one', ''],
    ['the password itself', 'secret1'],
    ['a bcrypt hash that would cost minutes', `$2a$31$${'a'.repeat(53)}`],
    ['a hash of another kind', '$argon2d$v=19$m=47104,t=1,p=1$c2FsdHNhbHQ$aGFzaA'],
  ])('rejects any password when the stored hash is %s', async (_kind, stored) => {
    expect(await algorithms().verify('secret1', stored)).toBe(false);
  });
}
