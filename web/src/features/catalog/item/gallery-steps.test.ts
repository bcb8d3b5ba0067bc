import { describe, expect, it } from 'vitest';
import { stepOf } from './gallery-steps.ts';

describe('a key in the gallery', () => {
  it('goes to the next and the one before, round at both ends', () => {
    expect(stepOf('ArrowRight', 0, 3)).toBe(1);
    expect(stepOf('ArrowRight', 2, 3)).toBe(0);
    expect(stepOf('ArrowLeft', 0, 3)).toBe(2);
    expect(stepOf('ArrowLeft', 2, 3)).toBe(1);
  });
  it('goes to the first and the last', () => {
    expect(stepOf('Home', 2, 3)).toBe(0);
    expect(stepOf('End', 0, 3)).toBe(2);
  });
  it('leads nowhere when it is another key or there is one picture', () => {
    expect(stepOf('Enter', 0, 3)).toBeNull();
    expect(stepOf('ArrowRight', 0, 1)).toBeNull();
  });
});
