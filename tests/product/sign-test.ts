/** Result of a sign test on pairs of times. */
export interface Signs {
  /** Share of pairs in which the first took longer. */
  longer: number;
  /** Distance from 0.5 in standard deviations. */
  z: number;
  /** Two-sided p value. */
  p: number;
}

/** Complementary error function, to seven digits (Abramowitz and Stegun 7.1.26, with its relative form). */
function erfc(x: number): number {
  const t = 1 / (1 + x / 2);
  const inner =
    -1.26551223 +
    t *
      (1.00002368 +
        t *
          (0.37409196 +
            t *
              (0.09678418 +
                t *
                  (-0.18628806 +
                    t *
                      (0.27886807 +
                        t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))));
  return t * Math.exp(-x * x + inner);
}

/**
 * Sign test: whether one of two is slower, by which took longer in each pair. Other load affects both
 * equally, and a long pause counts no more than a short one.
 */
export function signTest(pairs: readonly (readonly [number, number])[]): Signs {
  const unequal = pairs.filter(([first, second]) => first !== second);
  const count = unequal.length;
  if (count === 0) return { longer: 0.5, z: 0, p: 1 };
  const longer = unequal.filter(([first, second]) => first > second).length;
  const z = (longer - count / 2) / (Math.sqrt(count) / 2);
  return { longer: longer / count, z, p: erfc(Math.abs(z) / Math.SQRT2) };
}

/** Significant only if two independent comparisons are, in the same direction. */
export const areDistinguishable = ([one, other]: readonly [Signs, Signs], mostP: number): boolean =>
  one.p < mostP && other.p < mostP && Math.sign(one.z) === Math.sign(other.z);
