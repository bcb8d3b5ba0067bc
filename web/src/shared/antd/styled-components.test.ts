import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { STYLED_COMPONENTS } from './styled-components.ts';

const src = join(import.meta.dirname, '..', '..');
/** Exports of antd that have no styles. */
const WITHOUT_STYLES = ['ConfigProvider'];

it('every antd component that the app imports has its styles extracted', () => {
  const imported = globSync('**/*.tsx', { cwd: src }).flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/import \{([^}]*)\} from 'antd'/g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.trim()),
    ),
  );
  const components = imported.filter((name) => name !== '' && !name.startsWith('type '));
  expect(components.length).toBeGreaterThan(5);
  const styled: readonly string[] = [...STYLED_COMPONENTS, ...WITHOUT_STYLES];
  expect([...new Set(components)].filter((name) => !styled.includes(name))).toEqual([]);
});
