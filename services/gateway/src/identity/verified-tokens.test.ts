import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

const EDITOR: Principal = { userId: 1, role: 10, tokenVersion: 1 };
const LIFE_SECONDS = 100;

const tokenWith = (claims: object): string =>
  `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
const aToken = (): string => tokenWith({ exp: Math.floor(Date.now() / 1000) + LIFE_SECONDS });

/** Creates a clock that the test advances. */
function aClock() {
  let time = 1;
  return { now: () => time, pass: (milliseconds: number) => (time += milliseconds) };
}

describe('a verified token', () => {
  it('is verified once and cached until it expires', async () => {
    const clock = aClock();
    const verifyToken = vi.fn(async () => EDITOR);
    const tokens = createVerifiedTokens({ verifyToken, now: clock.now });
    const token = aToken();
    expect(tokens.peek(token)).toBeUndefined();
    expect(await tokens.verify(token)).toEqual(EDITOR);
    expect(tokens.peek(token)).toEqual(EDITOR);
    clock.pass((LIFE_SECONDS + 1) * 1_000);
    expect(tokens.peek(token)).toBeUndefined();
    expect(verifyToken).toHaveBeenCalledOnce();
  });

  it('is verified once for concurrent requests', async () => {
    const verifyToken = vi.fn(async () => EDITOR);
    const tokens = createVerifiedTokens({ verifyToken });
    const token = aToken();
    await Promise.all([tokens.verify(token), tokens.verify(token), tokens.verify(token)]);
    expect(verifyToken).toHaveBeenCalledOnce();
  });

  it('is evicted above a fixed number of tokens', async () => {
    const tokens = createVerifiedTokens({ verifyToken: async () => EDITOR });
    const first = aToken();
    await tokens.verify(first);
    const exp = Math.floor(Date.now() / 1000) + LIFE_SECONDS;
    for (let index = 0; index < 5_000; index += 1) await tokens.verify(tokenWith({ exp, index }));
    expect(tokens.peek(first)).toBeUndefined();
  });
});

describe('a rejected token', () => {
  it('is checked again after a moment, as its key may be new', async () => {
    const clock = aClock();
    const tokens = createVerifiedTokens({ verifyToken: async () => null, now: clock.now });
    const token = aToken();
    expect(await tokens.verify(token)).toBeNull();
    expect(tokens.peek(token)).toBeNull();
    clock.pass(1_001);
    expect(tokens.peek(token)).toBeUndefined();
  });
});

describe('a key set that does not arrive', () => {
  afterEach(() => void vi.useRealTimers());

  it('delays only the first request, and is used when it arrives', async () => {
    const clock = aClock();
    const { promise, resolve } = Promise.withResolvers<Principal>();
    const tokens = createVerifiedTokens({ verifyToken: () => promise, now: clock.now, maxWaitMs: 500 });
    const token = aToken();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = tokens.verify(token);
    await vi.advanceTimersByTimeAsync(500);
    expect(await first).toBeNull();
    // No timer runs from here on: a request that waited would wait for ever.
    expect(await tokens.verify(token)).toBeNull();
    resolve(EDITOR);
    await vi.waitUntil(() => tokens.peek(token) !== undefined, 15_000);
    expect(tokens.peek(token)).toEqual(EDITOR);
  });
});
