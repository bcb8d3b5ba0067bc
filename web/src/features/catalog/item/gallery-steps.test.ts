import { describe, expect, it } from 'vitest';
import { stepOf } from './gallery-steps.ts';

describe('a key in the gallery', () => {
  it('selects the next and the previous picture, cyclically', () => {
    expect(stepOf('ArrowRight', 0, 3)).toBe(1);
    expect(stepOf('ArrowRight', 2, 3)).toBe(0);
    expect(stepOf('ArrowLeft', 0, 3)).toBe(2);
    expect(stepOf('ArrowLeft', 2, 3)).toBe(1);
  });
  it('selects the first and the last picture', () => {
    expect(stepOf('Home', 2, 3)).toBe(0);
    expect(stepOf('End', 0, 3)).toBe(2);
  });
  it('selects nothing for other keys or a single picture', () => {
    expect(stepOf('Enter', 0, 3)).toBeNull();
    expect(stepOf('ArrowRight', 0, 1)).toBeNull();
  });
});
