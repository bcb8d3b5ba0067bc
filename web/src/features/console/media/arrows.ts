import type { KeyboardEvent } from 'react';
import type { FocalPoint } from '@vidhi/contracts/picture-variants.ts';

const DIRECTIONS: Readonly<Record<string, FocalPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Takes an arrow key: returns its step, which is finer with Shift. Other keys are left to the browser. */
export function takeArrow(
  event: KeyboardEvent,
  { step, fineStep }: { step: number; fineStep: number },
): FocalPoint | null {
  const direction = DIRECTIONS[event.key];
  if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return null;
  event.preventDefault();
  const length = event.shiftKey ? fineStep : step;
  return { x: direction.x * length, y: direction.y * length };
}
