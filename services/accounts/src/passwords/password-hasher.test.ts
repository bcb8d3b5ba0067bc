import { describe, expect, it } from 'vitest';
import { generatePassword } from './generated-password.ts';
import type { PasswordAlgorithms } from './password-algorithms.ts';
import { createPasswordHasher } from './password-hasher.ts';

/** Computations that end when the test says so. */
function heldAlgorithms() {
  const held: (() => void)[] = [];
  const algorithms: PasswordAlgorithms = {
    hash: (password) => new Promise((resolve) => held.push(() => resolve(`hash of ${password}`))),
    verify: async () => true,
  };
  return { algorithms, held };
}

const both = (ms: number) => ({ ordinary: ms, reserved: ms });

describe('createPasswordHasher', () => {
  it('rejects with 503 when the queue is full', async () => {
    const hasher = createPasswordHasher({ concurrency: 4, maxWaitMs: both(Infinity) });
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hasher.hash('x')));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(6);
    expect(refused[0]).toMatchObject({ reason: { status: 503 } });
    expect(await hasher.hash('x')).toMatch(/^\$argon2id/);
  });

  it('computes nothing, and rejects with 503, for a request that has waited too long', async () => {
    const { algorithms, held } = heldAlgorithms();
    const hasher = createPasswordHasher({ algorithms, concurrency: 1, maxWaitMs: both(-1) });
    const first = hasher.hash('a');
    await expect(first).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
    expect(held).toHaveLength(0);
    const patient = createPasswordHasher({ algorithms, concurrency: 1 });
    const hashed = patient.hash('b');
    held[0]?.();
    expect(await hashed).toBe('hash of b');
  });
});

it('the reserved lane may wait when the other may not any more', async () => {
  const { algorithms } = heldAlgorithms();
  const maxWaitMs = { ordinary: -1, reserved: Infinity };
  const hasher = createPasswordHasher({ algorithms, concurrency: 1, maxWaitMs });
  await expect(hasher.verify('a', null)).rejects.toMatchObject({ status: 503 });
  expect(await hasher.verify('a', null, 'reserved')).toBe(true);
});

describe('generatePassword', () => {
  it('creates four readable groups, never the same', () => {
    const made = new Set(Array.from({ length: 200 }, generatePassword));
    expect(made.size).toBe(200);
    for (const password of made) expect(password).toMatch(/^([A-Za-z2-9]{5}-){3}[A-Za-z2-9]{5}$/);
  });
});
