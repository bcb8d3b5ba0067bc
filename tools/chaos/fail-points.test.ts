import { globSync, readFileSync } from 'node:fs';
import { inRoot } from '@vidhi/local/paths.mjs';
import { describe, expect, it } from 'vitest';
import { FAIL_POINTS } from './fail-points.ts';

/** Returns the names in calls of the module of service-kit; processes of crash tests have points of their own. */
function namesInCode(): string[] {
  const files = globSync('{services,packages}/*/src/**/*.ts', { cwd: inRoot() }).filter(
    (file) => !file.endsWith('.test.ts') && !file.endsWith('-process.ts'),
  );
  const sources = files.map((file) => readFileSync(inRoot(file), 'utf8'));
  return sources.flatMap((source) =>
    [...source.matchAll(/\bfailPoint\('([^']+)'\)/g)].map(([, name = '']) => name),
  );
}

describe('the fail points', () => {
  it('are those in the code, each in one place', () => {
    expect(namesInCode().toSorted()).toEqual(FAIL_POINTS.map(({ name }) => name).toSorted());
  });
});
