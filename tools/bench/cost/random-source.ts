/** Seeded random source, equal on every machine (mulberry32). */
export interface RandomSource {
  /** An integer in [0, sides). */
  roll(sides: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(share: number): boolean;
}

export function createRandomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (sides: number): number => Math.floor(next() * sides);
  return {
    roll,
    chance: (share) => next() < share,
    pick(items) {
      const item = items[roll(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
