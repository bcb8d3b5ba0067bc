import { expect, it } from 'vitest';
import * as declarations from './events.ts';

const isDeclaration = (value: unknown): value is declarations.EventDeclaration =>
  typeof value === 'object' && value !== null && 'type' in value && 'v' in value;

it('has every declared event among all events', () => {
  const exported: readonly unknown[] = Object.values(declarations).flat();
  const types = exported.filter(isDeclaration).map(({ type }) => type);
  expect(new Set(types)).toEqual(new Set(declarations.EVENTS.keys()));
});
