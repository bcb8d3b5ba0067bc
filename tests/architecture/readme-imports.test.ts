import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface ImportExample {
  names: readonly string[];
  specifier: string;
}

const IMPORT = /import (?:type )?\{([^}]*)\} from '(@vidhi\/[^']+)'/g;

const importExamples = (markdown: string): ImportExample[] =>
  [...markdown.matchAll(IMPORT)].map(([, names = '', specifier = '']) => ({
    names: names
      .split(',')
      .map((name) => name.replace(/^\s*type /, '').trim())
      .filter((name) => name !== ''),
    specifier,
  }));

/** Returns the file that the `exports` of a package map a specifier to, or null when they do not list it. */
function exportedFile(specifier: string): string | null {
  const [, name = '', path = ''] = /^@vidhi\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  const { exports } = JSON.parse(read(`packages/${name}/package.json`)) as {
    exports: Readonly<Record<string, string>>;
  };
  const key = path === '' ? '.' : `./${path}`;
  const target = exports[key] ?? exports['./*.ts']?.replace('*.ts', path);
  return target === undefined ? null : join('packages', name, target);
}

/** Lists the mistakes of an example: a path that `exports` does not list, or a name that its file does not export. */
function findMistakes({ names, specifier }: ImportExample): string[] {
  const file = exportedFile(specifier);
  if (file === null) return [`${specifier} is not in exports`];
  const source = read(file);
  return names
    .filter((name) => !new RegExp(`export[^;]*\\b${name}\\b`).test(source))
    .map((name) => `${specifier} does not export ${name}`);
}

const readmes = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '');

describe('import examples in Markdown files', () => {
  it('are found wrong when the path or the name is not exported', () => {
    const markdown = `import { createReadModel, gone } from '@vidhi/content-engine';
import { respondList } from '@vidhi/content-engine/respond/list.ts';`;
    expect(importExamples(markdown).flatMap(findMistakes)).toEqual([
      '@vidhi/content-engine does not export gone',
      '@vidhi/content-engine/respond/list.ts is not in exports',
    ]);
  });

  it('use the exports of the packages', () => {
    const examples = readmes.flatMap((file) =>
      importExamples(read(file)).map((example) => ({ file, example })),
    );
    expect(examples.length).toBeGreaterThan(3);
    const mistakes = examples.flatMap(({ file, example }) =>
      findMistakes(example).map((mistake) => `${file}: ${mistake}`),
    );
    expect(mistakes).toEqual([]);
  });
});
