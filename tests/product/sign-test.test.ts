import { describe, expect, it } from 'vitest';
import { areDistinguishable, signTest } from './sign-test.ts';

const pairs = (longer: number, shorter: number): [number, number][] => [
  ...Array.from({ length: longer }, (): [number, number] => [2, 1]),
  ...Array.from({ length: shorter }, (): [number, number] => [1, 9]),
];

describe('comparing times in pairs', () => {
  it('does not reject a fair coin, however large the differences are', () => {
    expect(signTest(pairs(50, 50))).toMatchObject({ longer: 0.5, z: 0 });
    expect(signTest(pairs(50, 50)).p).toBeCloseTo(1, 5);
    expect(signTest([])).toEqual({ longer: 0.5, z: 0, p: 1 });
  });

  it('computes the p value', () => {
    // 60 of 100 is two standard deviations: 4.55 %.
    expect(signTest(pairs(60, 40))).toMatchObject({ longer: 0.6, z: 2 });
    expect(signTest(pairs(60, 40)).p).toBeCloseTo(0.0455, 4);
    expect(signTest(pairs(200, 100)).p).toBeLessThan(1e-7);
  });

  it('leaves out pairs that are equal', () => {
    expect(signTest([...pairs(3, 1), [5, 5], [6, 6]]).longer).toBe(0.75);
  });

  it('requires two significant comparisons in the same direction', () => {
    const [slower, faster, same] = [
      signTest(pairs(90, 10)),
      signTest(pairs(10, 90)),
      signTest(pairs(51, 49)),
    ];
    expect(areDistinguishable([slower, slower], 0.001)).toBe(true);
    expect(areDistinguishable([slower, faster], 0.001)).toBe(false);
    expect(areDistinguishable([slower, same], 0.001)).toBe(false);
  });
});
