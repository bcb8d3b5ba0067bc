import { expect, it } from 'vitest';
import { hashToken } from '@vidhi/service-kit/link-tokens.ts';
import { createMailTokens } from './mail-tokens.ts';

const [FORMER, NEXT] = ['f'.repeat(32), 'n'.repeat(32)];
const REQUEST = 'abcdefghijklmnopqrstuvwxyz';
const hashBy = (secret: string): string => hashToken(createMailTokens(secret).tokenOf(REQUEST));

it('finds the token of a request that waits, by the secret with which it was made', () => {
  const tokens = createMailTokens(NEXT, FORMER);
  expect(tokens.findToken(REQUEST, hashBy(FORMER))).toBe(createMailTokens(FORMER).tokenOf(REQUEST));
  expect(tokens.findToken(REQUEST, hashBy(NEXT))).toBe(tokens.tokenOf(REQUEST));
});

it('derives new tokens from the current secret, and finds none by a secret that is gone', () => {
  expect(createMailTokens(NEXT, FORMER).tokenOf(REQUEST)).toBe(createMailTokens(NEXT).tokenOf(REQUEST));
  expect(createMailTokens(NEXT).findToken(REQUEST, hashBy(FORMER))).toBeNull();
});
