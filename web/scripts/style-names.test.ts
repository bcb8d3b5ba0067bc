import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { layerOf, scopeOf } from './style-sheets.ts';
import { readStyleNames, typesFile, typesOf, type StyleNames } from './style-types.ts';

const sources = fileURLToPath(new URL('../src', import.meta.url));
const read = (file: string): string => readFileSync(file, 'utf8');

let sheets: StyleNames[];
beforeAll(async () => {
  sheets = await readStyleNames();
});

const IMPORT = /^import \* as (\w+) from '(\.[^']*\.module\.css)';$/gm;

/** Lists the class names that components use, as `features/news storyTitle`. */
function usedNames(): Set<string> {
  const components = globSync('**/*.{ts,tsx}', { cwd: sources }).map((name) => join(sources, name));
  return new Set(
    components.flatMap((file) => {
      const code = read(file);
      return [...code.matchAll(IMPORT)].flatMap(([, alias = '', path = '']) => {
        const scope = scopeOf(resolve(dirname(file), path));
        return Array.from(
          code.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g')),
          ([, name]) => `${scope} ${name}`,
        );
      });
    }),
  );
}

describe('the style sheets of features and layouts', () => {
  it('have types that say which classes they have: `npm run style-types -w web` writes them', () => {
    expect(sheets.length).toBeGreaterThan(20);
    const outdated = sheets.filter((sheet) => read(typesFile(sheet.file)) !== typesOf(sheet));
    expect(outdated.map(({ file }) => file)).toEqual([]);
    const files = new Set(sheets.map(({ file }) => typesFile(file)));
    const types = globSync('**/*.css.d.ts', { cwd: sources }).map((name) => join(sources, name));
    expect(types.filter((file) => !files.has(file))).toEqual([]);
  });

  it('have no class that no component uses', () => {
    const used = usedNames();
    const all = sheets.flatMap(({ file, names }) =>
      [...names.keys()].map((name) => `${scopeOf(file)} ${name}`),
    );
    expect(all.filter((name) => !used.has(name))).toEqual([]);
  });

  it('have different short names for different classes', () => {
    const owners = new Map<string, Set<string>>();
    for (const { file, names } of sheets)
      for (const [name, short] of names)
        owners.set(short, (owners.get(short) ?? new Set()).add(`${scopeOf(file)} ${name}`));
    expect(owners.size).toBeGreaterThan(250);
    expect([...owners.values()].filter(({ size }) => size > 1)).toEqual([]);
  });

  it('are modules, and the only ones of the layer `features`', () => {
    const all = globSync('**/*.css', { cwd: sources }).map((name) => join(sources, name));
    const isModule = (file: string): boolean => file.endsWith('.module.css');
    expect(all.filter((file) => isModule(file) !== (layerOf(file) === 'features'))).toEqual([]);
  });
});

describe('a global class of a feature', () => {
  it('is one of the kit or of antd', () => {
    const kit = globSync('{shared,entries}/**/*.css', { cwd: sources })
      .map((name) => read(join(sources, name)))
      .join('');
    const globals = sheets.flatMap(({ file }) =>
      Array.from(read(file).matchAll(/:global\(\.([\w-]+)\)/g), ([, name = '']) => name),
    );
    expect(globals.length).toBeGreaterThan(20);
    // A part of the kit's price, which the kit itself shows as it is.
    const unknown = globals.filter(
      (name) => name !== 'price__payable' && !name.startsWith('ant-') && !kit.includes(`.${name}`),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });
});
