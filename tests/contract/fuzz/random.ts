/** A seeded random source. */
export interface Random {
  /** In [0, limit). */
  int(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  pickFrom<T>(items: readonly T[]): T | undefined;
  /** Picks by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T | undefined;
}

/** mulberry32: small, fast and good enough to choose test inputs. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (limit: number): number => Math.floor(next() * limit);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(items.length)] ?? items[0],
    pickFrom: (items) => items[int(items.length)],
    weighted: (choices) => {
      const total = choices.reduce((sum, [weight]) => sum + weight, 0);
      let left = next() * total;
      return choices.find(([weight]) => (left -= weight) < 0)?.[1];
    },
  };
}
