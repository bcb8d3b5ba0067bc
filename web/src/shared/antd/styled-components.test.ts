import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONSOLE_COMPONENTS, STYLED_COMPONENTS } from './styled-components.ts';

const src = join(import.meta.dirname, '..', '..');
/** Exports of antd that have no styles. */
const WITHOUT_STYLES = ['ConfigProvider'];

/** Returns the components of antd that the modules below `src/`, or those of the console alone, import. */
function importedBy(isOfConsole: boolean): Set<string> {
  const files = globSync('**/*.tsx', { cwd: src }).filter(
    (file) => !file.endsWith('.test.tsx') && file.startsWith('features/console/') === isOfConsole,
  );
  const names = files.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/import \{([^}]*)\} from 'antd'/g)].flatMap(
      ([, list = '']) => list.split(',').map((name) => name.trim()),
    ),
  );
  return new Set(names.filter((name) => name !== '' && !name.startsWith('type ')));
}

describe('every antd component', () => {
  it.each([
    ['an app page', false, STYLED_COMPONENTS],
    ['the console', true, CONSOLE_COMPONENTS],
  ] as const)('that %s imports has its styles extracted', (_name, isOfConsole, styled) => {
    const known: readonly string[] = [...styled, ...WITHOUT_STYLES];
    const imported = importedBy(isOfConsole);
    expect(imported.size).toBeGreaterThan(0);
    expect([...imported].filter((name) => !known.includes(name))).toEqual([]);
  });
});
